/// One row of a picture.
///
/// Pictures that have a row in common share its cells: what did not change is neither copied nor compared.
struct CellRow: Hashable, Sendable {
    private(set) var cells: [Cell]

    init(blank columns: Int) { cells = Array(repeating: .blank, count: columns) }

    var count: Int { cells.count }

    /// The cell there; there must be one.
    subscript(column: Int) -> Cell { cells[column] }

    func style(_ column: Int) -> CellStyle { cells[column].style }

    /// What is to be seen in a cell, where that is one printable ASCII character, and no blank.
    func letter(_ column: Int) -> UInt8? {
        guard let scalar = cells[column].text.unicodeScalars.first, scalar.value > 0x20, scalar.value < 0x7F,
            cells[column].text.utf8.count == 1
        else { return nil }
        return UInt8(truncatingIfNeeded: scalar.value)
    }

    // MARK: - Comparing

    static func == (left: Self, right: Self) -> Bool {
        if left.isSame(as: right) { return true }
        guard left.count == right.count else { return false }
        // Without an iterator, which would copy each of them.
        return left.cells.withUnsafeBufferPointer { cells in
            right.cells.withUnsafeBufferPointer { others in cells.indices.allSatisfy { cells[$0] == others[$0] } }
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(cells) }

    /// Whether it has the same cells, bit by bit, as almost all rows have that look the same; what has other bits may be
    /// the same, too.
    private func isSame(as other: CellRow) -> Bool { count == other.count && unequal(to: other) == nil }

    /// From the first to the last cell that has other bits than the one in the other row, which is as long; `nil` where
    /// there is none. Cells with other bits may be the same.
    func unequal(to other: CellRow) -> Range<Int>? {
        cells.withUnsafeBytes { bytes in
            other.cells.withUnsafeBytes { others in
                guard bytes.baseAddress != others.baseAddress else { return nil }
                let cells = 0..<bytes.count / MemoryLayout<Cell>.stride
                guard let first = cells.first(where: { Self.differ(bytes, others, $0) }),
                    let last = cells.last(where: { Self.differ(bytes, others, $0) })
                else { return nil }
                return first..<last + 1
            }
        }
    }

    /// By words; a string in it makes a cell a number of whole ones.
    @inline(__always)
    private static func differ(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ cell: Int) -> Bool {
        func difference(_ word: Int) -> UInt64 {
            let offset = cell * MemoryLayout<Cell>.stride + 8 * word
            return one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        let last = MemoryLayout<Cell>.stride / 8 - 1
        for word in 0..<last where difference(word) != 0 { return true }
        // What is behind the style in the last word is nobody's, and may be anything.
        let nobodys = 8 * (MemoryLayout<Cell>.stride - MemoryLayout<Cell>.size)
        return UInt64(littleEndian: difference(last)) << nobodys != 0
    }

    /// A number that rows with the same cells have in common, and others hardly ever: FNV-1a over what is cheap to read
    /// of each cell.
    var fingerprint: UInt64 {
        cells.withUnsafeBufferPointer { cells in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var (last, lastValue): (CellStyle?, UInt64) = (nil, 0)
            for index in cells.indices {
                // Neighbours mostly have the same style.
                if cells[index].style != last {
                    last = cells[index].style
                    lastValue = cells[index].style.packed
                }
                var value = lastValue
                if cells[index].text == " " {
                    value ^= 0x20
                } else {
                    for byte in cells[index].text.utf8.prefix(4) { value = value << 8 ^ UInt64(byte) }
                }
                hash = (hash ^ value) &* 0x100_0000_01B3
            }
            return hash
        }
    }

    // MARK: - Drawing

    mutating func set(_ cell: Cell, _ column: Int) {
        cells[column] = cell
    }

    /// Makes cells blank, background included.
    mutating func clear(_ columns: Range<Int>) {
        blankHalves(around: columns)
        for column in columns { cells[column] = .blank }
    }

    mutating func restyle(_ columns: Range<Int>, _ change: (inout CellStyle) -> Void) {
        for column in columns { change(&cells[column].style) }
        mendHalves(from: columns.lowerBound - 1, to: columns.upperBound)
    }

    /// Puts a character of that width there; both its cells must be in the row.
    ///
    /// A style without a background keeps the one that is there.
    mutating func put(_ text: String, width: Int, _ column: Int, _ style: CellStyle, _ scheme: Profile.Scheme) {
        let isClear = style.isClear
        let style = style.drawn(over: cells[column].style.background, scheme)
        blankHalves(around: column..<column + width)
        cells[column] = Cell(isClear ? " " : text, style: style)
        if width == 2 { cells[column + 1] = Cell(isClear || text == " " ? " " : "", style: style) }
    }

    /// The same for printable ASCII from a column on; all of it must be in the row.
    mutating func put(
        _ bytes: UnsafeBufferPointer<UInt8>, _ first: Int, _ style: CellStyle, _ scheme: Profile.Scheme
    ) {
        blankHalves(around: first..<first + bytes.count)
        let isClear = style.isClear
        // Neighbours mostly stand on the same background.
        var background = cells[first].style.background
        var drawn = style.drawn(over: background, scheme)
        for (index, byte) in bytes.enumerated() {
            if cells[first + index].style.background != background {
                background = cells[first + index].style.background
                drawn = style.drawn(over: background, scheme)
            }
            cells[first + index] = Cell(isClear ? " " : String(Unicode.Scalar(byte)), style: drawn)
        }
    }

    /// Makes wide characters whole again where one half of them has been replaced.
    mutating func mendHalves(from first: Int, to last: Int) {
        guard !cells.isEmpty else { return }
        for column in max(0, first)...min(max(0, last), count - 1) {
            if cells[column].isContinuation {
                let isWhole = column > 0 && cells[column - 1].isWide
                if isWhole { cells[column].style = cells[column - 1].style } else { cells[column].text = " " }
            } else if cells[column].isWide, column + 1 >= count || !cells[column + 1].isContinuation {
                cells[column].text = " "
            }
        }
    }

    /// Before cells are overwritten: no half of a wide character may stay behind.
    private mutating func blankHalves(around columns: Range<Int>) {
        let (column, end) = (columns.lowerBound, columns.upperBound)
        if column > 0, cells[column].isContinuation { cells[column - 1].text = " " }
        if end < count, cells[end].isContinuation { cells[end].text = " " }
    }
}

extension CellStyle {
    /// Whether letters in it cannot be seen.
    fileprivate var isClear: Bool { foreground?.alpha == 0 }

    /// The style that letters have in the end.
    fileprivate func drawn(over background: RGB?, _ scheme: Profile.Scheme) -> CellStyle {
        var style = self
        style.background = style.background ?? background
        switch foreground {
        // The terminal's own colour may be unreadable on this one.
        case nil: style.foreground = style.background.map(SystemColors.contrast)
        case let color? where color.alpha == 0: style.foreground = nil
        case let color? where color.alpha < .max:
            style.foreground = (style.background ?? scheme.behind).mixed(with: color.opaque, Double(color.alpha) / 255)
        default: break
        }
        return style
    }

    fileprivate var packed: UInt64 {
        func packed(_ color: RGB?) -> UInt64 {
            color.map { 1 << 24 | UInt64($0.red) << 16 | UInt64($0.green) << 8 | UInt64($0.blue) } ?? 0
        }
        return UInt64(attributes.rawValue) << 8 ^ packed(foreground) << 24 ^ packed(background) << 32
    }
}
