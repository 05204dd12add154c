import FasciaModel

/// Finds what can be operated and cannot be seen, however things are scrolled: something opaque covers all of it, it
/// stands outside of what clips it, or it has no room at all. (What is clear is hidden, which is another matter.)
struct SightSurvey {
    private typealias Space = String?

    /// What lies somewhere in the order in which all is drawn.
    private struct Area {
        let element: String
        /// The id of the scrolling element by whose content places are counted here; `nil` for the layer's.
        let space: Space
        let rect: CellRect
        /// Where in the order that begins which is drawn after all that is in it.
        let end: Int
    }

    private var operable: [Area] = []
    private var regions: [Space: Area] = [:]
    private var covers: [(space: Space, rect: CellRect, place: Int)] = []
    private var place = 0

    /// The ids of what is never in sight.
    static func hidden(in body: LayoutBox, viewport: CellRect) -> Set<String> {
        var survey = SightSurvey()
        survey.visit(body, nil, CellPoint(column: 0, row: 0), clip: viewport, window: viewport, isPlain: true)
        return Set(survey.operable.filter { survey.isHidden($0) }.map(\.element))
    }

    /// Whether there may be something that hides: only then it is worth looking for what is hidden.
    ///
    /// - Parameter isEmpty: whether there is nothing in the box that can be operated.
    static func mayHide(_ content: LayoutBox.Content, _ rect: CellRect, isEmpty: Bool) -> Bool {
        switch content {
        case .displaced, .clip: true
        case .fill(let color): isOpaque(color)
        case .shape(let shape, _, _): shape.fill.map(isOpaque) ?? false
        default: rect.isEmpty && !isEmpty
        }
    }

    private static func isOpaque(_ color: NamedColor) -> Bool { SystemColors.rgb(color)?.alpha == .max }

    private func isHidden(_ area: Area) -> Bool {
        if area.rect.isEmpty { return true }
        let isCovered = covers.contains {
            $0.place >= area.end && $0.space == area.space && area.rect.intersection($0.rect) == area.rect
        }
        // What it scrolls in may be covered as a whole.
        return isCovered || (area.space.flatMap { regions[$0] }.map { isHidden($0) } ?? false)
    }

    /// As `Painter` goes through it. The clip is `nil` where it depends on scrolling.
    ///
    /// - Parameters:
    ///   - origin: where the places of boxes count from.
    ///   - isPlain: whether nothing shows through what is opaque in it.
    private mutating func visit(
        _ box: LayoutBox, _ space: Space, _ origin: CellPoint, clip outer: CellRect?, window: CellRect?, isPlain: Bool
    ) {
        let rect = box.rect.moved(by: origin)
        let start = place
        place += 1
        var clip = outer.map { $0.intersection(rect) }
        var (window, isPlain, inside) = (window, isPlain, space)
        switch box.content {
        case .hidden: return
        case .displaced: clip = window
        case .opacity: isPlain = false
        case .clip(let shape, let metrics):
            let geometry = ShapeGeometry(shape, rect, metrics)
            clip = clip?.intersection(geometry.rect)
            window = window?.intersection(geometry.rect)
            isPlain = isPlain && !geometry.isRound
        case .fill(let color) where isPlain && SightSurvey.isOpaque(color):
            covers.append((space, clip ?? rect, start))
        case .shape(let shape, _, let metrics) where isPlain && shape.fill.map(SightSurvey.isOpaque) == true:
            let geometry = ShapeGeometry(shape.shape, rect, metrics)
            if !geometry.isRound { covers.append((space, (clip ?? rect).intersection(geometry.rect), start)) }
        case .scroll, .list, .window: inside = box.element ?? space
        default: break
        }
        let shown = clip ?? rect
        func within(_ index: Int) -> CellPoint { box.origins.isEmpty ? origin : origin + box.origins[index] }
        if inside != space {
            var content: CellRect?
            if case .scroll(let size, _, _) = box.content {
                content = CellRect(
                    origin: rect.origin,
                    size: CellSize(
                        columns: max(size.columns, rect.size.columns), rows: max(size.rows, rect.size.rows)))
            }
            box.forEachChild { child, index in
                visit(child, inside, within(index), clip: content, window: content, isPlain: isPlain)
            }
            regions[inside] = Area(element: "", space: space, rect: shown, end: place)
        } else {
            box.forEachChild { child, index in
                visit(child, space, within(index), clip: clip, window: window, isPlain: isPlain)
            }
        }
        guard let element = box.operable?.element else { return }
        operable.append(Area(element: element.id, space: space, rect: shown, end: place))
    }
}
