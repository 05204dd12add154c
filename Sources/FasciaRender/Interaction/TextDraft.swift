/// A text that is being edited, before it is anybody else's: its characters and the place of the cursor among them.
public struct TextDraft: Hashable, Sendable {
    /// Nobody types more than this into one line; what is pasted beyond it is left out.
    public static let longest = 16_384

    public private(set) var text: String
    /// How many characters stand before the cursor.
    public private(set) var cursor: Int

    /// With the cursor at the end.
    public init(_ text: String) {
        self.text = text
        cursor = text.count
    }

    /// Puts something where the cursor is, in one line and without control characters.
    public mutating func insert(_ new: String) {
        let line = TextWidth.line(new)
        let before = text.prefix(cursor)
        let room = max(0, TextDraft.longest - text.count)
        let head = String(before) + line.prefix(room)
        text = head + text.dropFirst(cursor)
        // Marks may have joined the character before them.
        cursor = head.count
    }

    /// What a key does; `false` for one that has nothing to do with text.
    public mutating func press(_ key: Key) -> Bool {
        switch key.name {
        case "space": insert(" ")
        case "backspace":
            guard cursor > 0 else { return true }
            cut(cursor - 1..<cursor)
        case "delete", "ctrl+d":
            guard cursor < text.count else { return true }
            cut(cursor..<cursor + 1)
        case "left", "ctrl+b": cursor = max(0, cursor - 1)
        case "right", "ctrl+f": cursor = min(text.count, cursor + 1)
        case "home", "ctrl+a": cursor = 0
        case "end", "ctrl+e": cursor = text.count
        case "ctrl+u": cut(0..<cursor)
        case "ctrl+k": cut(cursor..<text.count)
        case "ctrl+w": cut(startOfWord..<cursor)
        case let name where name.count == 1: insert(name)
        default: return false
        }
        return true
    }

    /// Blanks before the cursor and the word before them.
    private var startOfWord: Int {
        let before = Array(text.prefix(cursor))
        var index = before.count
        while index > 0, before[index - 1] == " " { index -= 1 }
        while index > 0, before[index - 1] != " " { index -= 1 }
        return index
    }

    private mutating func cut(_ range: Range<Int>) {
        var characters = Array(text)
        characters.removeSubrange(range)
        text = String(characters)
        cursor = min(range.lowerBound, text.count)
    }
}

extension TextWidth {
    /// What can be put into one line of text: line breaks and tabs become blanks, other control characters go.
    static func line(_ text: String) -> String {
        String(
            text.compactMap { character -> Character? in
                if character.isNewline || character == "\t" { return " " }
                let isControl = character.unicodeScalars.first?.properties.generalCategory == .control
                return isControl ? nil : character
            })
    }
}
