import Synchronization

/// The layers that were made of one whose lists nobody had looked into: a key, a picture and the next key mostly look at
/// the same rows.
///
/// What such a layer comes to depends on nothing but what it is kept by.
final class WindowMemory: Sendable {
    private struct Known {
        let rows: [Presentation.ScrollPlace: Presentation.RowAnchor]
        let margin: Int
        let layer: LayerLayout
    }

    /// Three margins, before and after a step, and as many again for a second terminal.
    private static let most = 12

    private let known = Mutex<[Known]>([])

    /// - Parameters:
    ///   - rows: where each list is scrolled to.
    ///   - margin: how many windows' heights are laid out around what is seen.
    func layer(
        rows: [Presentation.ScrollPlace: Presentation.RowAnchor], margin: Int, make: () -> LayerLayout
    ) -> LayerLayout {
        let found = known.withLock { known -> LayerLayout? in
            guard let index = known.firstIndex(where: { $0.margin == margin && $0.rows == rows }) else { return nil }
            let found = known.remove(at: index)
            known.append(found)
            return found.layer
        }
        if let found { return found }
        let layer = make()
        known.withLock { known in
            if known.count == WindowMemory.most { known.removeFirst() }
            known.append(Known(rows: rows, margin: margin, layer: layer))
        }
        return layer
    }
}
