import FasciaModel

/// Which of many rows somebody looks at, for whoever can say what is in them.
public struct RowsSeen: Hashable, Sendable {
    public var entry: EntryID
    /// The id of the element for the rows.
    public var node: String
    /// How many there are.
    public var total: Int
    /// Which of them are known.
    public var known: [RowRange]
    /// Those that are in sight.
    public var rows: RowRange
    /// How many fit into sight, at most.
    public var page: Int

    /// Whether the rows in sight and so many pages around them are known.
    public func isKnown(pages: Int) -> Bool { known.contains(around(pages: pages)) }

    /// The rows in sight and so many pages of them before and after.
    public func around(pages: Int) -> RowRange {
        let first = max(0, rows.first - pages * page)
        return RowRange(first, min(total, rows.end + pages * page) - first)
    }
}

extension SceneLayout {
    /// The rows in sight of everything of whose rows only some are known.
    ///
    /// - Parameter presentation: as `settle` has made it.
    public func rowsSeen(_ presentation: Presentation) -> [RowsSeen] {
        layers.flatMap { $0.rowsSeen(presentation) }
    }
}

extension LayerLayout {
    fileprivate func rowsSeen(_ presentation: Presentation) -> [RowsSeen] {
        var now = presentation
        let layer = windowed(&now)
        return layer.windows.sorted { $0.key < $1.key }.flatMap { list, window -> [RowsSeen] in
            let room = layer.region(list)?.rect.size.along(window.axis) ?? frame.size.along(window.axis)
            let offset = window.offset(of: now.rows[place(list)])
            let page = min(room, frame.size.along(window.axis))
            return window.rows.parts(in: window.seen(at: offset, room)).map { part in
                RowsSeen(entry: entry, node: part.id, total: part.total, known: part.known, rows: RowRange(part.rows), page: page)
            }
        }
    }
}
