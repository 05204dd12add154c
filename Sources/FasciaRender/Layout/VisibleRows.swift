import FasciaDocument
import FasciaModel

/// The visible rows of a partly known element, so that its publisher can be asked for unknown ones.
public struct VisibleRows: Hashable, Sendable {
    public var entry: EntryID
    /// The id of the element that has the rows.
    public var node: String
    /// The number of rows.
    public var total: Int
    public var known: [RowRange]
    public var rows: RowRange
    /// The maximum number of rows visible at once.
    public var page: Int

    /// Whether the visible rows and `pages` pages before and after them are known.
    public func areKnown(pages: Int) -> Bool { known.contains(around(pages: pages)) }

    /// The visible rows and `pages` pages before and after them.
    public func around(pages: Int) -> RowRange {
        let first = max(0, rows.first - pages * page)
        return RowRange(first, min(total, rows.end + pages * page) - first)
    }
}

extension SceneLayout {
    /// The visible rows of all partly known elements.
    package func visibleRows(_ scroll: ScrollState) -> [VisibleRows] {
        layers.flatMap { $0.visibleRows(scroll) }
    }
}

extension LayerLayout {
    fileprivate func visibleRows(_ scroll: ScrollState) -> [VisibleRows] {
        var scroll = scroll
        let layer = windowed(&scroll)
        return layer.windows.sorted { $0.key < $1.key }.flatMap { list, window -> [VisibleRows] in
            let room = layer.region(list)?.rect.size.along(window.axis) ?? frame.size.along(window.axis)
            let offset = window.offset(of: scroll.anchors[elementID(list)])
            let page = min(room, frame.size.along(window.axis))
            return window.rows.parts(in: window.visibleRows(at: offset, room)).map { part in
                VisibleRows(
                    entry: entry, node: part.id, total: part.total, known: part.known, rows: RowRange(part.rows), page: page)
            }
        }
    }
}
