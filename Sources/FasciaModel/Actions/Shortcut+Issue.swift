import FasciaDocument

extension Shortcut {
    /// The terminal's own keys and their effects.
    package static let terminalKeys = [
        "q": "quits", "Q": "quits", "ctrl+l": "redraws", "tab": "moves the focus", "backtab": "moves the focus",
        "up": "moves the focus", "down": "moves the focus", "left": "moves the focus", "right": "moves the focus",
        "home": "moves the focus", "end": "moves the focus", "pageup": "scrolls", "pagedown": "scrolls",
        "space": "operates what has the focus", "backspace": "goes back",
    ]

    /// A warning about keys that have another meaning at a terminal. Each key is reported only when the screen first
    /// uses it.
    static func issue(about screen: Screen, replacing before: Screen?) -> Issue? {
        var new = Set(keys(in: screen.body).filter { terminalKeys[$0] != nil })
        if !new.isEmpty, let before { new.subtract(keys(in: before.body)) }
        guard !new.isEmpty else { return nil }
        let keys = new.sorted()
        let words = keys.map { "\"\($0)\", which \(terminalKeys[$0] ?? "")" }.joined(separator: ", and ")
        return Issue(
            .warning, .shortcut,
            "screen \"\(screen.id)\" uses the key \(words) at every terminal: use another one, such as ctrl+"
                + "\(keys[0].count == 1 ? keys[0].lowercased() : "g")",
            breadcrumbs: ["screen": .string(screen.id), "keys": .array(keys.map { .string($0) })])
    }

    private static func keys(in node: Node) -> [String] {
        let own = node.modifiers.compactMap { if case .shortcut(let key) = $0 { key } else { nil } }
        return own + node.inner.flatMap { keys(in: $0) }
    }
}
