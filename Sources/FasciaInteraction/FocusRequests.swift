import FasciaRender

extension LayerLayout {
    /// Grants each focus request once.
    func grantFocusRequests(_ now: inout TerminalState) {
        for (index, stop) in stops.enumerated() {
            guard let request = stop.focusRequest else { continue }
            let place = place(stop.element)
            guard now.requests[place] != request else { continue }
            now.requests[place] = request
            if stop.takesFocus { now.focus[entry] = focus(index) }
        }
    }

    /// The outcomes of a focus change: a waiting draft is sent, and `onFocus` actions run.
    func moved(from before: TerminalState, to now: TerminalState) -> [InputResult.Outcome] {
        guard let old = before.focus[entry]?.element, let new = now.focus[entry]?.element, old != new else { return [] }
        return leaving(before) + focusOutcome(old, false) + focusOutcome(new, true)
    }

    private func focusOutcome(_ element: String, _ isFocused: Bool) -> [InputResult.Outcome] {
        guard let action = stop(of: element)?.onFocus else { return [] }
        return [.activate(entry: entry, element: element, .action(action.carrying(.bool(isFocused))))]
    }
}
