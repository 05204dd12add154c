import FasciaModel

extension LayerLayout {
    /// Gives the focus to an element that asks for it and has not been given it for that yet.
    func settleRequests(_ now: inout Presentation) {
        for (index, stop) in stops.enumerated() {
            guard let request = stop.focusRequest else { continue }
            let place = Presentation.ElementPlace(entry: entry, element: stop.element)
            guard now.requests[place] != request else { continue }
            now.requests[place] = request
            if stop.isEnabled { now.focus[entry] = focus(index) }
        }
    }
}
