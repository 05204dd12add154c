import Synchronization

/// A cache of the layers whose list rows were laid out. Successive events and frames mostly look at the same rows.
///
/// A cached layer depends only on the layer and on the position of its lists.
final class WindowedLayerCache: Sendable {
    /// The windows before and after a scroll to another stretch, for two terminals.
    private static let most = 4

    private let known = Mutex<[LayerLayout]>([])

    /// Returns the layer with the rows that are visible in `scroll`.
    func layer(for scroll: ScrollState, make: () -> LayerLayout) -> LayerLayout {
        if let found = known.withLock({ known in known.last { $0.isFor(scroll) } }) { return found }
        let layer = make()
        known.withLock { known in
            if known.count == WindowedLayerCache.most { known.removeFirst() }
            known.append(layer)
        }
        return layer
    }
}
