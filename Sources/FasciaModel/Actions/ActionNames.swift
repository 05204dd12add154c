import FasciaDocument

/// The naming rule for actions: a name says what the user did, not what the parent should do.
enum ActionNames {
    /// Whether a name describes an event: `onDeleteButtonTapped`, not `deleteStandup`.
    static func isObservation(_ name: String) -> Bool {
        guard name.hasPrefix("on"), let next = name.dropFirst(2).first else { return false }
        return !next.isLowercase
    }

    /// A warning about names that are commands. Each name is reported only when the screen first declares it.
    static func issue(about screen: Screen, replacing before: Screen?) -> Issue? {
        let known = Set(before?.emits ?? [])
        let orders = screen.emits.filter { !known.contains($0) && !isObservation($0) }
        guard let first = orders.first else { return nil }
        let names = orders.map { "\"\($0)\"" }.joined(separator: ", ")
        return Issue(
            .warning, .order,
            "screen \"\(screen.id)\" emits \(names), which sounds like a command: name it after what the user did, such as "
                + "\"\(suggestion(for: first))\"",
            breadcrumbs: ["screen": .string(screen.id), "emits": .array(orders.map { .string($0) })])
    }

    /// `deleteStandup` → `onDeleteStandupTapped`
    private static func suggestion(for name: String) -> String {
        "on" + name.prefix(1).uppercased() + name.dropFirst() + "Tapped"
    }
}
