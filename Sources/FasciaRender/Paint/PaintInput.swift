import FasciaModel

/// The input of painting: the layers with their visible list rows, and the state of one terminal.
struct PaintInput: Sendable {
    /// A class because it is passed along with every box and never changes.
    final class Layer: Sendable {
        let layer: LayerLayout
        let presentation: TerminalState
        /// The focused element; only the top layer has one.
        let focus: String?
        /// Whether this layer dims what is below it.
        let dims: Bool

        init(layer: LayerLayout, presentation: TerminalState, focus: String?, dims: Bool) {
            self.layer = layer
            self.presentation = presentation
            self.focus = focus
            self.dims = dims
        }
    }

    let layout: SceneLayout
    let layers: [Layer]
    let colors: TerminalCapabilities.Colors
    let scheme: TerminalCapabilities.Scheme

    /// The number of modals that dim what is below them. More would make no difference.
    private static let maximumDims = 8

    /// - Parameter presentation: reconciled for this layout.
    init(
        _ layout: SceneLayout, _ presentation: TerminalState, _ colors: TerminalCapabilities.Colors,
        _ scheme: TerminalCapabilities.Scheme
    ) {
        self.layout = layout
        self.colors = colors
        self.scheme = scheme
        let count = layout.layers.count
        layers = layout.layers.enumerated().map { index, layer in
            var now = presentation
            let above = count - 1 - index
            return Layer(
                layer: layer.windowed(&now), presentation: now,
                focus: above == 0 ? presentation.focus[layer.entry]?.element : nil,
                dims: layer.modal != nil && above < Self.maximumDims)
        }
    }

    var screen: CellRect { CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size) }

    /// Whether the terminal has enough colours to mix them.
    var canMix: Bool { colors == .trueColor || colors == .ansi256 }

    /// The animation step; `nil` without animation.
    func phase(_ presentation: TerminalState) -> Int? { colors == .none ? nil : presentation.phase }
}

extension PaintInput.Layer {
    /// The scroll offset of a box.
    func offset(_ box: LayoutBox) -> CellPoint {
        box.element.map { layer.scrollOffset($0, presentation) } ?? CellPoint(column: 0, row: 0)
    }

    /// Whether an operation on this box has been pending for a while.
    func isPending(_ box: LayoutBox) -> Bool {
        guard !presentation.pending.isEmpty, let element = box.element else { return false }
        return presentation.pending.contains(TerminalState.ElementID(entry: layer.entry, element: element))
    }

    func hasFocus(_ box: LayoutBox) -> Bool { focus != nil && box.element == focus }
}
