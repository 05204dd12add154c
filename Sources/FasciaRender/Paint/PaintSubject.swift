import FasciaModel

/// What a picture is painted from: layers as far as they are in sight, and what one terminal's own is of them.
struct PaintSubject: Sendable {
    /// A reference, because it is handed on with every box and never different.
    final class Layer: Sendable {
        let layer: LayerLayout
        let presentation: Presentation
        /// The element that has the focus; only the layer in front has one.
        let focus: String?
        /// Whether what is under it is darker.
        let dims: Bool

        init(layer: LayerLayout, presentation: Presentation, focus: String?, dims: Bool) {
            self.layer = layer
            self.presentation = presentation
            self.focus = focus
            self.dims = dims
        }
    }

    let layout: SceneLayout
    let layers: [Layer]
    let colors: Profile.Colors
    let scheme: Profile.Scheme

    /// How many modals dim what is under them; what is under more is as dark as can be.
    private static let mostDims = 8

    /// - Parameter presentation: settled in this layout.
    init(_ layout: SceneLayout, _ presentation: Presentation, _ colors: Profile.Colors, _ scheme: Profile.Scheme) {
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
                dims: layer.modal != nil && above < Self.mostDims)
        }
    }

    var screen: CellRect { CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size) }

    /// Whether there are colours enough to mix them.
    var canMix: Bool { colors == .trueColor || colors == .ansi256 }

    /// The step of what turns; `nil` where nothing does.
    func phase(_ presentation: Presentation) -> Int? { colors == .none ? nil  : presentation.phase }
}

extension PaintSubject.Layer {
    /// How far something that scrolls is scrolled.
    func offset(_ box: LayoutBox) -> CellPoint {
        box.element.map { layer.scrollOffset($0, presentation) } ?? CellPoint(column: 0, row: 0)
    }

    /// Whether something that was operated there has not been answered for a while.
    func isPending(_ box: LayoutBox) -> Bool {
        guard !presentation.pending.isEmpty, let element = box.element else { return false }
        return presentation.pending.contains(Presentation.ElementPlace(entry: layer.entry, element: element))
    }

    func hasFocus(_ box: LayoutBox) -> Bool { focus != nil && box.element == focus }
}
