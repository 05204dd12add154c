import FasciaRender

/// The layout that a user currently sees, and its scroll positions. Mouse events are interpreted with it, so that a
/// change that is not displayed yet cannot move another element under the pointer.
public struct DisplayedLayout {
    public let layout: SceneLayout
    public let state: TerminalState

    public init(_ layout: SceneLayout, _ state: TerminalState) {
        self.layout = layout
        self.state = state
    }
}

extension SceneLayout {
    /// Handles a mouse event that the user aimed at the displayed layout. Does nothing if the element has gone or
    /// cannot be operated.
    public func handle(_ mouse: Mouse, _ state: TerminalState, seeing seen: DisplayedLayout) -> InputResult {
        var before = state
        before.scroll = seen.state.scroll
        before.open = seen.state.open
        (before.help, before.story) = (seen.state.help, seen.state.story)
        before.find = seen.state.find
        let result = seen.layout.handle(mouse, before)
        if seen.layout === self { return result }
        let outcomes = result.preceding + [result.outcome]
        guard outcomes.allSatisfy({ canCarryOut($0, state) }) else { return InputResult(state) }
        return result
    }

    private func canCarryOut(_ outcome: InputResult.Outcome, _ state: TerminalState) -> Bool {
        switch outcome {
        case .none, .undo, .quit, .redraw, .choose, .tell, .ended: return true
        case .back(let entry, _): return top?.entry == entry
        case .activate(let entry, let element, _), .drag(let entry, let element, _), .edit(let entry, let element, _, _):
            var now = state
            guard let layer = [top, aside].compactMap(\.self).first(where: { $0.entry == entry }) else { return false }
            return layer.windowed(&now.scroll).canOperate(element)
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
