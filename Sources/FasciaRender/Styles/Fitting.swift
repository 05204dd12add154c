import FasciaModel

// How the built-in styles give way where there is little room: first blanks, then brackets, then words. What tells one
// state from another goes last.

/// The columns of a control that are left for it beside the mark of the focus. Where there are hardly any, the mark goes:
/// the focus is inverse, too.
struct ControlLine {
    let start: Int
    let columns: Int

    init(_ size: CellSize) {
        start = size.columns > 3 ? 1 : 0
        columns = max(0, size.columns - start)
    }
}

/// `[ Words ]`, `[Words]`, `Words`, `Wor…`. The parentheses of what cannot be operated stay.
struct BracketedWords {
    let words: String
    /// What stands at the end of the words whatever becomes of them.
    var tail = ""
    /// What says the most in the fewest columns; nothing: the words as a whole.
    var essence = ""
    let isEnabled: Bool

    var idealColumns: Int { least(with: words) + 2 }
    /// So many columns lose no words.
    var leastColumns: Int { least(with: words) }

    private func least(with words: String) -> Int { TextWidth.of(words + tail) + 2 }

    func text(columns: Int) -> String {
        let brackets = isEnabled ? ("[", "]") : ("(", ")")
        if columns >= idealColumns { return "\(brackets.0) \(words)\(tail) \(brackets.1)" }
        if columns >= leastColumns { return brackets.0 + words + tail + brackets.1 }
        if !essence.isEmpty, essence != words {
            let short = BracketedWords(words: essence, tail: tail, isEnabled: isEnabled)
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
struct MarkedWords {
    let words: String
    let brackets: (String, String)
    let mark: String
    /// The mark where it has no brackets around it: not a blank.
    let bareMark: String
    let isEnabled: Bool

    var idealColumns: Int { 4 + TextWidth.of(words) }
    var leastColumns: Int { 3 + TextWidth.of(words) }

    /// What stands before the mark, the mark, and what stands behind it.
    func text(columns: Int) -> (before: String, mark: String, after: String) {
        let width = TextWidth.of(words)
        if columns >= idealColumns { return (brackets.0, mark, brackets.1 + " " + words) }
        let isBare = isEnabled && columns >= 1 + width && columns < leastColumns
        if isBare || columns < 3 { return ("", bareMark, Wrapping.truncate(words, columns: columns - 1)) }
        return (brackets.0, mark, brackets.1 + Wrapping.truncate(words, columns: columns - 3))
    }
}

/// `Label value`: the label gives way to the value.
struct LabelledValue {
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

/// `Label ‹ value ›`, `Label ‹value›`, `Lab… ‹value›`, `‹value›`: what can be turned has arrows, whatever becomes of it.
struct TurnedValue {
    let label: String
    let value: String
    let isEnabled: Bool
    let unicode: Bool

    private var arrows: (String, String) {
        isEnabled ? (unicode ? ("‹", "›") : ("<", ">")) : (" ", " ")
    }

    var idealColumns: Int { leastColumns + 2 }
    var leastColumns: Int { LabelledValue(label: label, value: value).columns + 2 }

    func text(columns: Int) -> String {
        let blank = columns >= idealColumns ? " " : ""
        let room = columns - 2 - 2 * blank.count
        guard room > 0 else { return Wrapping.truncate(value, columns: columns) }
        let shown = arrows.0 + blank + Wrapping.truncate(value, columns: room) + blank + arrows.1
        return LabelledValue(label: label, value: shown).text(columns: columns)
    }
}

extension Control {
    /// Its label and its value without anything that a terminal would obey.
    var words: (label: String, value: String) { (TextWidth.clean(label), TextWidth.clean(value)) }

    /// One row: as wide as it likes to be, else without decoration, else as wide as it may be.
    func row(_ ideal: Int, _ least: Int, _ proposal: ProposedCells) -> CellSize {
        let room = proposal.columns ?? ideal
        let columns = room >= ideal ? ideal : room >= least ? least : max(1, room)
        return CellSize(columns: columns, rows: 1)
    }
}
