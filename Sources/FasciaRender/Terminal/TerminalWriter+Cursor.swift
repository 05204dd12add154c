/// How the cursor gets to a cell with the fewest bytes.
extension TerminalWriter {
    /// One that is to be tried out. Only the shortest is written.
    private enum Way {
        case absolute
        /// To the start of the line, down, and to the right from there.
        case lines(Forward)
        /// Up or down in the same column, and then within the line.
        case right(Forward)
        case backspaces
        case left
    }

    /// To the right in the row that is drawn.
    private struct Forward {
        var length: Int
        /// A few characters that are there already are shorter than a sequence.
        var again: CellRow?
    }

    /// Goes to a cell by the shortest way.
    ///
    /// - Parameter new: the cells of its row, which are as they shall be up to there.
    mutating func move(to column: Int, row: Int, over new: CellRow? = nil) {
        guard let now = at else {
            at = (row, column)
            return absolute(column, row)
        }
        if now.row == row, now.column == column { return }
        at = (row, column)
        var best = (length: Self.absoluteLength(column, row), way: Way.absolute)
        func consider(_ way: Way, _ length: Int) {
            if length < best.length { best = (length, way) }
        }
        if row >= now.row, row - now.row < best.length {
            let forward = forward(from: 0, to: column, new)
            consider(.lines(forward), 1 + row - now.row + forward.length)
        }
        if let from = now.column {
            let vertical = row == now.row ? 0 : Self.sequenceLength(abs(row - now.row))
            if from <= column {
                let forward = forward(from: from, to: column, new)
                consider(.right(forward), vertical + forward.length)
            } else {
                consider(.backspaces, vertical + from - column)
                consider(.left, vertical + Self.sequenceLength(from - column))
            }
        }
        let from = now.column ?? column
        switch best.way {
        case .absolute: return absolute(column, row)
        case .lines(let forward):
            bytes.append(UInt8(ascii: "\r"))
            for _ in now.row..<row { bytes.append(UInt8(ascii: "\n")) }
            return go(forward, from: 0, to: column)
        case .right, .backspaces, .left: break
        }
        if row != now.row { sequence(abs(row - now.row), row > now.row ? "B" : "A") }
        switch best.way {
        case .right(let forward): go(forward, from: from, to: column)
        case .backspaces: for _ in column..<from { bytes.append(8) }
        case .left: sequence(from - column, "D")
        case .absolute, .lines: break
        }
    }

    // MARK: - To the right

    private mutating func forward(from start: Int, to end: Int, _ new: CellRow?) -> Forward {
        guard start < end else { return Forward(length: 0) }
        let skip = Forward(length: Self.sequenceLength(end - start))
        guard end - start <= skip.length, let new else { return skip }
        for column in start..<end {
            guard new[column].text.utf8.count == 1 else { return skip }
            let looks = pens[new[column].style]
            guard looks == pen || (new[column].text == " " && looks.onBlank == pen.onBlank) else { return skip }
        }
        return Forward(length: end - start, again: new)
    }

    private mutating func go(_ forward: Forward, from start: Int, to end: Int) {
        guard start < end else { return }
        guard let row = forward.again else { return sequence(end - start, "C") }
        for column in start..<end { bytes += row[column].text.utf8 }
    }

    // MARK: - Sequences

    private mutating func absolute(_ column: Int, _ row: Int) {
        if column == 0 { return sequence(row + 1, "H") }
        begin()
        if row > 0 { number(row + 1) }
        bytes.append(UInt8(ascii: ";"))
        number(column + 1)
        bytes.append(UInt8(ascii: "H"))
    }

    private static func absoluteLength(_ column: Int, _ row: Int) -> Int {
        if column == 0 { return sequenceLength(row + 1) }
        return 4 + (row == 0 ? 0 : digits(row + 1)) + digits(column + 1)
    }

    /// A control sequence with a count, which is left out where it is 1.
    mutating func sequence(_ count: Int, _ final: Unicode.Scalar) {
        begin()
        if count != 1 { number(count) }
        bytes.append(UInt8(ascii: final))
    }

    /// A control sequence with parameters.
    mutating func sequence(_ parameters: [UInt8], _ final: Unicode.Scalar) {
        begin()
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            number(Int(parameter))
        }
        bytes.append(UInt8(ascii: final))
    }

    /// How many bytes one with a count has.
    static func sequenceLength(_ count: Int) -> Int { count == 1 ? 3 : 3 + digits(count) }

    private mutating func begin() {
        bytes.append(0x1B)
        bytes.append(UInt8(ascii: "["))
    }

    private mutating func number(_ value: Int) {
        if value >= 10 { number(value / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    private static func digits(_ value: Int) -> Int { value < 10 ? 1 : 1 + digits(value / 10) }
}
