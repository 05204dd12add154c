import FasciaScene

// How the built-in styles shrink in narrow rooms: first blanks are dropped, then brackets, then words. Marks that tell
// states apart are dropped last.

/// The columns of a control after the focus mark, and in a row before the blanks at the end. A very narrow control has
/// neither: the focus is also shown by inverse colours.
struct ControlLine {
    let start, end: Int
    var columns: Int { max(0, end - start) }

    init(_ size: CellSize, _ control: Control) {
        let isWide = control.isRow && size.columns > 12
        start = isWide ? control.inset : ControlLine.hasMark(size) ? 1 : 0
        end = isWide ? size.columns - max(1, control.inset) : size.columns
    }

    static func hasMark(_ size: CellSize) -> Bool { size.columns > 3 }

    /// Where bars and fields start: the same column in all rows that are as wide.
    func field(after label: String) -> Int {
        if label.isEmpty { return start }
        return max(start + columns * 2 / 5, min(start + TextWidth.of(label) + 1, start + columns / 2))
    }
}

/// A line of a control that shrinks with its room.
protocol FittedLine {
    var idealColumns: Int { get }
    /// The fewest columns in which no words are cut.
    var minimumColumns: Int { get }
}

/// `[ Words ]`, `[Words]`, `Words`, `Wor…`. A disabled control keeps its parentheses.
struct BracketedLabel: FittedLine {
    let words: String
    /// A suffix that is kept when the words are cut.
    var tail = ""
    /// The most important part of the words, shown alone in a narrow control; empty if they have no such part.
    var essence = ""
    let isEnabled: Bool

    var idealColumns: Int { minimumColumns + 2 }
    var minimumColumns: Int { TextWidth.of(words + tail) + 2 }

    func text(columns: Int) -> String {
        let brackets = isEnabled ? ("[", "]") : ("(", ")")
        if columns >= idealColumns { return "\(brackets.0) \(words)\(tail) \(brackets.1)" }
        if columns >= minimumColumns { return brackets.0 + words + tail + brackets.1 }
        if !essence.isEmpty, essence != words {
            let short = BracketedLabel(words: essence, tail: tail, isEnabled: isEnabled)
            return columns >= TextWidth.of(words + tail) && isEnabled ? words + tail : short.text(columns: columns)
        }
        if isEnabled { return cut(to: columns) }
        return columns > 2 ? "(" + cut(to: columns - 2) + ")" : cut(to: columns)
    }

    private func cut(to columns: Int) -> String {
        if TextWidth.of(words + tail) <= columns { return words + tail }
        let short = tail.filter { $0 != " " }
        let room = columns - TextWidth.of(short)
        return room > 0 ? Wrapping.truncate(words, columns: room) + short : Wrapping.truncate(words, columns: columns)
    }
}

/// `[✓] Words`, `[✓]Words`, `✓Words`, `[✓]Wor…`.
struct MarkedLabel: FittedLine {
    let words: String
    let brackets: (String, String)
    let mark: String
    /// The mark without brackets; it is not blank.
    let bareMark: String
    let isEnabled: Bool

    var idealColumns: Int { 4 + TextWidth.of(words) }
    var minimumColumns: Int { 3 + TextWidth.of(words) }

    /// The text before the mark, the mark, and the text after it.
    func text(columns: Int) -> (before: String, mark: String, after: String) {
        let width = TextWidth.of(words)
        if columns >= idealColumns { return (brackets.0, mark, brackets.1 + " " + words) }
        let isBare = isEnabled && columns >= 1 + width && columns < minimumColumns
        if isBare || columns < 3 { return ("", bareMark, Wrapping.truncate(words, columns: columns - 1)) }
        return (brackets.0, mark, brackets.1 + Wrapping.truncate(words, columns: columns - 3))
    }
}

/// `Label value`. The label is cut before the value.
struct LabelAndValue {
    let label: String
    let value: String

    var columns: Int {
        TextWidth.of(value) + (label.isEmpty || value.isEmpty ? 0 : 1) + TextWidth.of(label)
    }

    func text(columns: Int) -> String {
        if label.isEmpty || value.isEmpty { return Wrapping.truncate(label + value, columns: columns) }
        let room = columns - 1 - TextWidth.of(value)
        let isAlone = room < min(2, TextWidth.of(label))
        return isAlone
            ? Wrapping.truncate(value, columns: columns) : Wrapping.truncate(label, columns: room) + " " + value
    }
}

/// `Label ‹ value ›`, `Label ‹value›`, `Lab… ‹value›`, `‹value›`. An enabled control keeps its arrows.
struct ArrowValue {
    let label: String
    let value: String
    let isEnabled: Bool
    let unicode: Bool

    private var arrows: (String, String) {
        isEnabled ? (unicode ? ("‹", "›") : ("<", ">")) : (" ", " ")
    }

    var idealColumns: Int { minimumColumns + 2 }
    var minimumColumns: Int { LabelAndValue(label: label, value: value).columns + 2 }

    func text(columns: Int) -> String {
        let blank = columns >= idealColumns ? " " : ""
        let room = columns - 2 - 2 * blank.count
        guard room > 0 else { return Wrapping.truncate(value, columns: columns) }
        let shown = arrows.0 + blank + Wrapping.truncate(value, columns: room) + blank + arrows.1
        return LabelAndValue(label: label, value: shown).text(columns: columns)
    }
}

extension Control {
    /// The tint of an enabled control; `nil` for the terminal's default colour.
    var accent: RGB? { isEnabled ? tint.flatMap(SystemColors.visible) : nil }

    /// The option shown: a placeholder that is not selected has parentheses, and an option that is turned to but not yet picked
    /// has a question mark.
    var option: String {
        let value = words.value
        return switch state {
        case .off where !value.isEmpty: "(\(value))"
        case .mixed: value + "?"
        default: value
        }
    }

    /// The label with the condition, and the value, without control characters.
    var words: (label: String, value: String) {
        let label = TextWidth.clean(label)
        if conditions.isEmpty { return (label, TextWidth.clean(value)) }
        return ((label.isEmpty ? "" : label + " ") + "(\(condition))", TextWidth.clean(value))
    }

    /// The label of a control that shows its condition elsewhere if it is a row.
    var title: String { isRow ? TextWidth.clean(label) : words.label }

    /// Whether the state shown may not be the actual one.
    var isUnverified: Bool { conditions.contains { $0 == .pending || $0 == .unknown || $0 == .stale } }

    /// The words for the condition.
    var condition: String { conditions.map(\.rawValue).joined(separator: ", ") }

    /// A size of one row: the ideal width if there is room, else the minimum width without decoration, else the available
    /// width.
    func row(_ ideal: Int, _ minimum: Int, _ proposal: ProposedCells) -> CellSize {
        let room = proposal.columns ?? ideal
        let columns = room >= ideal ? ideal : room >= minimum ? minimum : max(1, room)
        return CellSize(columns: columns, rows: 1)
    }
}
