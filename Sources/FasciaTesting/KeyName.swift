enum KeyName {
    private static let named: Set<String> = [
        "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "backtab", "enter", "space",
        "escape", "backspace", "delete", "insert",
    ]

    private static let others: [String: String] = [
        "return": "enter", "esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "shift+tab": "backtab",
        "del": "delete",
    ]

    /// The terminal's name for a key, ignoring case and accepting aliases; `nil` if there is no such key.
    static func resolve(_ name: String) -> String? {
        if name.count == 1 { return name == " " ? "space" : name }
        let lower = name.lowercased()
        if let other = others[lower] { return other }
        let parts = lower.split(separator: "+")
        let bare = parts.last.map(String.init) ?? lower
        let isModified = bare.count < lower.count
        guard parts.dropLast().allSatisfy({ ["ctrl", "alt", "shift"].contains($0) }) else { return nil }
        let isFunction = bare.first == "f" && Int(bare.dropFirst()).map { (1...12).contains($0) } == true
        return named.contains(bare) || isFunction || isModified && bare.count == 1 ? lower : nil
    }

    static var all: String { named.sorted().joined(separator: ", ") + ", f1 to f12, a character, or one after ctrl+" }
}
