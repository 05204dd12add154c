/// A cache of the layers whose list rows were laid out. Successive events and frames mostly look at the same rows.
///
/// A cached layer depends only on the layer and on the position of its lists.
final class WindowedLayerCache {
    /// The windows before and after a scroll to another stretch, for two terminals.
    private static let maximumLayers = 4

    private var layers: [LayerLayout] = []

    /// Returns the layer with the rows that are visible in `scroll`.
    func layer(for scroll: ScrollState, make: () -> LayerLayout) -> LayerLayout {
        if let found = layers.last(where: { $0.isFor(scroll) }) { return found }
        let layer = make()
        if layers.count == WindowedLayerCache.maximumLayers { layers.removeFirst() }
        layers.append(layer)
        return layer
    }
}
