/// What scenes had in common with the one before, by entry: the parts of screens that show nothing of the panel, and what
/// the panel said to the nodes of the others.
public struct SceneCache: Sendable {
    /// One part, and what it was resolved in.
    struct Part: Sendable {
        var environment: JSON.Object
        var isEnabled: Bool
        var element: Element
    }

    fileprivate struct Kept: Sendable {
        var screen: PublishedScreen
        /// By the place of their nodes.
        var parts: [String: Part]
        var environment: JSON.Object
        var root: Element
        var bound: [BoundNode]
    }

    private var entries: [EntryID: Kept] = [:]

    public init() {}

    /// Forgets the entries that are not shown any more.
    public mutating func forget(except entries: Set<EntryID>) {
        if self.entries.keys.allSatisfy(entries.contains) { return }
        self.entries = self.entries.filter { entries.contains($0.key) }
    }

    /// What is known of an entry's screen, where that is still the same one.
    func take(_ entry: EntryID, _ screen: PublishedScreen) -> [String: Part] {
        guard let kept = entries[entry], kept.screen === screen else { return [:] }
        return kept.parts
    }

    /// What an entry showed, with those nodes resolved again to which the panel says something else now; `nil` where
    /// that does not do: all of it has to be resolved.
    mutating func update(_ entry: Entry, _ screen: PublishedScreen, _ environment: JSON.Object, in panel: Panel) -> Element? {
        // Changed in place: nothing may hold on to it meanwhile.
        guard entries[entry.id]?.screen === screen, entries[entry.id]?.environment == environment else { return nil }
        return entries[entry.id]?.update(entry, in: panel)
    }

    /// - Returns: what the entry shows: as far as it is the same as before, it is the very same.
    mutating func keep(
        _ root: Element, _ resolver: SceneResolver, _ entry: EntryID, _ screen: PublishedScreen, _ environment: JSON.Object
    ) -> Element {
        var bound = resolver.bound
        let paths = root.paths(to: Set(bound.map(\.element.identity)))
        for index in bound.indices { bound[index].path = paths[bound[index].element.identity] }
        let shared = entries[entry].map { root.sharing($0.root) } ?? root
        entries[entry] = Kept(
            screen: screen, parts: resolver.kept, environment: environment, root: shared, bound: bound)
        return shared
    }
}

extension SceneCache.Kept {
    fileprivate mutating func update(_ entry: Entry, in panel: Panel) -> Element? {
        for index in bound.indices {
            guard let question = bound[index].question, let now = panel.answer(to: question) else { return nil }
            guard let before = bound[index].answer else { return nil }
            if now == before { continue }
            guard let path = bound[index].path else { return nil }
            var resolver = SceneResolver(panel: panel, entry: entry, screen, [:])
            guard let element = resolver.again(bound[index]) else { return nil }
            root.replace(at: path, with: element)
            bound[index].element = element
            bound[index].answer = now
        }
        return root
    }
}
