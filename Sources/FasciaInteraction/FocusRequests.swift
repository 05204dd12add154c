import FasciaRender

extension LayerLayout {
    /// Grants each focus request once.
    func grantFocusRequests(_ now: inout TerminalState) {
        for (index, stop) in stops.enumerated() {
            guard let request = stop.focusRequest else { continue }
            let id = elementID(stop.element)
            guard now.requests[id] != request else { continue }
            now.requests[id] = request
            if stop.takesFocus, modal != .alert || !stop.isDestructive { now.focus[entry] = focus(index) }
        }
    }

    /// The outcomes of a focus change: a waiting draft is sent, and `onFocus` actions run.
    func focusChangeOutcomes(from before: TerminalState, to now: inout TerminalState) -> [InputResult.Outcome] {
        guard let old = before.focus[entry]?.element, let new = now.focus[entry]?.element, old != new else { return [] }
        return submitDraftOutcome(before, &now) + focusOutcome(old, false) + focusOutcome(new, true)
    }

    private func focusOutcome(_ element: String, _ isFocused: Bool) -> [InputResult.Outcome] {
        guard let action = stop(of: element)?.onFocus else { return [] }
        return [.activate(entry: entry, element: element, .action(action.carrying(.bool(isFocused))))]
    }
}
