/// The names of the keys that terminals send as sequences.
enum KeyNames {
    /// - Parameters:
    ///   - final: the byte that ends the sequence after `ESC [` or `ESC O`.
    ///   - parameters: its numbers; the second is the modifiers plus one.
    /// - Returns: `nil` for a sequence that is no key we know.
    static func named(final: UInt8, parameters: [Int]) -> String? {
        let first = parameters.first ?? 0
        let modifiers = Modifiers(number: parameters.count > 1 ? parameters[1] : 0)
        switch UnicodeScalar(final) {
        case "u": return character(first, modifiers)
        // xterm's modifyOtherKeys: `ESC [ 27 ; modifiers ; character ~`.
        case "~" where first == 27 && parameters.count == 3: return character(parameters[2], modifiers)
        default: break
        }
        let name: String? = switch UnicodeScalar(final) {
        case "A": "up"
        case "B": "down"
        case "C": "right"
        case "D": "left"
        case "E": "begin"
        case "H": "home"
        case "F": "end"
        // The enter key of the numeric keypad in application mode.
        case "M": "enter"
        case "P": "f1"
        case "Q": "f2"
        case "R": "f3"
        case "S": "f4"
        case "Z": "backtab"
        case "~": numbered[first]
        default: nil
        }
        // Before the modifiers of a letter stands 1. `ESC [ 12 ; 40 R` is where the cursor is, not a key.
        guard let name, final == UInt8(ascii: "~") || first <= 1 else { return nil }
        return modifiers.prefix.map { $0 + name }
    }

    private static let numbered: [Int: String] = [
        1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end",
        11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10",
        23: "f11", 24: "f12",
    ]

    /// A key by its character, or by the number that kitty's protocol has for it among Unicode's private ones.
    private static func character(_ code: Int, _ modifiers: Modifiers) -> String? {
        if code == 9, modifiers == [.shift] { return "backtab" }
        if let name = named[code] ?? functionKey(code) { return modifiers.prefix.map { $0 + name } }
        guard code > 32, code != 127, !(0xE000...0xF8FF).contains(code), let scalar = UnicodeScalar(UInt32(code)) else {
            return nil
        }
        let character = Character(scalar)
        // As it comes without the protocol: Alt with a capital letter.
        guard modifiers.contains(.shift), character.isLetter else {
            return modifiers.prefix.map { $0 + String(character) }
        }
        return modifiers.subtracting(.shift).prefix.map { $0 + character.uppercased() }
    }

    private static let named: [Int: String] = {
        var names = [9: "tab", 13: "enter", 27: "escape", 32: "space", 127: "backspace"]
        // The numeric keypad.
        for digit in 0...9 { names[57399 + digit] = String(digit) }
        for (index, name) in [".", "/", "*", "-", "+", "enter", "=", ","].enumerated() { names[57409 + index] = name }
        let moves = ["left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert", "delete", "begin"]
        for (index, name) in moves.enumerated() { names[57417 + index] = name }
        return names
    }()

    private static func functionKey(_ code: Int) -> String? {
        (57376...57398).contains(code) ? "f\(code - 57376 + 13)" : nil
    }
}

/// Shift, alt and control; what else may be held down makes it a key of somebody else's.
private struct Modifiers: OptionSet {
    let rawValue: Int
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
    /// Super, hyper and meta.
    static let foreign = Modifiers(rawValue: 8 | 16 | 32)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// xterm's and kitty's number: one more than the sum of the bits. Caps lock and num lock do not count.
    init(number: Int) { self.init(rawValue: max(0, number - 1) & 63) }

    /// `nil` where the key is not for us.
    var prefix: String? {
        guard isDisjoint(with: .foreign) else { return nil }
        return (contains(.control) ? "ctrl+" : "") + (contains(.alt) ? "alt+" : "") + (contains(.shift) ? "shift+" : "")
    }
}
