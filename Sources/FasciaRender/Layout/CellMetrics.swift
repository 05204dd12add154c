import FasciaDocument

/// The size of a cell in points: as set in the environment, else 8 by 16.
public struct CellMetrics: Hashable, Sendable {
    public var width = 8.0
    public var height = 16.0

    /// The limits of a cell's width and height, so that the points of any number of cells stay finite.
    private static let possible = 0.001...100_000

    /// Reads `cellWidth` and `cellHeight` from the environment. Ignores values out of range.
    func reading(_ environment: JSON.Object) -> CellMetrics {
        func length(_ name: String, _ otherwise: Double) -> Double {
            let value = environment[name]?.doubleValue ?? otherwise
            return CellMetrics.possible.contains(value) ? value : otherwise
        }
        return CellMetrics(width: length("cellWidth", width), height: length("cellHeight", height))
    }

    package func columns(_ length: Double, _ unit: LengthUnit = .points) -> Int {
        Cells.length(unit == .points ? length / width : length)
    }

    package func rows(_ length: Double, _ unit: LengthUnit = .points) -> Int {
        Cells.length(unit == .points ? length / height : length)
    }

    /// A displacement in cells, to the right and down. It may be negative, and may round to 0.
    func displacement(_ by: NodeOffset) -> CellPoint {
        let (x, y) = by.unit == .points ? (by.x / width, by.y / height) : (by.x, by.y)
        return CellPoint(column: Cells.displacement(x), row: Cells.displacement(y))
    }
}

/// Bounded arithmetic for lengths in cells.
enum Cells {
    /// The longest length. It keeps every sum in range, and the work for what nobody can see small, whatever sizes a screen
    /// requests.
    static let maximumLength = 100_000

    static func clamp(_ length: Int) -> Int { min(max(0, length), maximumLength) }

    static func reached(_ place: Int) -> Int { min(max(place, -1 << 40), 1 << 40) }

    /// So many blanks; none for a negative number.
    static func blanks(_ count: Int) -> String { String(repeating: " ", count: clamp(count)) }

    /// Rounds to the nearest cell, and a positive length to at least 1.
    static func length(_ cells: Double) -> Int {
        guard cells > 0 else { return 0 }
        let count = cells.rounded()
        return count >= Double(maximumLength) ? maximumLength : max(1, Int(count))
    }

    static func displacement(_ cells: Double) -> Int {
        guard !cells.isNaN else { return 0 }
        return Int(min(max(cells.rounded(), -Double(maximumLength)), Double(maximumLength)))
    }
}

extension CellSize {
    func along(_ axis: StackContent.Axis) -> Int { axis == .vertical ? rows : columns }
}

extension ProposedCells {
    init(_ size: CellSize) { self.init(columns: size.columns, rows: size.rows) }

    func shrunk(columns less: Int, rows fewer: Int) -> ProposedCells {
        ProposedCells(columns: columns.map { $0 - less }, rows: rows.map { $0 - fewer })
    }
}
