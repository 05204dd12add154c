import FasciaDocument

extension Shortcut {
    /// What a key does at a terminal, if a screen should not take it: `goes back`. Enter is that of the default button.
    package static func meaning(of key: String) -> String? { key == "enter" ? nil : TerminalKey(key)?.meaning }

    /// A warning about keys that have another meaning at a terminal. Each key is reported only when the screen first
    /// uses it.
    static func issue(about screen: Screen, replacing before: Screen?) -> Issue? {
        var new = Set(keys(in: screen.body).filter { meaning(of: $0) != nil })
        if !new.isEmpty, let before { new.subtract(keys(in: before.body)) }
        guard !new.isEmpty else { return nil }
        let keys = new.sorted()
        let words = keys.map { "\"\($0)\", which \(meaning(of: $0) ?? "")" }.joined(separator: ", and ")
        return Issue(
            .warning, .shortcut,
            "screen \"\(screen.id)\" uses the key \(words) at every terminal: use another one, such as \(another(keys[0]))",
            breadcrumbs: ["screen": .string(screen.id), "keys": .array(keys.map { .string($0) })])
    }

    /// A key that is free at terminals.
    private static func another(_ key: String) -> String {
        let name = "ctrl+" + key.lowercased()
        return key.count == 1 && key.allSatisfy(\.isLetter) && TerminalKey(name) == nil ? name : "ctrl+s"
    }

    private static func keys(in node: Node) -> [String] {
        var own = node.modifiers.compactMap { if case .shortcut(let key) = $0 { key } else { nil } }
        // A button that cancels does what Escape does.
        if case .button(let button) = node.content, button.role == .cancel { own.removeAll { $0 == "escape" } }
        return own + node.inner.flatMap { keys(in: $0) }
    }
}
