/// Edits the text of a filter, or of the palette that finds things.
enum FilterInput {
    private static let maximumLength = 64

    /// The text after a key, `nil` inside if the filter ends; `nil` if the key does not edit it.
    static func edit(_ text: String, _ key: Key) -> String?? {
        switch key.name {
        case "backspace", "shift+backspace": return .some(text.isEmpty ? nil : String(text.dropLast()))
        case "ctrl+u": return .some("")
        // A leading blank operates the row in focus, as ever.
        case "space", " ": return text.isEmpty ? .none : .some(paste(" ", into: text))
        default: return key.isCharacter ? .some(paste(key.name, into: text)) : .none
        }
    }

    /// The text with another one at its end, whose line breaks are blanks.
    static func paste(_ pasted: String, into text: String) -> String { String(joined(text, pasted).prefix(maximumLength)) }

    /// What the user is told of a paste that does not fit; `nil` if it does.
    static func notice(ofPasting pasted: String, into text: String) -> String? {
        guard joined(text, pasted).count > maximumLength else { return nil }
        return "a filter may have at most \(maximumLength) characters: what is beyond them was left out"
    }

    private static func joined(_ text: String, _ pasted: String) -> String {
        text + pasted.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
