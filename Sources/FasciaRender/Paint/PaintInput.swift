import FasciaDocument

/// The input of painting: the layers with their visible list rows, and what one terminal shows of them.
struct PaintInput {
    /// A class because it is passed along with every box and never changes.
    final class Layer {
        let layer: LayerLayout
        let scroll: ScrollState
        /// The focused element; only the top layer has one.
        let focus: String?
        /// Whether this layer dims what is below it.
        let dims: Bool
        let roles: ColorRoles

        init(layer: LayerLayout, scroll: ScrollState, focus: String?, dims: Bool, roles: ColorRoles) {
            self.layer = layer
            self.scroll = scroll
            self.focus = focus
            self.dims = dims
            self.roles = roles
        }
    }

    let layout: SceneLayout
    let display: DisplayState
    let layers: [Layer]
    let colors: ColorDepth
    let scheme: TerminalScheme

    /// The number of modals that dim what is below them. More would make no difference.
    private static let maximumDims = 8

    init(
        _ layout: SceneLayout, _ display: DisplayState, _ colors: ColorDepth,
        _ scheme: TerminalScheme
    ) {
        self.layout = layout
        self.display = display
        self.colors = colors
        self.scheme = scheme
        let count = layout.layers.count
        layers = layout.layers.enumerated().map { index, layer in
            var scroll = display.scroll
            let above = count - 1 - index
            return Layer(
                layer: layer.windowed(&scroll), scroll: scroll, focus: above == 0 ? display.focus : nil,
                dims: layer.modal != nil && above < Self.maximumDims, roles: layer.theme.roles(colors, scheme))
        }
    }

    var screen: CellRect { CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size) }

    /// Whether the terminal has enough colours to mix them.
    var supportsBlending: Bool { colors == .trueColor || colors == .ansi256 }

    /// The animation step; `nil` without animation.
    var animationStep: Int? { colors == .none ? nil : display.animationStep }
}

extension PaintInput.Layer {
    /// The scroll offset of a box.
    func offset(_ box: LayoutBox) -> CellPoint {
        box.element.map { layer.scrollOffset($0, scroll) } ?? CellPoint(column: 0, row: 0)
    }

    func hasFocus(_ box: LayoutBox) -> Bool { focus != nil && box.element == focus }

    /// Whether it led to the entry beside it.
    func isSelected(_ box: LayoutBox) -> Bool { layer.selected != nil && box.element == layer.selected }
}
