import FasciaRender

/// A picker that is turned with keys: turning affects this terminal only, until Enter or Space picks the shown option.
extension LayerLayout {
    /// The index of the option that this terminal has turned to; `nil` if it is the selected one.
    func hovered(_ stop: FocusTarget, _ now: TerminalState) -> Int? {
        guard let hover = now.hover, hover.place.entry == entry, hover.place.element == stop.element,
            let options = stop.options, let index = options.all.firstIndex(where: { $0.id == hover.option })
        else { return nil }
        return index == options.selected ? nil : index
    }

    func reconcileHover(_ now: inout TerminalState) {
        guard let hover = now.hover, hover.place.entry == entry else { return }
        let stop = stop(of: hover.place.element)
        let isThere =
            now.focus[entry]?.element == hover.place.element && stop?.isEnabled == true
            && stop?.isWheel == true && stop.flatMap { hovered($0, now) } != nil
        if !isThere { now.hover = nil }
    }

    func turn(_ stop: FocusTarget, by count: Int, _ now: TerminalState) -> InputResult {
        guard let options = stop.options, let shown = hovered(stop, now) ?? options.shown else { return InputResult(now) }
        var now = now
        let index = min(max(0, shown + count), options.all.count - 1)
        now.hover = TerminalState.Hover(
            place: place(stop.element), option: options.all[index].id)
        reconcileHover(&now)
        return InputResult(now)
    }

    /// Picks the option that this terminal has turned to; `nil` if it has not been turned.
    func pick(_ stop: FocusTarget, _ now: TerminalState) -> InputResult? {
        guard let index = hovered(stop, now), let activation = stop.options?.all[index].activation else { return nil }
        var now = now
        now.hover = nil
        return InputResult(now, .activate(entry: entry, element: stop.element, activation))
    }
}
