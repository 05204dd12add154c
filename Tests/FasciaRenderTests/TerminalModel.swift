@testable import FasciaRender

/// A small terminal: what is left on the screen after it was sent some sequences. It knows exactly the sequences
/// that the encoder may use, and reports anything else.
struct TerminalModel {
    struct Mark: Hashable { var text: String; var pen: Pen }

    let size: CellSize
    private(set) var marks: [Mark]
    private(set) var complaints: [String] = []
    private var pen = Pen.standard
    /// `nil` where real terminals would disagree on it.
    private var cursor: CellPoint?

    init(size: CellSize) {
        self.size = size
        marks = Array(repeating: Mark(text: " ", pen: .standard), count: size.columns * size.rows)
    }

    mutating func receive(_ sequence: String) {
        cursor = nil
        var rest = sequence[...]
        while let character = rest.first {
            if character == "\u{1B}" {
                control(&rest)
            } else {
                rest.removeFirst()
                print(character)
            }
        }
        if pen != .standard { complaints.append("the pen is left set") }
    }

    private mutating func control(_ rest: inout Substring) {
        rest.removeFirst()
        guard rest.first == "[", let end = rest.firstIndex(where: \.isLetter) else {
            complaints.append("ESC without [")
            return
        }
        let parameters = rest[rest.index(after: rest.startIndex)..<end]
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let final = rest[end]
        rest = rest[rest.index(after: end)...]
        let count = max(1, numbers.first ?? 1)
        switch final {
        case "H": cursor = CellPoint(column: (numbers.dropFirst().first ?? 1) - 1, row: (numbers.first ?? 1) - 1)
        case "C": cursor?.column += count
        case "J": for index in marks.indices { marks[index] = Mark(text: " ", pen: .standard) }
        case "K": erase(size.columns)
        case "X": erase(count)
        case "m": select(numbers)
        default: complaints.append("unknown sequence \(parameters)\(final)")
        }
        if final == "C", cursor == nil { complaints.append("moved from an unknown place") }
    }

    private mutating func erase(_ count: Int) {
        guard let cursor else { return complaints.append("erased at an unknown place") }
        if pen != .standard { complaints.append("erased with a colour") }
        for column in cursor.column..<min(size.columns, cursor.column + count) {
            set(column, cursor.row, Mark(text: " ", pen: pen))
        }
    }

    private mutating func print(_ character: Character) {
        guard let at = cursor else { return complaints.append("printed \(character) at an unknown place") }
        if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            complaints.append("control character")
        }
        let width = TextWidth.of(character)
        guard at.column + width <= size.columns, at.row < size.rows, width > 0 else {
            return complaints.append("printed \(character) outside, at \(at)")
        }
        set(at.column, at.row, Mark(text: String(character), pen: pen))
        if width == 2 {
            set(at.column + 1, at.row, Mark(text: "", pen: pen), keepsLead: true)
        }
        cursor = TextWidth.isDoubtful(character) ? nil : CellPoint(column: at.column + width, row: at.row)
    }

    /// As real terminals do: overwriting one half of a wide character blanks the other.
    private mutating func set(_ column: Int, _ row: Int, _ mark: Mark, keepsLead: Bool = false) {
        let index = row * size.columns + column
        if marks[index].text.isEmpty, column > 0, !keepsLead { marks[index - 1].text = " " }
        if column + 1 < size.columns, marks[index + 1].text.isEmpty { marks[index + 1].text = " " }
        marks[index] = mark
    }

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

    private mutating func extended(_ rest: inout ArraySlice<Int>) -> Pen.Color {
        switch rest.popFirst() {
        case 5: return .indexed(UInt8(rest.popFirst() ?? 0))
        case 2:
            let parts = (0..<3).map { _ in UInt8(rest.popFirst() ?? 0) }
            return .rgb(RGB(parts[0], parts[1], parts[2]))
        default:
            complaints.append("unknown kind of colour")
            return .standard
        }
    }

    /// What can be seen: a blank has no letters, so only its background counts.
    static func visible(_ marks: [Mark]) -> [Mark] {
        marks.map { mark in
            guard mark.text == " ", mark.pen.leavesBlanksEmpty else { return mark }
            return Mark(text: " ", pen: .standard)
        }
    }

    static func expected(_ picture: CellBuffer, _ colors: Profile.Colors) -> [Mark] {
        visible(picture.cells.map { Mark(text: $0.text, pen: Pen($0.style, colors: colors)) })
    }
}
