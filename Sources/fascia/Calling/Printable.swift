import FasciaModel

/// What came from elsewhere, made fit for a terminal: titles, values, names of clients, messages.
///
/// Anybody may have put an escape sequence into them, which would paint, retitle or even type; a line feed, which would
/// look like a line of our own; or a mark that turns the direction of what follows. They are shown, and do nothing.
enum Printable {
    /// `\n`, `\x1b`, `\u{202e}` in the place of what does not print.
    ///
    /// - Parameter keepsLines: line feeds are ours.
    static func text(_ text: String, keepsLines: Bool = false) -> String {
        escaped(text) { scalar in
            switch scalar.value {
            case 0x0A: keepsLines ? "\n" : "\\n"
            case 0x09: "\\t"
            case 0x0D: "\\r"
            case ..<0x100: "\\x" + hexadecimal(scalar, digits: 2)
            default: "\\u{" + hexadecimal(scalar, digits: 4) + "}"
            }
        }
    }

    /// JSON text that means the same: what does not print can be only in its strings, and has an escape there.
    static func json(_ text: String) -> String { escaped(text) { "\\u" + hexadecimal($0, digits: 4) } }

    static func isPrintable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isUnprintable) }

    /// C0, DEL, C1; line and paragraph separators, embeddings, overrides and isolates of direction.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintable(text) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnprintable(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar, digits: Int) -> String {
        let text = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension JSON {
    /// The same with every string and every name made fit for a terminal: what the texts for people are made of.
    var printable: JSON {
        switch self {
        case .string(let text): .string(Printable.text(text))
        case .array(let elements): .array(elements.map(\.printable))
        case .object(let object):
            .object(.init(object.members.map { (Printable.text($0.key), $0.value.printable) }))
        default: self
        }
    }
}
