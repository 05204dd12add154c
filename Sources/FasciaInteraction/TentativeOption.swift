import FasciaRender

/// A picker that is turned with keys: turning affects this terminal only, until Enter or Space picks the shown option.
extension LayerLayout {
    /// The index of the option that this terminal has turned to; `nil` if it is the selected one.
    func tentativeIndex(_ stop: FocusTarget, _ now: TerminalState) -> Int? {
        guard let tentative = now.tentativeOption, tentative.id.entry == entry, tentative.id.element == stop.element,
            let options = stop.options, let index = options.all.firstIndex(where: { $0.id == tentative.option })
        else { return nil }
        return index == options.selected ? nil : index
    }

    func reconcileTentativeOption(_ now: inout TerminalState) {
        guard let tentative = now.tentativeOption, tentative.id.entry == entry else { return }
        let stop = stop(of: tentative.id.element)
        let isValid =
            now.focus[entry]?.element == tentative.id.element && stop?.isEnabled == true
            && stop?.isWheel == true && stop.flatMap { tentativeIndex($0, now) } != nil
        if !isValid { now.tentativeOption = nil }
    }

    func turn(_ stop: FocusTarget, by count: Int, _ now: TerminalState) -> InputResult {
        guard let options = stop.options, let shown = tentativeIndex(stop, now) ?? options.shown else { return InputResult(now) }
        var now = now
        let index = min(max(0, shown + count), options.all.count - 1)
        now.tentativeOption = TerminalState.TentativeOption(
            id: elementID(stop.element), option: options.all[index].id)
        reconcileTentativeOption(&now)
        return InputResult(now)
    }

    /// Picks the option that this terminal has turned to; `nil` if it has not been turned.
    func pick(_ stop: FocusTarget, _ now: TerminalState) -> InputResult? {
        guard let index = tentativeIndex(stop, now), let activation = stop.options?.all[index].activation else { return nil }
        var now = now
        now.tentativeOption = nil
        return InputResult(now, .activate(entry: entry, element: stop.element, activation))
    }
}
