import FasciaDocument

/// Bounds what one screen paints over each other. Each coloured area, shape and translucent layer costs all cells that it
/// covers, in every picture; beyond the bound they are drawn plain: without the area, or without the effect. Texts and
/// controls are always drawn.
package struct PaintBudget {
    /// How often each cell of a screen may be painted, on average.
    package static let layers = 20

    private var left: Int
    /// Whether something was drawn plain.
    private(set) var isExceeded = false

    init(_ size: CellSize) { left = PaintBudget.layers * size.columns * size.rows }

    /// Counts the painting of an area.
    ///
    /// - Parameter times: how often each of its cells is painted, or read for an effect.
    /// - Returns: the number of cells; `nil` if that is more than is left.
    mutating func admit(_ area: CellRect, times: Int) -> Int? {
        let cells = area.isEmpty ? 0 : area.size.columns * area.size.rows * times
        guard cells <= left else {
            isExceeded = true
            return nil
        }
        left -= cells
        return cells
    }
}

extension Painter {
    /// Counts the painting of an area that is visible in `clip`.
    ///
    /// - Returns: whether there is time for it.
    mutating func admit(_ area: CellRect, times: Int) -> Bool {
        guard let cells = budget.admit(area.intersection(input.screen), times: times) else { return false }
        work?.covered(cells)
        return true
    }
}

extension NamedColor {
    /// How often a cell is painted in it: a translucent colour reads what is below it.
    var paintings: Int { opacity < 1 ? 2 : 1 }
}

extension NodeShape {
    /// How often a cell of it is painted: round edges are computed, and the lines of an outline for each row of dots.
    var paintings: Int {
        switch self {
        case .rectangle: 1
        case .outline(let outline): 4 + outline.pointCount / 32
        default: 4
        }
    }
}
