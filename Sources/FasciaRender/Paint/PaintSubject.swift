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

    private init(_ other: PaintSubject, layers: [Layer]) {
        (layout, colors, scheme) = (other.layout, other.colors, other.scheme)
        self.layers = layers
    }

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

    /// What is painted of another layout and presentation, and the rows in which it is not the same, where nothing is
    /// different but what has the focus, and controls that took the places of others; `nil` where nobody knows.
    ///
    /// - Parameter presentation: says the same as this one's but for the focus.
    func next(for layout: SceneLayout, _ presentation: Presentation) -> (subject: PaintSubject, rows: [Range<Int>])? {
        let subject: PaintSubject
        var rows: [Range<Int>?] = []
        if layout.identity === self.layout.identity {
            subject = focused(as: presentation)
        } else if let replaced = layout.replaced, replaced.in === self.layout.identity {
            subject = PaintSubject(layout, presentation, colors, scheme)
            rows = replaced.elements.map { subject.layers[$0.layer].rows(of: $0.element) }
        } else {
            return nil
        }
        guard let old = layers.last, let new = subject.layers.last else { return nil }
        if old.focus != new.focus { rows += [old.focusRows, new.focusRows] }
        let known = rows.compactMap { $0 }
        return known.count == rows.count ? (subject, known) : nil
    }

    private func focused(as presentation: Presentation) -> PaintSubject {
        guard let top = layers.last else { return self }
        var now = presentation
        top.layer.unscrollLists(&now)
        let layer = Layer(
            layer: top.layer, presentation: now, focus: presentation.focus[top.layer.entry]?.element, dims: top.dims)
        return PaintSubject(self, layers: layers.dropLast() + [layer])
    }

    var screen: CellRect { CellRect(origin: CellPoint(column: 0, row: 0), size: layout.size) }

    /// Whether there are colours enough to mix them.
    var canMix: Bool { colors == .trueColor || colors == .ansi256 }

    /// The step of what turns; `nil` where nothing does.
    func phase(_ presentation: Presentation) -> Int? { colors == .none ? nil : presentation.phase }

    /// Whether something may turn in it.
    var hasTurning: Bool { layers.contains { $0.layer.body.hasTurning } }

    // MARK: - What it costs

    /// Whether it is certain, without looking at all of it, that it costs no more than it may.
    var isCheap: Bool {
        let modals = layers.count { $0.layer.modal != nil } * 2 * layout.size.columns * layout.size.rows
        return layers.reduce(modals) { $0 + $1.layer.body.paintBound } <= PaintPlan.most(layout.size)
    }

    /// - Parameter excess: hears of it where that is more than can be painted as it is meant.
    func plan(_ excess: Excess?) -> PaintPlan {
        var survey = PaintSurvey(mixes: canMix, screen: screen)
        var starts: [Int] = []
        for shown in layers {
            starts.append(survey.boxes.count)
            if shown.layer.modal != nil { survey.enter(shown.layer, dims: shown.dims) }
            survey.visit(shown.layer.body, Painter.Surroundings(shown.layer), shown)
        }
        let plan = PaintPlan(survey, most: PaintPlan.most(layout.size))
        if plan.isExcessive, let excess {
            let ends = starts.dropFirst() + [survey.boxes.count]
            let costs = zip(starts, ends).map { start, end in
                (start..<end).reduce(0) { $0 + (plan.isCovered($1) ? 0 : survey.boxes[$1].mixed.cells) }
            }
            let most = costs.indices.max { costs[$0] < costs[$1] }
            most.map { excess.note(.paint, of: layers[$0].layer.entry) }
        }
        return plan
    }
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

    /// All rows in which it makes a difference what has the focus; `nil` where that is not known.
    fileprivate var focusRows: Range<Int>? {
        focus == SceneLayout.backElement ? nil : rows(ofStop: layer.focusIndex(presentation))
    }

    /// All rows in which a control is to be seen; `nil` where that is not known.
    fileprivate func rows(of element: String) -> Range<Int>? {
        rows(ofStop: layer.index(ofStop: element))
    }

    private func rows(ofStop index: Int?) -> Range<Int>? {
        guard let index, !layer.body.hasDisplaced else { return nil }
        let rect = layer.visibleRect(of: layer.stops[index], presentation)
        return rect.minRow..<max(rect.minRow, rect.maxRow)
    }

    func hasFocus(_ box: LayoutBox) -> Bool { focus != nil && box.element == focus }
}
