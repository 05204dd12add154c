import FasciaDocument

/// Toggle groups as a tree:
///
///     [-] extras  Extras
///         [x] cheese  Cheese
///         [ ] ham  Ham
///         [ ] olives  Olives (disabled)
///         [x] nginx (pending)
///         [?] vpn (unknown: no such command)
enum ToggleText {
    static func tree(_ result: JSON) -> String {
        roots(result).map { lines($0, depth: 0).joined(separator: "\n") }.joined(separator: "\n")
    }

    @Sendable
    static func ids(_ result: JSON) -> [String] {
        func ids(_ toggle: JSON) -> [String] {
            [toggle["id"]?.stringValue].compactMap { $0 } + options(toggle).flatMap(ids)
        }
        return roots(result).flatMap(ids)
    }

    /// The state of an option or a group: on, off or mixed; `unknown` if it is that of an option, or depends on one, whose state
    /// nobody knows; `nil` for a group without a state.
    static func state(_ toggle: JSON) -> String? {
        guard let shown = toggle["state"]?.stringValue else { return nil }
        guard let options = toggle["options"]?.arrayValue, !options.isEmpty else {
            return ConditionWords.isUnknown(toggle["condition"]) ? ConditionWords.unknown : shown
        }
        let states = Set(options.compactMap(state))
        // Whatever the others are.
        if states.contains("mixed") || states.isSuperset(of: ["on", "off"]) { return "mixed" }
        return states.contains(ConditionWords.unknown) ? ConditionWords.unknown : shown
    }

    /// All groups, or the one toggle that was requested.
    private static func roots(_ result: JSON) -> [JSON] { result["groups"]?.arrayValue ?? [result] }

    private static func options(_ toggle: JSON) -> [JSON] { toggle["options"]?.arrayValue ?? [] }

    private static func lines(_ toggle: JSON, depth: Int) -> [String] {
        let id = toggle["id"]?.stringValue ?? "?"
        // Options are shown without the group's prefix.
        let name = depth == 0 ? id : id.split(separator: "/").last.map(String.init) ?? id
        let title = toggle["title"]?.stringValue.flatMap { $0 == name ? nil : "  " + $0 } ?? ""
        let disabled = toggle["enabled"]?.boolValue == false ? " (disabled)" : ""
        let line =
            String(repeating: "    ", count: depth) + mark(toggle) + name + title + disabled
            + ConditionWords.suffix(toggle["condition"])
        return [line] + options(toggle).flatMap { lines($0, depth: depth + 1) }
    }

    private static func mark(_ toggle: JSON) -> String {
        switch state(toggle) {
        case "on": "[x] "
        case "off": "[ ] "
        case "mixed": "[-] "
        case ConditionWords.unknown: "[?] "
        // An independent group has no state of its own.
        default: ""
        }
    }
}
