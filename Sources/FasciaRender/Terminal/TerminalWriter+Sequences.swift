/// Control sequences and cursor movement.
extension TerminalWriter {
    /// Moves the cursor to a cell, unless it is there.
    mutating func move(to column: Int, row: Int) {
        if let at, at.row == row, at.column == column { return }
        at = (row, column)
        if column == 0 { return sequence(row + 1, "H") }
        begin()
        if row > 0 { number(row + 1) }
        bytes.append(UInt8(ascii: ";"))
        number(column + 1)
        bytes.append(UInt8(ascii: "H"))
    }

    /// Writes a control sequence with a count, which is omitted if it is 1.
    mutating func sequence(_ count: Int, _ final: Unicode.Scalar) {
        begin()
        if count != 1 { number(count) }
        bytes.append(UInt8(ascii: final))
    }

    /// Writes a control sequence with parameters.
    mutating func sequence(_ parameters: [UInt8], _ final: Unicode.Scalar) {
        begin()
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            number(Int(parameter))
        }
        bytes.append(UInt8(ascii: final))
    }

    /// The length in bytes of a sequence with a count.
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
