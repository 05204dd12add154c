/// From points to cells. A cell is 8 points wide and 16 high.
enum Cells {
    /// No length is larger. It keeps every sum in range, whatever sizes a screen asks for.
    static let most = 1_000_000

    static func columns(_ points: Double) -> Int { cells(points, 8) }
    static func rows(_ points: Double) -> Int { cells(points, 16) }

    static func clamp(_ length: Int) -> Int { min(max(0, length), most) }

    static func clamp(_ size: CellSize) -> CellSize {
        CellSize(columns: clamp(size.columns), rows: clamp(size.rows))
    }

    /// To the nearest cell, and never to none where there was something.
    private static func cells(_ points: Double, _ unit: Double) -> Int {
        guard points > 0 else { return 0 }
        let count = (points / unit).rounded()
        return count >= Double(most) ? most : max(1, Int(count))
    }
}
