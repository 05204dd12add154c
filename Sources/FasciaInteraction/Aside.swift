import FasciaRender

extension SceneLayout {
    /// Handles a mouse event in the layer aside: the wheel scrolls it, and a click on one of its rows goes back to its
    /// entry and operates the row there. `nil` for other events.
    func handleAside(_ mouse: Mouse, _ state: TerminalState) -> InputResult? {
        guard let top, let aside, aside.viewport.contains(mouse.at), state.open == nil else { return nil }
        return react(to: nil, state, in: aside) { layer, before in
            var now = before
            switch mouse.kind {
            case .release, .move: return nil
            case .wheelUp: layer.wheel(&now, at: mouse.at, by: -3)
            case .wheelDown: layer.wheel(&now, at: mouse.at, by: 3)
            case .press:
                guard let index = layer.stopIndex(at: mouse.at, now), layer.stops[index].isEnabled else { break }
                now.focus[layer.entry] = layer.focus(index)
                var result = layer.press(layer.stops[index], at: mouse.at, now)
                // The row moves when its entry has the screen to itself.
                result.state.drag = nil
                result.preceding.insert(.back(entry: top.entry, closes: false), at: 0)
                return result
            }
            return InputResult(now)
        }
    }
}
