/// Rows of a picture that moved up or down together, as a terminal can move them.
struct RowShift: Hashable {
    /// The rows that are moved or make room; those above and below stay where they are.
    var rows: Range<Int>
    /// How far they move up; down where it is negative. Never 0, and less than there are rows.
    var up: Int

    /// Which row was in this place before; `nil` where a blank one came in.
    func source(of row: Int) -> Int? {
        guard rows.contains(row) else { return row }
        let source = row + up
        return rows.contains(source) ? source : nil
    }

    /// The shift that leaves the fewest rows to be drawn; `nil` where none leaves at least two fewer.
    ///
    /// For each distance, the run of rows that gains most is the greatest sum of neighbours (Kadane's algorithm), where
    /// a row counts 1 if it is right only after the shift and -1 if it is right only without it. Rows are compared by
    /// a fingerprint: a mistake would cost bytes, and whoever uses the shift counts these.
    static func find(from old: CellBuffer, to new: CellBuffer) -> RowShift? {
        let rows = new.size.rows
        guard let first = (0..<rows).first(where: { old.row($0) != new.row($0) }),
            let last = (0..<rows).last(where: { old.row($0) != new.row($0) }), last - first >= 2
        else { return nil }
        let before = (first...last).map { fingerprint(old.row($0)) }
        let after = (first...last).map { fingerprint(new.row($0)) }
        var best: (gain: Int, shift: RowShift)?
        for up in -(before.count - 1)..<before.count where up != 0 {
            let (gain, run) = bestRun(before, after, up)
            guard gain >= 2, gain > best?.gain ?? 0 else { continue }
            let moved = up > 0 ? run.lowerBound..<run.upperBound + up : run.lowerBound + up..<run.upperBound
            best = (gain, RowShift(rows: first + moved.lowerBound..<first + moved.upperBound, up: up))
        }
        return best?.shift
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

    /// FNV-1a over what is cheap to read of each cell.
    private static func fingerprint(_ row: CellRow) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for cell in row.cells {
            var value = UInt64(cell.style.attributes.rawValue) << 8
            for byte in cell.text.utf8.prefix(4) { value = value << 8 | UInt64(byte) }
            value ^= UInt64(cell.style.foreground?.packed ?? 0) << 24 ^ UInt64(cell.style.background?.packed ?? 0) << 32
            hash = (hash ^ value) &* 0x100_0000_01B3
        }
        return Int(truncatingIfNeeded: hash)
    }
}

extension RGB {
    fileprivate var packed: UInt32 { 1 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
