import FasciaDocument

/// A shape in an area of cells: decides which points are inside.
struct ShapeGeometry {
    /// The cells of the shape; for a circle, the largest centred square.
    let rect: CellRect
    private let metrics: CellMetrics
    private let width, height: Double
    /// The corner radii along both axes.
    private let radiusX, radiusY: Double

    init(_ shape: NodeShape, _ rect: CellRect, _ metrics: CellMetrics) {
        self.metrics = metrics
        let (whole, high) = (Double(rect.size.columns) * metrics.width, Double(rect.size.rows) * metrics.height)
        var rect = rect
        if shape == .circle {
            let side = min(whole, high)
            let columns = min(rect.size.columns, max(1, Int((side / metrics.width).rounded())))
            let rows = min(rect.size.rows, max(1, Int((side / metrics.height).rounded())))
            rect.origin.column += (rect.size.columns - columns) / 2
            rect.origin.row += (rect.size.rows - rows) / 2
            rect.size = CellSize(columns: columns, rows: rows)
        }
        self.rect = rect
        width = Double(rect.size.columns) * metrics.width
        height = Double(rect.size.rows) * metrics.height
        let maximumRadius = min(width, height) / 2
        switch shape {
        case .rectangle, .outline: (radiusX, radiusY) = (0, 0)
        case .roundedRectangle(let radius):
            let radius = radius > 0 ? min(radius, maximumRadius) : 0
            (radiusX, radiusY) = (radius, radius)
        case .capsule: (radiusX, radiusY) = (maximumRadius, maximumRadius)
        case .circle, .ellipse: (radiusX, radiusY) = (width / 2, height / 2)
        }
    }

    var isRound: Bool { radiusX > 0 }

    /// The largest area of whole cells in it: a corner takes away 1 - 1/√2 of its radius.
    var inscribed: CellRect {
        func cells(_ radius: Double, _ length: Double) -> Int { Cells.clamp(Int(min(radius * 0.293 / length, 1e6).rounded(.up))) }
        return rect.inset(columns: cells(radiusX, metrics.width), rows: cells(radiusY, metrics.height))
    }

    /// Whether the centres of a cell's upper half, its lower half and the whole cell are inside.
    func covers(column: Int, row: Int) -> (upper: Bool, lower: Bool, middle: Bool) {
        guard isRound else { return (true, true, true) }
        let x = (Double(column - rect.minColumn) + 0.5) * metrics.width
        let y = Double(row - rect.minRow) * metrics.height
        return (
            contains(x, y + 0.25 * metrics.height), contains(x, y + 0.75 * metrics.height),
            contains(x, y + 0.5 * metrics.height)
        )
    }

    private func contains(_ x: Double, _ y: Double) -> Bool {
        guard x >= 0, y >= 0, x <= width, y <= height else { return false }
        // The distance from the centre of the corner's ellipse, in radii.
        let dx = max(radiusX - x, x - (width - radiusX), 0) / radiusX
        let dy = max(radiusY - y, y - (height - radiusY), 0) / radiusY
        return dx * dx + dy * dy <= 1
    }
}
