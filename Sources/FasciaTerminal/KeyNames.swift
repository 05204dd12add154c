/// Names the keys that terminals send as sequences.
enum KeyNames {
    /// - Parameters:
    ///   - final: the byte that ends the sequence after `ESC [` or `ESC O`.
    ///   - parameters: the numbers of the sequence; the second is the modifier bits plus one.
    /// - Returns: the key's name in the wire protocol; `nil` for a sequence that is not a known key.
    static func named(final: UInt8, parameters: [Int]) -> String? {
        let first = parameters.first ?? 0
        let modifiers = Modifiers(number: parameters.count > 1 ? parameters[1] : 0)
        switch UnicodeScalar(final) {
        case "u": return character(first, modifiers)
        // xterm's modifyOtherKeys: `ESC [ 27 ; modifiers ; character ~`.
        case "~" where first == 27 && parameters.count == 3: return character(parameters[2], modifiers)
        default: break
        }
        let name: String? =
            switch UnicodeScalar(final) {
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
        // A sequence that ends with a letter has 1 before its modifiers. `ESC [ 12 ; 40 R` is a cursor position report,
        // not a key.
        guard let name, final == UInt8(ascii: "~") || first <= 1 else { return nil }
        return modifiers.prefix.map { $0 + name }
    }

    private static let numbered: [Int: String] = [
        1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end",
        11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10",
        23: "f11", 24: "f12",
    ]

    /// A key by its Unicode code point, or by its number in kitty's protocol, which uses the private use area.
    private static func character(_ code: Int, _ modifiers: Modifiers) -> String? {
        if code == 9, modifiers == [.shift] { return "backtab" }
        if let name = named[code] ?? functionKey(code) { return modifiers.prefix.map { $0 + name } }
        guard code > 32, code != 127, !(0xE000...0xF8FF).contains(code), let scalar = UnicodeScalar(UInt32(code)) else {
            return nil
        }
        let character = Character(scalar)
        // The same name as without kitty's protocol: Alt with a capital letter.
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

/// The modifiers of a key. Keys with modifiers other than Shift, Alt and Control are not reported.
private struct Modifiers: OptionSet {
    let rawValue: Int
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
    /// Super, hyper and meta.
    static let foreign = Modifiers(rawValue: 8 | 16 | 32)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Decodes the number that xterm and kitty send: one more than the sum of the bits. Caps Lock and Num Lock are
    /// ignored.
    init(number: Int) { self.init(rawValue: max(0, number - 1) & 63) }

    /// `ctrl+alt+shift+` with the modifiers that are held down; `nil` with a modifier of `foreign`.
    var prefix: String? {
        guard isDisjoint(with: .foreign) else { return nil }
        return (contains(.control) ? "ctrl+" : "") + (contains(.alt) ? "alt+" : "") + (contains(.shift) ? "shift+" : "")
    }
}
