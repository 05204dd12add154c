@testable import FasciaDocument
@testable import FasciaRender

/// A terminal that interprets the encoder's output. It accepts exactly the sequences that the encoder may use, and
/// reports others, and output that depends on behaviour in which terminals differ.
struct TerminalModel: Sendable {
    struct Mark: Hashable, Sendable {
        var text: String
        var pen: SGRState

        static let blank = Mark(text: " ", pen: .standard)

        /// The visible part: of a blank, only the background counts.
        var visible: Mark { text == " " ? Mark(text: " ", pen: pen.onBlank) : self }
    }

    let size: CellSize
    private(set) var marks: [Mark]
    /// The faults found in the sequences.
    private(set) var complaints: [String] = []
    private var pen = SGRState.standard
    /// The cursor position; `nil` where terminals differ.
    private var row: Int?
    private var column: Int?
    private var lastPrinted: Character?
    private let doubt: Doubt

    /// How the terminal handles characters of uncertain width. Except for `agrees`, its cursor position afterwards is
    /// known, so output that relies on another width shows as a wrong screen.
    enum Doubt: Hashable, Sendable {
        /// Uses the encoder's width, but counts the cursor position as unknown.
        case agrees
        /// Uses this width.
        case width(Int)
        /// Shows the parts of a cluster separately.
        case parts
    }

    init(size: CellSize, doubt: Doubt = .agrees) {
        self.size = size
        self.doubt = doubt
        marks = Array(repeating: .blank, count: size.columns * size.rows)
    }

    mutating func receive(_ sequence: String) {
        // Other output may come between two updates.
        (row, column, lastPrinted) = (nil, nil, nil)
        var rest = sequence[...]
        while let character = rest.popFirst() {
            switch character {
            case "\u{1B}": control(&rest)
            case "\r\n": carriageReturn(); lineFeed()
            case "\r": carriageReturn()
            case "\n": lineFeed()
            case "\u{8}": go(columns: -1)
            default: print(character)
            }
        }
        if pen != .standard { complaints.append("the pen is left set") }
    }

    /// The first fault: of the sequences, or a difference between the screen and a frame; `nil` if there is none.
    func fault(beside picture: CellBuffer, colors: ColorDepth) -> String? {
        if let complaint = complaints.first { return complaint }
        guard picture.size == size else { return "the picture has another size" }
        // Neighbours mostly share a style, so the pen is computed once for them.
        var (style, pen) = (CellStyle(), SGRState.standard)
        for index in marks.indices {
            let cell = picture.rows[index / size.columns][index % size.columns]
            if cell.style != style { (style, pen) = (cell.style, SGRState(cell.style, colors: colors)) }
            if marks[index].text == cell.text, marks[index].pen == pen { continue }
            let expected = Mark(text: cell.text, pen: pen).visible
            guard marks[index].visible != expected else { continue }
            return "row \(index / size.columns), column \(index % size.columns): \(marks[index].visible) instead of \(expected)"
        }
        return nil
    }

    // MARK: - Sequences

    private mutating func control(_ rest: inout Substring) {
        guard rest.first == "[", let end = rest.firstIndex(where: \.isLetter) else {
            complaints.append("ESC without [")
            return
        }
        let parameters = rest[rest.index(after: rest.startIndex)..<end]
        let final = rest[end]
        rest = rest[rest.index(after: end)...]
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch final {
        case "H":
            (row, column) = (count - 1, max(1, numbers.dropFirst().first ?? 1) - 1)
            if count > size.rows || column ?? 0 >= size.columns { complaints.append("moved outside") }
        case "A": go(rows: -count)
        case "B": go(rows: count)
        case "C": go(columns: count)
        case "D": go(columns: -count)
        case "J" where numbers.first == 2: erase(marks.indices)
        case "J": if let place { erase(place..<marks.count) }
        case "K": if let place, let row { erase(place..<(row + 1) * size.columns) }
        case "X": if let place, let row { erase(place..<min(place + count, (row + 1) * size.columns)) }
        case "L": moveLines(down: count)
        case "M": moveLines(down: -count)
        case "b":
            guard let lastPrinted else { return complaints.append("repeated nothing") }
            // tmux before 3.4 does not repeat longer characters.
            guard lastPrinted.utf8.count == 1 else { return complaints.append("repeated more than a byte") }
            for _ in 0..<count { print(lastPrinted) }
        case "m": select(numbers)
        case "h" where ["?2026", "?7"].contains(parameters), "l" where ["?2026", "?7"].contains(parameters): break
        default: complaints.append("unknown sequence \(parameters)\(final)")
        }
        if final != "b" { lastPrinted = nil }
    }

    /// The index of the cursor's cell.
    private var place: Int? {
        mutating get {
            guard let row, let column else {
                complaints.append("did something at an unknown place")
                return nil
            }
            return row * size.columns + column
        }
    }

    private mutating func carriageReturn() {
        if row == nil { complaints.append("carriage return in an unknown row") }
        column = 0
        lastPrinted = nil
    }

    private mutating func lineFeed() { go(rows: 1) }

