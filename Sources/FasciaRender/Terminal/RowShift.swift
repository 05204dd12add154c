/// A group of rows that moved up or down together, as a terminal can scroll them.
struct RowShift: Hashable {
    /// The rows that move or make room; all others stay in place.
    var rows: Range<Int>
    /// The distance that they move up; negative for down. Not 0, and smaller than the number of rows.
    var up: Int

    /// The row whose content moves here; `nil` where a blank row comes in.
    func source(of row: Int) -> Int? {
        guard rows.contains(row) else { return row }
        let source = row + up
        return rows.contains(source) ? source : nil
    }

    init(rows: Range<Int>, up: Int) { (self.rows, self.up) = (rows, up) }

    /// The shift that leaves the fewest rows to redraw; `nil` if none saves at least two.
    ///
    /// For each distance at which equal rows occur, the best run of rows is the maximum subarray (Kadane's algorithm),
    /// where a row counts 1 if it is right only after the shift and -1 if it is right only without it. Rows are
    /// compared by hash: a collision costs bytes, but never gives a wrong frame.
    static func find(from old: CellBuffer, to new: CellBuffer) -> RowShift? {
        guard let first = new.rows.indices.first(where: { old.rows[$0] != new.rows[$0] }),
            let last = new.rows.indices.last(where: { old.rows[$0] != new.rows[$0] }), last - first >= 2
        else { return nil }
        let before = (first...last).map { old.rows[$0].hashValue }
        let after = (first...last).map { new.rows[$0].hashValue }
        var best: (gain: Int, shift: RowShift)?
        for up in distances(before, after) {
            let (gain, run) = bestRun(before, after, up)
            guard gain >= 2, gain > best?.gain ?? 0 else { continue }
            let moved = up > 0 ? run.lowerBound..<run.upperBound + up : run.lowerBound + up..<run.upperBound
            best = (gain, RowShift(rows: first + moved.lowerBound..<first + moved.upperBound, up: up))
        }
        return best?.shift
    }

    /// The limit of distances to try, those with the most equal rows first. A scrolled frame has few candidates, but a
    /// frame of similar rows can have one per row.
    private static let maximumDistances = 64

    /// The distances at which at least two changed rows equal an earlier row, in ascending order.
    private static func distances(_ before: [Int], _ after: [Int]) -> [Int] {
        var places: [Int: [Int]] = [:]
        for (row, print) in before.enumerated() {
            // A few places of a frequent row, such as a blank one, suffice to find the distance.
            if places[print, default: []].count < 8 { places[print, default: []].append(row) }
        }
        var found: [Int: Int] = [:]
        for (row, print) in after.enumerated() where print != before[row] {
            for place in places[print] ?? [] { found[place - row, default: 0] += 1 }
        }
        let likely = found.filter { $0.value >= 2 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return likely.prefix(maximumDistances).map(\.key).sorted()
    }

    private static func bestRun(_ before: [Int], _ after: [Int], _ up: Int) -> (gain: Int, run: Range<Int>) {
        var best = (gain: 0, run: 0..<0)
        var (gain, start) = (0, 0)
        for row in max(0, -up)..<min(after.count, after.count - up) {
            if gain <= 0 { (gain, start) = (0, row) }
            gain += (after[row] == before[row + up] ? 1 : 0) - (after[row] == before[row] ? 1 : 0)
            if gain > best.gain { best = (gain, start..<row + 1) }
        }
        return best
    }
}
