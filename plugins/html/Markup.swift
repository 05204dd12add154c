import FasciaDocument

/// HTML text. What is not markup is escaped.
struct Markup {
    /// An attribute without a value is left out; with an empty one it is only named.
    typealias Attributes = KeyValuePairs<StaticString, String?>

    private(set) var text = ""

    /// The tag that begins an element.
    mutating func begin(_ name: StaticString, _ attributes: Attributes = [:]) {
        text += "<\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            text += " \(name)"
            guard !value.isEmpty else { continue }
            text += "=\""
            words(value)
            text += "\""
        }
        text += ">"
    }

    mutating func end(_ name: StaticString) { text += "</\(name)>" }

    mutating func words(_ words: String) {
        for scalar in words.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            // HTML has no such characters.
            case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            // They could reorder the words around them.
            default: text.unicodeScalars.append(Printable.isPrintable(scalar) ? scalar : "\u{FFFD}")
            }
        }
    }

    /// Markup that is written as it is.
    mutating func raw(_ markup: StaticString) { text += "\(markup)" }
}
