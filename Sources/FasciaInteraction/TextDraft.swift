import FasciaRender

/// A text being edited on one terminal: its characters and the cursor.
public struct TextDraft: Hashable, Sendable {
    /// The longest text, in characters. Pasted text beyond it is dropped.
    public static let maximumLength = 16_384

    public private(set) var text: String
    /// The number of characters before the cursor.
    public private(set) var cursor: Int
    /// Whether the text may have several lines.
    public let hasLines: Bool
    /// Whether the last insertion did not fit.
    private(set) var isCut = false

    /// Creates a draft with the cursor at the end.
    public init(_ text: String, hasLines: Bool = false) {
        self.text = text
        self.hasLines = hasLines
        cursor = text.count
    }

    /// Inserts text at the cursor, without control characters, and as one line unless `hasLines`: without the line ends around
    /// it, which come with copied lines, and with a blank for each line end in it.
    public mutating func insert(_ new: String) {
        let line = hasLines ? TextWidth.lines(new) : TextWidth.line(new.withoutOuterLineEnds)
        let before = text.prefix(cursor)
        let room = max(0, TextDraft.maximumLength - text.count)
        isCut = line.count > room
        let head = String(before) + line.prefix(room)
        text = head + text.dropFirst(cursor)
        // Combining marks may have joined the preceding character.
        cursor = head.count
    }

    /// Returns, once, a message about what was dropped; `nil` if nothing was. How much it is, is not known: a long paste
    /// comes in pieces.
    mutating func takeNotice() -> String? {
        guard isCut else { return nil }
        isCut = false
        return "a text field may have at most \(TextDraft.maximumLength) characters: what is beyond them was left out"
    }

    public mutating func moveCursor(to index: Int) { cursor = min(max(0, index), text.count) }

    /// Handles an editing key. The keys are those of readline(3).
    ///
    /// - Parameter cut: the text that was cut last, which some keys set and Ctrl-Y inserts.
    /// - Returns: `false` for a key that does not edit text.
    public mutating func press(_ key: Key, cut: inout String) -> Bool {
        switch key.name {
        case "space", "shift+space": insert(" ")
        case "backspace", "shift+backspace": if cursor > 0 { remove(cursor - 1..<cursor) }
        case "delete", "ctrl+d": if cursor < text.count { remove(cursor..<cursor + 1) }
        case "left", "ctrl+b": moveCursor(to: cursor - 1)
        case "right", "ctrl+f": moveCursor(to: cursor + 1)
        case "ctrl+left", "alt+left", "alt+b": cursor = startOfWord
        case "ctrl+right", "alt+right", "alt+f": cursor = endOfWord
        case "home", "ctrl+a": cursor = 0
        case "end", "ctrl+e": cursor = text.count
        case "ctrl+u": take(0..<cursor, into: &cut)
        case "ctrl+k": take(cursor..<text.count, into: &cut)
        case "ctrl+w": take(startOfBlankWord..<cursor, into: &cut)
        case "alt+backspace", "ctrl+backspace": take(startOfWord..<cursor, into: &cut)
        case "alt+d", "ctrl+delete", "alt+delete": take(cursor..<endOfWord, into: &cut)
        case "ctrl+y": insert(cut)
        case let name where name.count == 1: insert(name)
        default: return false
        }
        return true
    }

    /// Handles a key that has its own meaning in a text of several lines, which are `columns` wide. Up in the first
    /// line and Down in the last line leave the text.
    ///
    /// - Returns: `false` for any other key.
    mutating func press(_ key: Key, columns: Int) -> Bool {
        guard hasLines else { return false }
        let lines = EditedLines(text, columns: columns)
        let line = lines.line(of: cursor)
        switch key.name {
        case "enter": insert("\n")
        case "up" where line > 0: cursor = lines.cursor(line: line - 1, column: lines.column(of: cursor))
        case "down" where line + 1 < lines.ranges.count:
            cursor = lines.cursor(line: line + 1, column: lines.column(of: cursor))
        case "home", "ctrl+a": cursor = lines.ranges[line].lowerBound
        case "end", "ctrl+e": cursor = lines.cursor(line: line, column: .max)
        default: return false
        }
        return true
    }

    // MARK: - Words

    /// The start of the word before the cursor, skipping other characters before the cursor. Words are letters and
    /// digits.
    private var startOfWord: Int {
        let before = Array(text.prefix(cursor))
        var index = before.count
        while index > 0, !before[index - 1].isInWord { index -= 1 }
        while index > 0, before[index - 1].isInWord { index -= 1 }
        return index
    }

    private var endOfWord: Int {
        let all = Array(text)
        var index = cursor
        while index < all.count, !all[index].isInWord { index += 1 }
        while index < all.count, all[index].isInWord { index += 1 }
        return index
    }

    /// The start of the blank-separated word before the cursor.
    private var startOfBlankWord: Int {
        let before = Array(text.prefix(cursor))
        var index = before.count
        while index > 0, before[index - 1].isWhitespace { index -= 1 }
        while index > 0, !before[index - 1].isWhitespace { index -= 1 }
        return index
    }

    // MARK: - Cutting

    private mutating func take(_ range: Range<Int>, into cut: inout String) {
        guard !range.isEmpty else { return }
        cut = String(Array(text)[range])
        remove(range)
    }

    private mutating func remove(_ range: Range<Int>) {
        var characters = Array(text)
        characters.removeSubrange(range)
        text = String(characters)
        cursor = min(range.lowerBound, text.count)
    }
}

extension String {
    fileprivate var withoutOuterLineEnds: String {
        guard let first = firstIndex(where: { !$0.isNewline }), let last = lastIndex(where: { !$0.isNewline }) else { return "" }
        return String(self[first...last])
    }
}

extension Character {
    fileprivate var isInWord: Bool { isLetter || isNumber }
}
