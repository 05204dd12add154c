/// What the names of actions may be: what the user did, never what the parent should do about it.
enum ActionNames {
    /// Whether a name says what happened: `onDeleteButtonTapped`, not `deleteStandup`.
    static func isObservation(_ name: String) -> Bool {
        guard name.hasPrefix("on"), let next = name.dropFirst(2).first else { return false }
        return !next.isLowercase
    }

    /// A warning about the names that sound like orders; about each of them only when it is declared for the first
    /// time.
    static func issue(about screen: Screen, replacing before: Screen?) -> Issue? {
        let known = Set(before?.emits ?? [])
        let orders = screen.emits.filter { !known.contains($0) && !isObservation($0) }
        guard let first = orders.first else { return nil }
        let names = orders.map { "\"\($0)\"" }.joined(separator: ", ")
        return Issue(
            .warning, .order,
            "screen \"\(screen.id)\" emits \(names): an order to its parent; name it for what the user did, such as "
                + "\"\(suggestion(for: first))\"",
            breadcrumbs: ["screen": .string(screen.id), "emits": .array(orders.map { .string($0) })])
    }

    /// `deleteStandup` → `onDeleteStandupTapped`
    private static func suggestion(for name: String) -> String {
        "on" + name.prefix(1).uppercased() + name.dropFirst() + "Tapped"
    }
}
