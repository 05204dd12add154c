import FasciaDocument
import FasciaModel

/// A key, as SwiftUI names it.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral character: Character) { self.character = character }

    public static let upArrow = KeyEquivalent("\u{F700}"), downArrow = KeyEquivalent("\u{F701}")
    public static let leftArrow = KeyEquivalent("\u{F702}"), rightArrow = KeyEquivalent("\u{F703}")
    public static let home = KeyEquivalent("\u{F729}"), end = KeyEquivalent("\u{F72B}"), pageUp = KeyEquivalent("\u{F72C}")
    public static let pageDown = KeyEquivalent("\u{F72D}"), deleteForward = KeyEquivalent("\u{F728}")
    public static let delete = KeyEquivalent("\u{8}"), escape = KeyEquivalent("\u{1B}"), `return` = KeyEquivalent("\r")
    public static let tab = KeyEquivalent("\t"), space = KeyEquivalent(" ")

    /// The name of a key that types no visible character, as in `terminal.key`; `nil` for other keys.
    var name: String? {
        switch self {
        case .upArrow: "up"
        case .downArrow: "down"
        case .leftArrow: "left"
        case .rightArrow: "right"
        case .home: "home"
        case .end: "end"
        case .pageUp: "pageup"
        case .pageDown: "pagedown"
        case .deleteForward: "delete"
        case .delete: "backspace"
        case .escape: "escape"
        case .return: "enter"
        case .tab: "tab"
        case .space: "space"
        default: nil
        }
    }

    /// Whether it types one visible Unicode scalar. Terminals send characters of several scalars as several keys, and
    /// control characters and those for private use as other keys or not at all.
    var isCharacter: Bool {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return false }
        return ![.control, .privateUse, .unassigned].contains(scalar.properties.generalCategory)
    }
}

/// Modifier keys.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let capsLock = EventModifiers(rawValue: 1), shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4), option = EventModifiers(rawValue: 8)
    /// Terminals do not have this key; Control replaces it.
    public static let command = EventModifiers(rawValue: 16), numericPad = EventModifiers(rawValue: 32)
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

    /// The name under which terminals send the key; `nil` if none of them sends it.
    var name: String? {
        let others = (isControl ? "ctrl+" : "") + (modifiers.contains(.option) ? "alt+" : "")
        let isShifted = modifiers.contains(.shift)
        if let base = key.name {
            if key == .tab, isShifted, others.isEmpty { return "backtab" }
            return others + (isShifted ? "shift+" : "") + base
        }
        guard key.isCharacter else { return nil }
        if isShifted, key.character.isLetter {
            // Shift is part of a capital letter.
            let capital = key.character.uppercased()
            return capital.unicodeScalars.count == 1 ? others + capital : nil
        }
        // On its own, Shift is part of any character: which key types a "?" depends on the keyboard.
        if others.isEmpty { return String(key.character) }
        return others + (isShifted ? "shift+" : "") + (isControl ? key.character.lowercased() : String(key.character))
    }

    private var isControl: Bool { !modifiers.isDisjoint(with: [.control, .command]) }

    /// Whether this is Control-C or Control-Z, which always quit or suspend the client at the terminal.
    var isReserved: Bool { ["ctrl+c", "ctrl+z"].contains(name) }

    /// The key for messages: `Control-S`.
    var displayName: String {
        let held =
            (isControl ? ["Control"] : []) + (modifiers.contains(.option) ? ["Option"] : [])
            + (modifiers.contains(.shift) ? ["Shift"] : [])
        let scalars = key.character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
        let base =
            name == nil
            ? scalars.joined(separator: "-")
            : key.name ?? (held.isEmpty ? String(key.character) : key.character.uppercased())
        return (held + [base]).joined(separator: "-")
    }
}

extension View {
    /// Adds a key that operates the control wherever the focus is.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { keyboardShortcut(Optional(shortcut)) }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        node { check in
            guard let shortcut else { return [] }
            guard let name = shortcut.name else {
                check.report("keyboardShortcut: \(shortcut.displayName) is ignored: no terminal sends this key")
                return []
            }
            guard !shortcut.isReserved else {
                check.report(
                    "keyboardShortcut: \(shortcut.displayName) is ignored: it quits or suspends the terminal client")
                return []
            }
            if shortcut != .cancelAction, let meaning = Shortcut.meaning(of: name) {
                check.report(
                    "keyboardShortcut: \(shortcut.displayName) replaces a built-in key (\(meaning)) while this control is shown: "
                        + "add a modifier")
            }
            return [.shortcut(name)]
        }
    }
}
