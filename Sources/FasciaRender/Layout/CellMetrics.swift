import FasciaModel

/// How many points a cell is wide and high: what the environment says, else 8 and 16.
public struct CellMetrics: Hashable, Sendable {
    public var width = 8.0
    public var height = 16.0

    /// No cell is smaller or larger: so the points of any number of cells are a number that there is.
    private static let possible = 0.001...100_000

    /// Takes what the environment says under `cellWidth` and `cellHeight`, where that can be.
    func reading(_ environment: JSON.Object) -> CellMetrics {
        func length(_ name: String, _ otherwise: Double) -> Double {
            let value = environment[name]?.doubleValue ?? otherwise
            return CellMetrics.possible.contains(value) ? value : otherwise
        }
        return CellMetrics(width: length("cellWidth", width), height: length("cellHeight", height))
    }

    func columns(_ length: Double, _ unit: LengthUnit = .points) -> Int {
        Cells.length(unit == .points ? length / width : length)
    }

    func rows(_ length: Double, _ unit: LengthUnit = .points) -> Int {
        Cells.length(unit == .points ? length / height : length)
    }

    /// How far to the right and down; it may be less than nothing, and it may come to no cell.
    func displacement(_ by: Displacement) -> CellPoint {
        let (x, y) = by.unit == .points ? (by.x / width, by.y / height) : (by.x, by.y)
        return CellPoint(column: Cells.displacement(x), row: Cells.displacement(y))
    }
}

/// Arithmetic of lengths in cells.
enum Cells {
    /// No length is larger. It keeps every sum in range, whatever sizes a screen asks for.
    static let most = 1_000_000

    static func clamp(_ length: Int) -> Int { min(max(0, length), most) }

    static func clamp(_ size: CellSize) -> CellSize {
        CellSize(columns: clamp(size.columns), rows: clamp(size.rows))
    }

    /// To the nearest cell, and never to none where there was something.
    static func length(_ cells: Double) -> Int {
        guard cells > 0 else { return 0 }
        let count = cells.rounded()
        return count >= Double(most) ? most : max(1, Int(count))
    }

    static func displacement(_ cells: Double) -> Int {
        guard !cells.isNaN else { return 0 }
        return Int(min(max(cells.rounded(), -Double(most)), Double(most)))
    }
}

extension CellSize {
    func along(_ axis: StackContent.Axis) -> Int { axis == .vertical ? rows : columns }
    func across(_ axis: StackContent.Axis) -> Int { axis == .vertical ? columns : rows }
}

extension ProposedCells {
    init(_ size: CellSize) { self.init(columns: size.columns, rows: size.rows) }

    func shrunk(columns less: Int, rows fewer: Int) -> ProposedCells {
        ProposedCells(columns: columns.map { max(0, $0 - less) }, rows: rows.map { max(0, $0 - fewer) })
    }

    var clamped: ProposedCells {
        ProposedCells(columns: columns.map(Cells.clamp), rows: rows.map(Cells.clamp))
    }
}
