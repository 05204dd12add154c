import FasciaDocument

/// Dots in the cells of a shape, two columns and four rows in each, as braille has them.
struct DotGrid {
    private static let across = 2, down = 4

    /// The dots of the whole shape.
    private let columns, rows: Int
    /// The dots that can be seen: the others are not kept.
    private let seenColumns, seenRows: Range<Int>
    private var bits: [UInt8]

    /// - Parameter seen: the cells of the shape that can be seen.
    init(_ size: CellSize, seen: CellRect) {
        (columns, rows) = (size.columns * Self.across, size.rows * Self.down)
        seenColumns = seen.minColumn * Self.across..<max(seen.minColumn, seen.maxColumn) * Self.across
        seenRows = seen.minRow * Self.down..<max(seen.minRow, seen.maxRow) * Self.down
        bits = [UInt8](repeating: 0, count: seenColumns.count / Self.across * (seenRows.count / Self.down))
    }

    /// The place in `bits` of the cell that has a dot.
    private func cell(_ column: Int, _ row: Int) -> Int {
        (row - seenRows.lowerBound) / Self.down * (seenColumns.count / Self.across)
            + (column - seenColumns.lowerBound) / Self.across
    }

    /// The dots of a cell; 255 if it is full.
    func dots(column: Int, row: Int) -> UInt8 { bits[cell(column * Self.across, row * Self.down)] }

    private mutating func set(_ column: Int, _ row: Int) {
        guard seenColumns.contains(column), seenRows.contains(row) else { return }
        let (x, y) = (column % Self.across, row % Self.down)
        bits[cell(column, row)] |= y < 3 ? 1 << UInt8(x * 3 + y) : 0x40 << UInt8(x)
    }

    /// Sets the dots whose middle is inside: where the lines around it turn more often one way than the other.
    mutating func fill(_ outline: Outline) {
        let edges = outline.lines.flatMap { line in zip(line, line.dropFirst() + line.prefix(1)) }
        for row in seenRows {
            let y = (Double(row) + 0.5) / Double(rows)
            var crossings = edges.compactMap { start, end -> (x: Double, turn: Int)? in
                guard (start.y <= y) != (end.y <= y) else { return nil }
                let x = start.x + (y - start.y) / (end.y - start.y) * (end.x - start.x)
                return x.isFinite ? (x, start.y <= y ? 1 : -1) : nil
            }
            crossings.sort { $0.x < $1.x }
            var turns = 0
            for (crossing, next) in zip(crossings, crossings.dropFirst()) {
                turns += crossing.turn
                if turns != 0 { for column in dots(from: crossing.x, to: next.x) { set(column, row) } }
            }
        }
    }

    /// The columns of dots whose middle is between two places.
    private func dots(from start: Double, to end: Double) -> Range<Int> {
        func place(_ x: Double) -> Int {
            let column = (x * Double(columns) + 0.5).rounded(.down)
            return Int(min(max(column, Double(seenColumns.lowerBound)), Double(seenColumns.upperBound)))
        }
        return place(start)..<max(place(start), place(end))
    }

    /// Sets the dots under the lines.
    ///
    /// - Parameter width: of the lines, in dots.
    mutating func stroke(_ outline: Outline, width: Double) {
        let reach = width > 1 ? Int(min((width - 1) / 2, 16).rounded()) : 0
        for line in outline.lines {
            for (start, end) in zip(line, line.dropFirst()) { draw(start, end, reach) }
        }
    }

    private mutating func draw(_ start: Outline.Point, _ end: Outline.Point, _ reach: Int) {
        let (x, y) = (start.x * Double(columns), start.y * Double(rows))
        let (dx, dy) = (end.x * Double(columns) - x, end.y * Double(rows) - y)
        guard let parts = seenParts(x, dx, seenColumns, reach), let others = seenParts(y, dy, seenRows, reach),
            parts.overlaps(others)
        else { return }
        let seen = parts.clamped(to: others)
        let length = (seen.upperBound - seen.lowerBound) * max(abs(dx), abs(dy))
        let steps = max(1, Int((2 * length).rounded(.up)))
        for step in 0...steps {
            let part = seen.lowerBound + Double(step) / Double(steps) * (seen.upperBound - seen.lowerBound)
            let (column, row) = (Self.dot(x + part * dx, of: columns), Self.dot(y + part * dy, of: rows))
            for below in -reach...reach {
                for right in -reach...reach where below * below + right * right <= reach * reach {
                    set(column + right, row + below)
                }
            }
        }
    }

    /// The dot at a place. The end of the frame belongs to the last one.
    private static func dot(_ place: Double, of count: Int) -> Int {
        place == Double(count) ? count - 1 : Int(min(max(place.rounded(.down), -1_000_000), 1_000_000))
    }

    /// The part of a line, from 0 to 1, that can be seen along an axis; `nil` for none.
    private func seenParts(_ start: Double, _ length: Double, _ seen: Range<Int>, _ reach: Int) -> ClosedRange<Double>? {
        guard start.isFinite, length.isFinite else { return nil }
        let (low, high) = (Double(seen.lowerBound - reach - 1), Double(seen.upperBound + reach + 1))
        if length == 0 { return low <= start && start <= high ? 0...1 : nil }
        let ends = [(low - start) / length, (high - start) / length].sorted()
        return ends[0] <= 1 && ends[1] >= 0 ? max(0, ends[0])...min(1, ends[1]) : nil
    }
}

extension Painter {
    /// Draws an outline: braille where a cell is covered in part, or a character in ASCII.
    mutating func draw(
        _ outline: Outline, _ shape: ShapeContent, _ inherited: CellStyle, _ metrics: CellMetrics, _ rect: CellRect,
        _ clip: CellRect
    ) {
        let area = rect.intersection(clip)
        let seen = CellRect(
            column: area.minColumn - rect.minColumn, row: area.minRow - rect.minRow, columns: area.size.columns,
            rows: area.size.rows)
        guard !seen.isEmpty else { return }
        if shape.fill != nil || shape.stroke == nil {
            var grid = DotGrid(rect.size, seen: seen)
            grid.fill(outline)
            draw(grid, shape.fill.map { SystemColors.rgb($0) } ?? inherited.foreground, rect, clip)
        }
        guard let stroke = shape.stroke else { return }
        var grid = DotGrid(rect.size, seen: seen)
        grid.stroke(outline, width: shape.lineWidth * 2 / max(metrics.width, 0.001))
        draw(grid, SystemColors.rgb(stroke), rect, clip)
    }

    private mutating func draw(_ grid: DotGrid, _ color: RGB?, _ rect: CellRect, _ clip: CellRect) {
        if let color, displayed(color) == nil { return }
        let area = rect.intersection(clip)
        for row in area.minRow..<max(area.minRow, area.maxRow) {
            for column in area.minColumn..<max(area.minColumn, area.maxColumn) {
                let dots = grid.dots(column: column - rect.minColumn, row: row - rect.minRow)
                guard dots > 0 else { continue }
                let braille = String(Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? " ")
                let glyph = !layout.unicode ? "#" : dots == .max ? "█" : braille
                text(glyph, column, row, CellStyle(foreground: color), clip: clip)
            }
        }
    }
}
