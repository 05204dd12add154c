/// Makes untrusted text safe for a terminal: titles, values, client names, messages.
///
/// Such text may contain escape sequences, which can paint, change the window title or inject input; line feeds, which
/// can forge a line; and bidirectional controls, which can reorder text. All output of the daemon and the command line
/// passes through here, so that these characters are shown and have no effect.
public enum Printable {
    /// Replaces each unprintable character by an escape such as `\n`, `\x1b` or `\u{202e}`.
    ///
    /// - Parameter keepsLines: keeps line feeds, which the caller has inserted.
    public static func text(_ text: String, keepsLines: Bool = false) -> String {
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

    /// Escapes unprintable characters in JSON text without changing its meaning. In valid JSON they occur only in
    /// strings.
    ///
    /// - Parameter keepsLines: keeps line feeds between values.
    public static func json(_ text: String, keepsLines: Bool = false) -> String {
        escaped(text) { $0 == "\n" && keepsLines ? "\n" : "\\u" + hexadecimal($0, digits: 4) }
    }

    public static func isPrintable(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isPrintable) }

    /// Rejects C0, DEL, C1, line and paragraph separators, and the bidirectional embeddings, overrides and isolates.
    public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    private static func escaped(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintable(text) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isPrintable(scalar) { result.unicodeScalars.append(scalar) } else { result += escape(scalar) }
        }
        return result
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar, digits: Int) -> String {
        let text = String(scalar.value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension JSON {
    /// A copy with every string and every name made safe for a terminal, for display.
    public var printable: JSON {
        switch self {
        case .string(let text): .string(Printable.text(text))
        case .array(let elements): .array(elements.map(\.printable))
        case .object(let object):
            .object(.init(object.members.map { (Printable.text($0.key), $0.value.printable) }))
        default: self
        }
    }
}
