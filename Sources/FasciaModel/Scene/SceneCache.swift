/// What scenes have in common with the one before, by entry: the parts of screens that show nothing of the panel are not
/// resolved again, and what is equal is the very same element, by which a layout knows what it has laid out already.
///
/// Without it each change would lay out all rows of a screen, and resolve those of a long list.
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
        var root: Element
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

    /// - Returns: what the entry shows: as far as it is the same as before, it is the very same.
    mutating func keep(
        _ root: Element, _ resolver: SceneResolver, _ entry: EntryID, _ screen: PublishedScreen
    ) -> Element {
        let shared = entries[entry].map { root.sharing($0.root) } ?? root
        entries[entry] = Kept(screen: screen, parts: resolver.kept, root: shared)
        return shared
    }
}

extension Element {
    /// The same element, of which everything that is equal to what was at its place before is the very same.
    fileprivate func sharing(_ old: Element) -> Element {
        if isSame(as: old) { return self }
        var new = self
        if !children.isEmpty { new.children = ChunkedArray(Element.sharing(children, old.children)) }
        if !attachments.isEmpty { new.attachments = Element.sharing(attachments, old.attachments) }
        return new == old ? old : new
    }

    /// What has no other id is where it was; for the others the places are looked for.
    private static func sharing<Members: RandomAccessCollection<Element>>(_ new: Members, _ old: Members) -> [Element]
    where Members.Index == Int {
        var places: [String: Int]?
        return new.enumerated().map { index, element in
            if old.indices.contains(index), old[index].id == element.id { return element.sharing(old[index]) }
            let known = places ?? Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
            places = known
            return known[element.id].map { element.sharing(old[$0]) } ?? element
        }
    }
}
