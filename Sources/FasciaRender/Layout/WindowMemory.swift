import Synchronization

/// The layers that were made of one whose lists nobody had looked into: a key, a picture and the next key mostly look at
/// the same rows.
///
/// What such a layer comes to depends on nothing but what it is kept by.
final class WindowMemory: Sendable {
    /// Before and after a step to another stretch, and as many again for a second terminal.
    private static let most = 4

    private let known = Mutex<[LayerLayout]>([])

    /// The layer in which that is seen which `presentation` says.
    func layer(for presentation: Presentation, make: () -> LayerLayout) -> LayerLayout {
        if let found = known.withLock({ known in known.last { $0.isFor(presentation) } }) { return found }
        let layer = make()
        known.withLock { known in
            if known.count == WindowMemory.most { known.removeFirst() }
            known.append(layer)
        }
        return layer
    }
}
