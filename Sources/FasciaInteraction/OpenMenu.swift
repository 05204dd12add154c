import FasciaRender
import FasciaScene

extension LayerLayout {
    /// The open menu of this layer, and the index of the item that Enter chooses; `nil` if no menu is open.
    func openMenu(_ now: TerminalState) -> (stop: FocusTarget, chosen: Int?)? {
        guard let open = now.open, open.id.entry == entry, now.focus[entry]?.element == open.id.element,
            let stop = stop(of: open.id.element), stop.isEnabled, !stop.items.isEmpty
        else { return nil }
        guard let item = open.item else { return (stop, nil) }
        return stop.items.firstIndex { $0.id == item }.map { (stop, $0) }
    }

    /// Closes the menu if it, or the item that Enter would choose, is gone.
    func reconcileMenu(_ now: inout TerminalState) {
        guard let open = now.open, open.id.entry == entry, openMenu(now) == nil else { return }
        now.open = nil
    }

    func open(_ stop: FocusTarget, _ now: TerminalState) -> InputResult {
        var now = now
        guard !stop.items.isEmpty else { return InputResult(now) }
        let choosable = stop.items.filter { $0.activation != nil }
        let chosen = stop.options == nil ? nil : choosable.first(where: \.isChecked)
        now.open = TerminalState.Open(
            id: elementID(stop.element), item: (chosen ?? choosable.first)?.id)
        return InputResult(now)
    }

    /// Handles a key while a menu is open; `nil` if none is open, and for keys that always work.
    func handleMenu(_ key: Key, _ now: TerminalState) -> InputResult? {
        guard let (stop, chosen) = openMenu(now) else { return nil }
        var now = now
        if key.name.count > 1 { now.typed = "" }
        let choosable = stop.items.indices.filter { stop.items[$0].activation != nil }
        func go(to index: Int?) {
            if let index { now.open?.item = stop.items[index].id }
        }
        switch key.name {
        case "ctrl+c", "ctrl+l", "?", "f1": return nil
        case "q", "Q": return typeAhead(key, now)
        case let name where name.count == 1 && name != " ": return typeAhead(key, now) ?? InputResult(now)
        case "down", "tab": go(to: choosable.first { $0 > chosen ?? -1 } ?? choosable.first)
        case "up", "backtab": go(to: choosable.last { $0 < chosen ?? 0 } ?? choosable.last)
        case "home", "pageup": go(to: choosable.first)
        case "end", "pagedown": go(to: choosable.last)
        case "escape", "backspace", "left": now.open = nil
        case "enter", "space", " ": if let chosen { return choose(stop.items[chosen], now) }
        default: break
        }
        return InputResult(now)
    }

    /// Handles a click while a menu is open: on an item it chooses that, outside it closes the menu.
    func pressMenu(at point: CellPoint, _ now: TerminalState, in screen: CellRect) -> InputResult? {
        guard let (stop, chosen) = openMenu(now) else { return nil }
        let box = menuBox(stop, chosen: chosen, now.scroll, in: screen)
        guard box.rect.contains(point) else {
            var now = now
            now.open = nil
            return InputResult(now)
        }
        let index = box.first + point.row - box.inside.minRow
        guard box.inside.contains(point), stop.items.indices.contains(index) else { return InputResult(now) }
        return choose(stop.items[index], now)
    }

    /// An item that cannot be chosen leaves the menu open.
    private func choose(_ item: MenuItem, _ now: TerminalState) -> InputResult {
        guard let activation = item.activation else { return InputResult(now) }
        var now = now
        now.open = nil
        return InputResult(now, .activate(entry: entry, element: item.id.element, activation))
    }
}
