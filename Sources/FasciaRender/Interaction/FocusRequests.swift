import FasciaModel

extension LayerLayout {
    /// Gives the focus to an element that asks for it and has not been given it for that yet.
    func settleRequests(_ now: inout Presentation) {
        for (index, stop) in stops.enumerated() {
            guard let request = stop.focusRequest else { continue }
            let place = place(stop.element)
            guard now.requests[place] != request else { continue }
            now.requests[place] = request
            if stop.takesFocus { now.focus[entry] = focus(index) }
        }
    }

    /// What comes of the focus being moved by somebody: a draft takes effect, and those hear who want to.
    func moved(from before: Presentation, to now: Presentation) -> [Reaction.Outcome] {
        guard let old = before.focus[entry]?.element, let new = now.focus[entry]?.element, old != new else { return [] }
        return leaving(before) + told(old, false) + told(new, true)
    }

    private func told(_ element: String, _ isFocused: Bool) -> [Reaction.Outcome] {
        guard let action = stop(of: element)?.onFocus else { return [] }
        return [.activate(entry: entry, element: element, .action(action.carrying(.bool(isFocused))))]
    }
}
