import FasciaModel
import FasciaRender
import FasciaScene

extension SceneLayout {
    var screen: CellRect { CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    public func handle(_ key: Key, _ state: TerminalState) -> InputResult {
        if let result = handleHelp(key, state) ?? handleFind(key, state) ?? handleFilter(key, state) { return result }
        return react(to: key, state) { layer, before in
            if let result = layer.readOn(key, before) ?? layer.handleMenu(key, before, in: screen) ?? layer.type(key, before)
                ?? layer.shortcut(key, before)
            {
                return result
            }
            var before = before
            if !before.typed.isEmpty, !key.isCharacter, !layer.isLetter(key, before) { before.typed = "" }
            var result = layer.typeAhead(key, before) ?? handle(key, before, layer)
            result.preceding += layer.focusChangeOutcomes(from: before, to: &result.state)
            return result
        } ?? InputResult(reconcile(state))
    }

    /// Handles pasted text: it goes into the palette that finds things, into a filter, or into the text field with the focus.
    /// `nil` if there is none of them.
    public func paste(_ text: String, _ state: TerminalState) -> InputResult? {
        if state.help != nil { return nil }
        if var find = state.find {
            var result = InputResult(state)
            result.notice = FilterInput.notice(ofPasting: text, into: find.text)
            (find.text, find.chosen) = (FilterInput.paste(text, into: find.text), 0)
            result.state.find = find
            return result
        }
        var now = reconcile(state)
        if let top, let (list, filter) = top.windowed(&now.scroll).activeFilter(now) {
            var result = self.filter(top, list, by: FilterInput.paste(text, into: filter), from: reconcile(state))
            result.notice = FilterInput.notice(ofPasting: text, into: filter)
            return result
        }
        return react(to: nil, state) { layer, before in layer.pasteIntoMenu(text, before) ?? layer.paste(text, before) }
    }

    /// Reconciles the state, lays out the visible rows of lists, and calls `gesture` with the layer.
    ///
    /// - Parameter layer: the layer that receives the input; by default the top one.
    /// - Parameter key: the key, which can scroll lists first: keys continue from a focus that is out of sight, and
    ///   Home, End and type-ahead can move to rows that are not laid out. `nil` for other input.
    func react(
        to key: Key?, _ state: TerminalState, in layer: LayerLayout? = nil,
        _ gesture: (LayerLayout, TerminalState) -> InputResult?
    ) -> InputResult? {
        var now = reconcile(state)
        guard let top = layer ?? top else { return nil }
        var layer = top.windowed(&now.scroll)
        if let key, top.hasLists {
            func rescroll(_ scroll: (inout TerminalState) -> Void) {
                layer.storeRowAnchors(&now.scroll)
                scroll(&now)
                layer = top.windowed(&now.scroll)
            }
            if layer.isFocusOutOfSight(now) { rescroll { layer.scrollToFocusedRow(&$0) } }
            if layer.goesToEdge(key, now, in: screen) { rescroll { layer.scrollListsToEdge(&$0, first: key.name == "home") } }
            if layer.isLetter(key, now), layer.isFree(key, now, in: screen) { rescroll { layer.scrollAhead(key, &$0) } }
        }
        guard var result = gesture(layer, now) else { return nil }
        layer.storeRowAnchors(&result.state.scroll)
        return result
    }

    private func handle(_ key: Key, _ before: TerminalState, _ layer: LayerLayout) -> InputResult {
        var now = before
        switch TerminalKey(key.name) {
        case .quit: return InputResult(now, .quit)
        case .redraw: return InputResult(now, .redraw)
        case .undo: return InputResult(now, .undo)
        case .help: now.help = 0
        case .why:
            guard let thing = layer.focusIndex(now).flatMap({ layer.stops[$0].thing }) else { break }
            (now.help, now.story) = (0, TerminalState.Story(thing: thing, lines: []))
            return InputResult(now, .tell(thing))
        case .find: now.find = FindPalette()
        case .back: return layer.goBack(now)
        case .next: layer.moveFocus(&now, by: 1, wraps: true)
        case .previous: layer.moveFocus(&now, by: -1, wraps: true)
        case .down: layer.moveFocus(&now, toward: .down)
        case .up: layer.moveFocus(&now, toward: .up)
        case .right:
            if let result = layer.step(now, \.next, by: 1) { return result }
            layer.moveFocus(&now, toward: .right)
        case .left:
            if now.focus[layer.entry]?.element == SceneLayout.backElement { return layer.goBack(now) }
            if let result = layer.step(now, \.previous, by: -1) { return result }
            layer.moveFocus(&now, toward: .left)
        case .first: layer.goToEdge(&now, first: true)
        case .last: layer.goToEdge(&now, first: false)
        case .pageUp: layer.page(&now, by: -1)
        case .pageDown: layer.page(&now, by: 1)
        case .operate:
            guard let index = layer.focusIndex(now) else { return InputResult(now) }
            return layer.operate(layer.stops[index], now)
        // Of the daemon, where it has something to show or to keep.
        case .look, .keep, nil: break
        }
        return InputResult(now)
    }

    /// Handles a mouse event. Only the top layer and the one aside of it receive it.
    public func handle(_ mouse: Mouse, _ state: TerminalState) -> InputResult {
        if let result = handleHelp(mouse, state) ?? handleFind(mouse, state) ?? handleAside(mouse, state) { return result }
        return react(to: nil, state) { layer, before in press(mouse, before, layer) }
            ?? InputResult(reconcile(state))
    }

    private func press(_ mouse: Mouse, _ before: TerminalState, _ layer: LayerLayout) -> InputResult {
        var now = before
        if let press = before.press, press.isCovered {
            now.press = nil
            var result = self.press(mouse, now, layer)
            result.preceding = press.ends + result.preceding
            return result
        }
        if let result = layer.handleMenu(mouse, before, in: screen) { return result }
        switch mouse.kind {
        case .release:
            now.drag = nil
            return layer.endPress(at: mouse.at, now)
        case .move: return now.drag == nil ? layer.movePress(to: mouse.at, now) : layer.drag(to: mouse.at, now)
        case .wheelUp: layer.wheel(&now, at: mouse.at, by: -3)
        case .wheelDown: layer.wheel(&now, at: mouse.at, by: 3)
        case .press:
            now.press = nil
            now.drag = nil
            let index = layer.stopIndex(at: mouse.at, now)
            let stop = index.map { layer.stops[$0] }
            if stop?.element == SceneLayout.backElement { return layer.goBack(now) }
            if let index, stop?.isEnabled == true { now.focus[layer.entry] = layer.focus(index) }
            let wasFocused = stop?.element == before.focus[layer.entry]?.element
            guard
                var result = layer.beginPress(at: mouse.at, now, stop: stop)
                    ?? stop.map({
                        layer.pressText($0, at: mouse.at, now, wasFocused: wasFocused, unicode: unicode)
                            ?? layer.press($0, at: mouse.at, now)
                    })
            else { return InputResult(now) }
            result.preceding += layer.focusChangeOutcomes(from: before, to: &result.state)
            return result
        }
        return InputResult(now)
    }
}

extension FocusTarget {
    /// The id of the switch, picker or value that it sets; `nil` if it sets none.
    var thing: String? {
        switch (edit?.target, activation) {
        case (.value(let id, _), _), (.component(let id), _), (_, .flip(let id, _)), (_, .pick(let id, _)),
            (_, .setValue(let id, _)):
            id
        default: nil
        }
    }
}

extension LayerLayout {
    /// Whether a key moves to the first or last element, rather than within the focused control.
    func goesToEdge(_ key: Key, _ now: TerminalState, in screen: CellRect) -> Bool {
        (key.name == "home" || key.name == "end") && isFree(key, now, in: screen)
    }

