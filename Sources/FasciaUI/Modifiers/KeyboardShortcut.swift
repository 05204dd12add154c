import FasciaModel

/// A key, as SwiftUI names it.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral character: Character) { self.character = character }

    public static let upArrow = KeyEquivalent("\u{F700}")
    public static let downArrow = KeyEquivalent("\u{F701}")
    public static let leftArrow = KeyEquivalent("\u{F702}")
    public static let rightArrow = KeyEquivalent("\u{F703}")
    public static let home = KeyEquivalent("\u{F729}")
    public static let end = KeyEquivalent("\u{F72B}")
    public static let pageUp = KeyEquivalent("\u{F72C}")
    public static let pageDown = KeyEquivalent("\u{F72D}")
    public static let deleteForward = KeyEquivalent("\u{F728}")
    public static let delete = KeyEquivalent("\u{8}")
    public static let escape = KeyEquivalent("\u{1B}")
    public static let `return` = KeyEquivalent("\r")
    public static let tab = KeyEquivalent("\t")
    public static let space = KeyEquivalent(" ")
}

/// Modifier keys.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let capsLock = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    public static let option = EventModifiers(rawValue: 8)
    /// Terminals do not have this key; Control replaces it.
    public static let command = EventModifiers(rawValue: 16)
    public static let numericPad = EventModifiers(rawValue: 32)
    public static let all = EventModifiers(rawValue: 63)
}

/// A key with modifiers.
public struct KeyboardShortcut: Hashable, Sendable {
    public var key: KeyEquivalent
    public var modifiers: EventModifiers

    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }

    /// Enter, in a text field without a submit action.
    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    /// Escape.
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])

    /// The name of the key for `terminal.key`; `nil` for the reserved keys Control-C and Control-Z.
    var name: String? {
        let base: String
        switch key {
        case .upArrow: base = "up"
        case .downArrow: base = "down"
        case .leftArrow: base = "left"
        case .rightArrow: base = "right"
        case .home: base = "home"
        case .end: base = "end"
        case .pageUp: base = "pageup"
        case .pageDown: base = "pagedown"
        case .deleteForward: base = "delete"
        case .delete: base = "backspace"
        case .escape: base = "escape"
        case .return: base = "enter"
        case .tab: base = "tab"
        case .space: base = "space"
        default: base = modifiers.isDisjoint(with: [.control, .command])
            ? String(modifiers.contains(.shift) ? Character(key.character.uppercased()) : key.character)
            : key.character.lowercased()
        }
        let control = modifiers.isDisjoint(with: [.control, .command]) ? "" : "ctrl+"
        let name = control + (modifiers.contains(.option) ? "alt+" : "") + base
        // Reserved: they always quit or suspend the client at the terminal.
        return name == "ctrl+c" || name == "ctrl+z" ? nil : name
    }

    /// The key for messages: `Control-S`.
    var shown: String {
        guard let name else { return modifiers.isEmpty ? "\(key.character)" : "Control-\(key.character.uppercased())" }
        let parts = name.split(separator: "+", omittingEmptySubsequences: true)
        return parts.map { ["ctrl": "Control", "alt": "Option"][$0] ?? String($0) }.joined(separator: "-")
    }

    /// Keys with a built-in function in a terminal, phrased for a warning. Escape and Enter are missing because
    /// `cancelAction` and `defaultAction` use them.
    static let ownKeys = [
        "q": "leaves it", "Q": "leaves it", "ctrl+l": "draws it anew", "tab": "moves the focus", "up": "moves the focus",
        "down": "moves the focus", "left": "moves the focus", "right": "moves the focus", "home": "moves the focus",
        "end": "moves the focus", "pageup": "scrolls", "pagedown": "scrolls", "space": "operates what has the focus",
        "backspace": "goes back",
    ]
}

extension View {
    /// Adds a key that operates the control wherever the focus is.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }

    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
        keyboardShortcut(Optional(shortcut))
    }

    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        node { check in
            guard let shortcut else { return [] }
            guard let name = shortcut.name else {
                check.report(
                    "keyboardShortcut: \(shortcut.shown) is left out: it belongs to whoever sits at the terminal, and ends "
                        + "or suspends what shows it")
                return []
            }
            if let meaning = KeyboardShortcut.ownKeys[name] {
                check.report(
                    "keyboardShortcut: \(shortcut.shown) is the terminal's own key and \(meaning) no more while this "
                        + "control is shown: add a modifier")
            }
            return [.shortcut(name)]
        }
    }
}
