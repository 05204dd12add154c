/// What scenes had in common with the one before: the parts of screens that show nothing of the panel, by entry.
public struct SceneCache: Sendable {
    /// One part, and what it was resolved in.
    struct Part: Sendable {
        var environment: JSON.Object
        var isEnabled: Bool
        var element: Element
    }

    private struct Kept: Sendable {
        var screen: PublishedScreen
        /// By the place of their nodes.
        var parts: [String: Part]
    }

    private var entries: [EntryID: Kept] = [:]

    public init() {}

    /// Forgets the entries that are not shown any more.
    public mutating func forget(except entries: Set<EntryID>) {
        self.entries = self.entries.filter { entries.contains($0.key) }
    }

    /// What is known of an entry's screen, where that is still the same one.
    func take(_ entry: EntryID, _ screen: PublishedScreen) -> [String: Part] {
        guard let kept = entries[entry], kept.screen === screen else { return [:] }
        return kept.parts
    }

    mutating func keep(_ parts: [String: Part], _ entry: EntryID, _ screen: PublishedScreen) {
        entries[entry] = Kept(screen: screen, parts: parts)
    }
}