    /// Handles a key while the first element is still below what is seen of the screen (14); `nil` if it is not, and for keys
    /// with the same meaning everywhere.
    func readOn(_ key: Key, _ before: TerminalState) -> InputResult? {
        guard let region = regionBeforeFirstElement(before) else { return nil }
        var now = before
        switch TerminalKey(key.name) {
        case .down: scroll(&now, region, rows: 1)
        case .pageDown: scroll(&now, region, rows: max(1, region.rect.size.rows - 1))
        case .operate, .next, .left, .right: reveal(&now)
        default: return nil
        }
        return InputResult(now)
    }

    /// The scroll view that has to be scrolled down to the first element, which has the focus; `nil` if it is in sight, and where
    /// there are too few rows for reading.
    func regionBeforeFirstElement(_ now: TerminalState) -> ScrollRegion? {
        guard let index = focusIndex(now),
            !stops[..<index].contains(where: { $0.takesFocus && $0.element != SceneLayout.backElement })
        else { return nil }
        var rect = stops[index].rect
        var next = region(stops[index].scroll)
        while let region = next {
            let offset = scrollOffset(region.element, now.scroll)
            rect = rect.moved(columns: -offset.column, rows: -offset.row)
            if rect.minRow >= region.rect.maxRow { return region.rect.size.rows >= FocusRules.readingRows ? region : nil }
            next = self.region(region.outer)
        }
        return nil
    }

