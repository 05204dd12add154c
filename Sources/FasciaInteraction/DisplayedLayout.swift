import FasciaRender

/// The layout that a user currently sees, and its scroll positions. Mouse events are interpreted with it, so that a
/// change that is not displayed yet cannot move another element under the pointer.
public struct DisplayedLayout: Sendable {
    public let layout: SceneLayout
    public let presentation: TerminalState

    public init(_ layout: SceneLayout, _ presentation: TerminalState) {
        self.layout = layout
        self.presentation = presentation
    }
}

extension SceneLayout {
    /// Handles a mouse event that the user aimed at the displayed layout. Does nothing if the element has gone or
    /// cannot be operated.
    public func handle(_ mouse: Mouse, _ presentation: TerminalState, seeing seen: DisplayedLayout) -> InputResult {
        var before = presentation
        before.scrollState = seen.presentation.scrollState
        before.open = seen.presentation.open
        before.help = seen.presentation.help
        let reaction = seen.layout.handle(mouse, before)
        if seen.layout === self { return reaction }
        let outcomes = reaction.first + [reaction.outcome]
        guard outcomes.allSatisfy({ canCarryOut($0, presentation) }) else { return InputResult(presentation) }
        return reaction
    }

    private func canCarryOut(_ outcome: InputResult.Outcome, _ presentation: TerminalState) -> Bool {
        switch outcome {
        case .none, .quit, .redraw: return true
        case .back(let entry, _): return top?.entry == entry
        case .activate(let entry, let element, _), .drag(let entry, let element, _), .edit(let entry, let element, _, _):
            var now = presentation
            guard let layer = top?.windowed(&now.scrollState), layer.entry == entry else { return false }
            return layer.canOperate(element)
        }
    }
}

extension LayerLayout {
    /// Whether an element is operable: directly, as a menu item, or with a gesture.
    fileprivate func canOperate(_ element: String) -> Bool {
        if let stop = stop(of: element) { return stop.isEnabled }
        return gestures.contains { $0.stop.element == element }
            || stops.contains { $0.isEnabled && $0.items.contains { $0.id.element == element && $0.activation != nil } }
    }
}
