import FasciaRender
import FasciaScene

/// The open menu of a layer.
struct OpenMenu {
    let stop: FocusTarget
    /// The items that its filter lets through.
    let items: [MenuItem]
    /// The index of the item that Enter chooses; `nil` if none can be chosen.
    let chosen: Int?

    /// The indices of the items that can be chosen.
    var choosable: [Int] { items.indices.filter { items[$0].activation != nil } }

    /// The index of the item so many rows away that can be chosen, no further than the first and the last one.
    func index(by rows: Int) -> Int? {
        let (goal, choosable) = ((chosen ?? 0) + rows, choosable)
        if rows > 0 { return choosable.first { $0 >= goal } ?? choosable.last }
        return choosable.last { $0 <= goal } ?? choosable.first
    }
}

extension LayerLayout {
    /// The open menu of this layer; `nil` if no menu is open.
    func openMenu(_ now: TerminalState) -> OpenMenu? {
        guard let open = now.open, open.id.entry == entry, now.focus[entry]?.element == open.id.element,
            let stop = stop(of: open.id.element), stop.isEnabled
        else { return nil }
        let all = stop.items
        guard !all.isEmpty else { return nil }
        let items = open.filter.map { TextFilter($0).items(all) } ?? all
        guard let item = open.item else { return OpenMenu(stop: stop, items: items, chosen: nil) }
        return items.firstIndex { $0.id == item }.map { OpenMenu(stop: stop, items: items, chosen: $0) }
    }

    /// What a terminal shows of an open menu.
    func display(_ menu: OpenMenu, _ now: TerminalState) -> DisplayState.Menu {
        DisplayState.Menu(element: menu.stop.element, items: menu.items, chosen: menu.chosen, filter: now.open?.filter)
    }

    /// Closes the menu if it, or the item that Enter would choose, is gone.
    func reconcileMenu(_ now: inout TerminalState) {
        guard let open = now.open, open.id.entry == entry, openMenu(now) == nil else { return }
        now.open = nil
    }

    /// Opens a menu at its first item, or at the option that the control shows.
    func open(_ stop: FocusTarget, _ now: TerminalState) -> InputResult {
        var now = now
        let items = stop.items
        guard !items.isEmpty else { return InputResult(now) }
        let shown = stop.options?.shown.map { items[$0] }
        let chosen = shown?.activation == nil ? items.first { $0.activation != nil } : shown
        now.open = TerminalState.Open(id: elementID(stop.element), item: chosen?.id)
        return InputResult(now)
    }

    /// Handles a key while a menu is open; `nil` if none is open, and for keys that always work.
    func handleMenu(_ key: Key, _ now: TerminalState, in screen: CellRect) -> InputResult? {
        guard let menu = openMenu(now) else { return nil }
        var now = now
        let isTyped = isLetter(key, now)
        if key.name.count > 1, !isTyped { now.typed = "" }
        if let filter = now.open?.filter, key.name != "escape", let text = FilterInput.edit(filter, key) {
            return InputResult(filtering(menu, by: text, now))
        }
        let (choosable, chosen) = (menu.choosable, menu.chosen)
        func go(to index: Int?) {
            if let index { now.open?.item = menu.items[index].id }
        }
        func page() -> Int {
            max(1, menuBox(menu.stop, display(menu, now), now.scroll, in: screen).inside.size.rows - 1)
        }
        switch key.name {
        case "ctrl+c", "ctrl+l", "?", "f1": return nil
        case "q", "Q": return typeAhead(key, now)
        case "/" where now.typed.isEmpty: return InputResult(filtering(menu, by: "", now))
        case let name where name.count == 1 && name != " ": return typeAhead(key, now) ?? InputResult(now)
        case "space" where isTyped, " " where isTyped: return typeAhead(key, now)
        case "escape" where now.open?.filter != nil: return InputResult(filtering(menu, by: nil, now))
        case "down", "tab": go(to: choosable.first { $0 > chosen ?? -1 } ?? choosable.first)
        case "up", "backtab": go(to: choosable.last { $0 < chosen ?? 0 } ?? choosable.last)
        case "pagedown": go(to: menu.index(by: page()))
        case "pageup": go(to: menu.index(by: -page()))
        case "home": go(to: choosable.first)
        case "end": go(to: choosable.last)
        case "escape", "backspace", "left": now.open = nil
        case "enter", "space", " ": if let chosen { return choose(menu.items[chosen], now) }
        default: break
        }
        return InputResult(now)
    }

    /// Pastes text into the filter of the open menu; `nil` if there is none.
    func pasteIntoMenu(_ text: String, _ now: TerminalState) -> InputResult? {
        guard let menu = openMenu(now), let filter = now.open?.filter else { return nil }
        var result = InputResult(filtering(menu, by: FilterInput.paste(text, into: filter), now))
        result.notice = FilterInput.notice(ofPasting: text, into: filter)
        return result
    }

    /// The state with another filter, and with the item chosen that is still there, or the first one.
    private func filtering(_ menu: OpenMenu, by text: String?, _ now: TerminalState) -> TerminalState {
        var now = now
        now.open?.filter = text
        let all = menu.stop.items
        let items = text.map { TextFilter($0).items(all) } ?? all
        let keeps = text?.isEmpty != false && now.open?.item != nil
        if !keeps { now.open?.item = items.first { $0.activation != nil }?.id }
        return now
    }

    /// Handles a mouse event while a menu is open: a click on an item chooses that, outside it closes the menu, and the
    /// wheel goes through the items. `nil` if none is open, and for other events.
    func handleMenu(_ mouse: Mouse, _ now: TerminalState, in screen: CellRect) -> InputResult? {
        guard let menu = openMenu(now) else { return nil }
        var now = now
        switch mouse.kind {
        case .move, .release: return nil
        case .wheelUp, .wheelDown:
            if let index = menu.index(by: mouse.kind == .wheelUp ? -3 : 3) { now.open?.item = menu.items[index].id }
            return InputResult(now)
        case .press:
            let box = menuBox(menu.stop, display(menu, now), now.scroll, in: screen)
            guard box.rect.contains(mouse.at) else {
                now.open = nil
                return InputResult(now)
            }
            let index = box.first + mouse.at.row - box.inside.minRow
            guard box.inside.contains(mouse.at), menu.items.indices.contains(index) else { return InputResult(now) }
            return choose(menu.items[index], now)
        }
    }

    /// An item that cannot be chosen leaves the menu open.
    private func choose(_ item: MenuItem, _ now: TerminalState) -> InputResult {
        guard let activation = item.activation else { return InputResult(now) }
        var now = now
        now.open = nil
        now.tentativeOption = nil
        return InputResult(now, .activate(entry: entry, element: item.id.element, activation))
    }
}
