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
        /// Where among them those are that show a part of the panel.
        var places: [PanelPart: [Int]]
    }

    private var entries: [EntryID: Kept] = [:]
    /// What was to be seen of each stack, and at which revision.
    private var scenes: [String: (revision: Int, scene: Scene)] = [:]

    public init() {}

    /// Forgets the entries that are not shown any more.
    public mutating func forget(except entries: Set<EntryID>) {
        if self.entries.keys.allSatisfy(entries.contains) { return }
        self.entries = self.entries.filter { entries.contains($0.key) }
        scenes = scenes.filter { $0.value.scene.layers.allSatisfy { entries.contains($0.entry.id) } }
    }

    mutating func keep(_ scene: Scene, at revision: Int) { scenes[scene.stack] = (revision, scene) }

    /// What is to be seen of a stack, where nothing is different but what some of its nodes show of the panel: only those
    /// are looked at. `nil` where that does not do.
    mutating func update(_ stack: String, in panel: Panel) -> Scene? {
        guard let known = scenes[stack], let parts = panel.partsChanged(since: known.revision) else { return nil }
        var scene = known.scene
        var roots: [(layer: Int, root: Element)] = []
        var changes: [ElementChange] = []
        for index in scene.layers.indices {
            let entry = scene.layers[index].entry
            let before = changes.count
            guard let root = entries[entry.id]?.update(entry, in: panel, parts, layer: index, &changes) else { return nil }
            if changes.count > before { roots.append((index, root)) }
        }
        if !changes.isEmpty { scene.replaceRoots(roots, changes) }
        scenes[stack] = (panel.revision, scene)
        return scene
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
        var changes: [ElementChange] = []
        return entries[entry.id]?.update(entry, in: panel, nil, layer: 0, &changes)
    }

    /// - Returns: what the entry shows: as far as it is the same as before, it is the very same.
    mutating func keep(
        _ root: Element, _ resolver: SceneResolver, _ entry: EntryID, _ screen: PublishedScreen, _ environment: JSON.Object
    ) -> Element {
        var bound = resolver.bound
        let paths = root.paths(to: Set(bound.map(\.element.identity)))
        for index in bound.indices { bound[index].path = paths[bound[index].element.identity] }
        let shared = entries[entry].map { root.sharing($0.root) } ?? root
        var places: [PanelPart: [Int]] = [:]
        for index in bound.indices { places[bound[index].part, default: []].append(index) }
        entries[entry] = Kept(
            screen: screen, parts: resolver.kept, environment: environment, root: shared, bound: bound, places: places)
        return shared
    }
}

extension SceneCache.Kept {
    /// - Parameters:
    ///   - parts: those of the panel that may be different; `nil` for all.
    ///   - layer: where in the scene the entry is, for the changes.
    ///   - changes: gets all that is replaced.
    fileprivate mutating func update(
        _ entry: Entry, in panel: Panel, _ parts: [PanelPart]?, layer: Int, _ changes: inout [ElementChange]
    ) -> Element? {
        guard let parts else {
            for index in bound.indices where !look(at: index, entry, panel, layer, &changes) { return nil }
            return root
        }
        for part in parts {
            guard let places = places[part] else { continue }
            for index in places where !look(at: index, entry, panel, layer, &changes) { return nil }
        }
        return root
    }

    /// Resolves a node again, where the panel says something else now.
    ///
    /// - Returns: `false` where that does not do.
    private mutating func look(
        at index: Int, _ entry: Entry, _ panel: Panel, _ layer: Int, _ changes: inout [ElementChange]
    ) -> Bool {
        guard let question = bound[index].question, let now = panel.answer(to: question),
            let before = bound[index].answer
        else { return false }
        if now == before { return true }
        guard let path = bound[index].path else { return false }
        let resolver = SceneResolver(panel: panel, entry: entry, screen, [:])
        guard let element = resolver.again(bound[index]) else { return false }
        changes.append(ElementChange(layer: layer, way: root.replace(at: path, with: element), steps: path.steps))
        bound[index].element = element
        bound[index].answer = now
        return true
    }
}