    private mutating func go(rows: Int = 0, columns: Int = 0) {
        lastPrinted = nil
        row = row.map { $0 + rows }
        column = column.map { $0 + columns }
        guard let row, columns == 0 || column != nil else { return complaints.append("moved from an unknown place") }
        guard row >= 0, row < size.rows, column ?? 0 >= 0, column ?? 0 < size.columns else {
            return complaints.append("moved over the edge")
        }
    }

    private mutating func erase(_ range: Range<Int>) {
        if !pen.leavesBlanksEmpty { complaints.append("erased with a colour") }
        guard !range.isEmpty else { return }
        for index in range { marks[index] = Mark(text: " ", pen: pen) }
        mend(range.lowerBound - 1)
        mend(range.upperBound)
    }

    private mutating func moveLines(down: Int) {
        guard let row, column == 0 else { return complaints.append("moved lines from within one") }
        if !pen.leavesBlanksEmpty { complaints.append("moved lines with a colour") }
        let (width, count) = (size.columns, min(abs(down), size.rows - row))
        let blank = Array(repeating: Mark(text: " ", pen: pen), count: count * width)
        if down > 0 {
            marks.removeLast(count * width)
            marks.insert(contentsOf: blank, at: row * width)
        } else {
            marks.removeSubrange(row * width..<(row + count) * width)
            marks += blank
        }
    }

    // MARK: - Characters

    private mutating func print(_ character: Character) {
        guard let row, let column else { return complaints.append("printed \(character) at an unknown place") }
        if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            complaints.append("control character")
        }
        let hasAmbiguousWidth = TextWidth.hasAmbiguousWidth(character)
        let width = width(of: character)
        // A character whose width is uncertain may extend beyond the edge.
        guard width > 0, hasAmbiguousWidth || column + width <= size.columns, row < size.rows else {
            return complaints.append("printed \(character) outside, at \(row), \(column)")
        }
        let index = row * size.columns + column
        let end = min(index + width, (row + 1) * size.columns)
        marks[index] = Mark(text: String(character), pen: pen)
        for rest in index + 1..<max(end, index + 1) { marks[rest] = Mark(text: "", pen: pen) }
        mend(index - 1)
        mend(end)
        lastPrinted = hasAmbiguousWidth ? nil : character
        let isColumnKnown = column + width < size.columns && (!hasAmbiguousWidth || doubt != .agrees)
        self.column = isColumnKnown ? column + width : nil
        // After the last column, some terminals have wrapped to the next row.
        if column + max(width, hasAmbiguousWidth ? 2 : 0) >= size.columns { self.row = nil }
    }

    /// Like real terminals, blanks the other half of a wide character that is overwritten in part.
    private mutating func mend(_ index: Int) {
        guard marks.indices.contains(index) else { return }
        let column = index % size.columns
        let hasSecondHalf = column + 1 < size.columns && marks[index + 1].text.isEmpty
        if marks[index].text.isEmpty, column == 0 || marks[index - 1].text.isEmpty || !isWide(marks[index - 1].text) {
            marks[index].text = " "
        } else if !hasSecondHalf, isWide(marks[index].text) {
            marks[index].text = " "
        }
    }

    private func isWide(_ text: String) -> Bool { text.first.map(width) ?? 0 >= 2 }

    private func width(of character: Character) -> Int {
        guard TextWidth.hasAmbiguousWidth(character) else { return TextWidth.of(character) }
        return switch doubt {
        case .agrees: TextWidth.of(character)
        case .width(let width): width
        case .parts: max(1, character.unicodeScalars.reduce(0) { $0 + TextWidth.of($1) })
        }
    }

    // MARK: - Attributes

    private mutating func select(_ numbers: [Int]) {
        var rest = numbers[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: pen = .standard
            case 1: pen.attributes.insert(.bold)
            case 2: pen.attributes.insert(.dim)
            case 3: pen.attributes.insert(.italic)
            case 4: pen.attributes.insert(.underline)
            case 7: pen.attributes.insert(.inverse)
            case 9: pen.attributes.insert(.strikethrough)
            case 22: pen.attributes.subtract([.bold, .dim])
            case 23: pen.attributes.remove(.italic)
            case 24: pen.attributes.remove(.underline)
            case 27: pen.attributes.remove(.inverse)
            case 29: pen.attributes.remove(.strikethrough)
            case 30...37: pen.foreground = .indexed(UInt8(code - 30))
            case 40...47: pen.background = .indexed(UInt8(code - 40))
            case 90...97: pen.foreground = .indexed(UInt8(code - 90 + 8))
            case 100...107: pen.background = .indexed(UInt8(code - 100 + 8))
            case 38: pen.foreground = extended(&rest)
            case 39: pen.foreground = .standard
            case 48: pen.background = extended(&rest)
            case 49: pen.background = .standard
            default: complaints.append("unknown attribute \(code)")
            }
        }
    }

    private mutating func extended(_ rest: inout ArraySlice<Int>) -> SGRState.Color {
        switch rest.popFirst() {
        case 5: return .indexed(UInt8(clamping: rest.popFirst() ?? 0))
        case 2:
            let parts = (0..<3).map { _ in UInt8(clamping: rest.popFirst() ?? 0) }
            return .rgb(RGB(parts[0], parts[1], parts[2]))
        default:
            complaints.append("unknown kind of colour")
            return .standard
        }
    }
}