    /// Whether a key has no meaning for a menu, a field or a shortcut.
    func isFree(_ key: Key, _ now: TerminalState, in screen: CellRect) -> Bool {
        handleMenu(key, now, in: screen) == nil && type(key, now) == nil && shortcut(key, now) == nil
    }

    /// The index of the stop at a point. The stop drawn last is on top.
    func stopIndex(at point: CellPoint, _ now: TerminalState) -> Int? {
        stops.lastIndex { $0.hasRoom && visibleRect(of: $0, now.scroll).contains(point) }
    }

    func goBack(_ now: TerminalState) -> InputResult {
        guard let back else { return InputResult(now) }
        return InputResult(now, .back(entry: entry, closes: back.closes))
    }

    func operate(_ stop: FocusTarget, _ now: TerminalState) -> InputResult {
        if stop.element == SceneLayout.backElement { return goBack(now) }
        if stop.isEnabled, stop.opensMenu { return pick(stop, now) ?? open(stop, now) }
        guard stop.isEnabled, let activation = stop.activation else { return InputResult(now) }
        return InputResult(now, .activate(entry: entry, element: stop.element, activation))
    }

    /// Handles a click on a part of a control with its own meaning, or on the control as a whole.
    func press(_ stop: FocusTarget, at point: CellPoint, _ now: TerminalState) -> InputResult {
        let corner = visibleOrigin(of: stop, now.scroll)
        let inside = CellPoint(column: point.column - corner.column, row: point.row - corner.row)
        guard stop.isEnabled, let part = stop.parts.first(where: { $0.rect.contains(inside) }) else {
            return operate(stop, now)
        }
        var now = now
        if part.meaning == .range { now.drag = elementID(stop.element) }
        let activation: Activation? =
            switch part.meaning {
            case .range: stop.activation(of: part, at: inside)
            case .option(let index):
                stop.options.flatMap { $0.all.indices.contains(index) ? $0.all[index].activation : nil }
            case .decrement: stop.steps?.previous
            case .increment: stop.steps?.next
            case .text: nil
            }
        guard let activation else { return InputResult(now) }
        return InputResult(now, .activate(entry: entry, element: stop.element, activation))
    }

    /// Handles a shortcut key; `nil` for other keys.
    func shortcut(_ key: Key, _ now: TerminalState) -> InputResult? {
        // Enter always operates the focused control.
        guard key.name != "enter", let stop = stops.first(where: { $0.isEnabled && $0.shortcut == key.name }) else {
            return nil
        }
        return operate(stop, now)
    }

    /// Steps the focused control, or turns a picker; does nothing at the end of its range. `nil` if it has no steps.
    func step(_ now: TerminalState, _ step: KeyPath<Steps, Activation?>, by count: Int) -> InputResult? {
        guard let index = focusIndex(now), let steps = stops[index].steps, stops[index].isEnabled else { return nil }
        if stops[index].isWheel { return turn(stops[index], by: count, now) }
        guard let activation = steps[keyPath: step] else { return InputResult(now) }
        return InputResult(now, .activate(entry: entry, element: stops[index].element, activation))
    }
}
