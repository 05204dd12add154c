import FasciaModel

/// What somebody has on their screen: a layout, and how it is scrolled there. What has changed since is not to be seen
/// yet, and must not come under the pointer.
public struct SeenLayout: Sendable {
    public let layout: SceneLayout
    public let presentation: Presentation

    public init(_ layout: SceneLayout, _ presentation: Presentation) {
        self.layout = layout
        self.presentation = presentation
    }
}

extension SceneLayout {
    /// What a press of the mouse means that somebody has aimed at what they see. What is gone by now, or can no longer
    /// be operated, is not pressed.
    public func handle(_ mouse: Mouse, _ presentation: Presentation, seeing seen: SeenLayout) -> Reaction {
        var before = presentation
        before.scroll = seen.presentation.scroll
        before.sideways = seen.presentation.sideways
        before.rows = seen.presentation.rows
        before.open = seen.presentation.open
        before.help = seen.presentation.help
        let reaction = seen.layout.handle(mouse, before)
        if seen.layout === self { return reaction }
        let outcomes = reaction.first + [reaction.outcome]
        guard outcomes.allSatisfy({ canCarryOut($0, presentation) }) else { return Reaction(presentation) }
        return reaction
    }

    private func canCarryOut(_ outcome: Reaction.Outcome, _ presentation: Presentation) -> Bool {
        switch outcome {
        case .none, .quit, .redraw: return true
        case .back(let entry, _): return top?.entry == entry
        case .activate(let entry, let element, _), .drag(let entry, let element, _), .edit(let entry, let element, _, _):
            var now = presentation
            guard let layer = top?.windowed(&now), layer.entry == entry else { return false }
            return layer.canOperate(element)
        }
    }
}

extension LayerLayout {
    /// Whether this is something that can be operated: by itself, as an item of a menu, or with a gesture.
    fileprivate func canOperate(_ element: String) -> Bool {
        if let stop = stop(of: element) { return stop.isEnabled }
        return gestures.contains { $0.stop.element == element }
            || stops.contains { $0.isEnabled && $0.items.contains { $0.id.element == element && $0.activation != nil } }
    }
}
