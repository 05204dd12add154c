/// The names of the keys that terminals send as sequences.
enum KeyNames {
    /// - Parameters:
    ///   - final: the byte that ends the sequence after `ESC [` or `ESC O`.
    ///   - parameters: its numbers; the second is the modifiers plus one.
    /// - Returns: `nil` for a sequence that is no key we know.
    static func named(final: UInt8, parameters: [Int]) -> String? {
        let name: String? = switch UnicodeScalar(final) {
        case "A": "up"
        case "B": "down"
        case "C": "right"
        case "D": "left"
        case "H": "home"
        case "F": "end"
        // The enter key of the numeric keypad in application mode.
        case "M": "enter"
        case "P": "f1"
        case "Q": "f2"
        case "R": "f3"
        case "S": "f4"
        case "Z": "backtab"
        case "~": numbered[parameters.first ?? 0]
        default: nil
        }
        // Before the modifiers of a letter stands 1. `ESC [ 12 ; 40 R` is where the cursor is, not a key.
        guard let name, final == UInt8(ascii: "~") || (parameters.first ?? 0) <= 1 else { return nil }
        return modifiers(parameters.count > 1 ? parameters[1] : 0) + name
    }

    private static let numbered: [Int: String] = [
        1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end",
        11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10",
        23: "f11", 24: "f12",
    ]

    /// xterm's modifier number: one more than the sum of shift 1, alt 2 and control 4.
    private static func modifiers(_ number: Int) -> String {
        guard number > 1 else { return "" }
        let bits = number - 1
        return (bits & 4 != 0 ? "ctrl+" : "") + (bits & 2 != 0 ? "alt+" : "") + (bits & 1 != 0 ? "shift+" : "")
    }
}
