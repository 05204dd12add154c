import Synchronization

/// The layers that were made of one whose lists nobody had looked into: a key, a picture and the next key mostly look at
/// the same rows.
///
/// What such a layer comes to depends on nothing but what it is kept by.
final class WindowMemory: Sendable {
    private struct Known: Sendable {
        var layer: LayerLayout
        /// What has become of it since.
        var changes: [Replacement] = []
    }

    /// Before and after a step to another stretch, and as many again for a second terminal.
    private static let most = 4

    /// Changes that are kept for what nobody looks at.
    private static let mostChanges = 8

    private let known: Mutex<[Known]>

    init() { known = Mutex([]) }

    private init(_ known: [Known]) { self.known = Mutex(known) }

    /// The same layers with a changed element.
    func replacing(_ change: Replacement) -> WindowMemory {
        let known = known.withLock { $0 }
        return WindowMemory(
            known.filter { $0.changes.count < WindowMemory.mostChanges }.map { known in
                Known(layer: known.layer, changes: known.changes + [change])
            })
    }

    /// The layer in which that is seen which `presentation` says.
    func layer(for presentation: Presentation, make: () -> LayerLayout) -> LayerLayout {
        let found = known.withLock { known -> LayerLayout? in
            guard let index = known.lastIndex(where: { $0.layer.isFor(presentation) }) else { return nil }
            if index == known.count - 1, known[index].changes.isEmpty { return known[index].layer }
            // In place, where nobody else has it: the layout before is mostly gone by now.
            var found = known.remove(at: index)
            for change in found.changes where !found.layer.replace(by: change) { return nil }
            found.changes = []
            known.append(found)
            return found.layer
        }
        if let found { return found }
        let layer = make()
        known.withLock { known in
            if known.count == WindowMemory.most { known.removeFirst() }
            known.append(Known(layer: layer))
        }
        return layer
    }
}
