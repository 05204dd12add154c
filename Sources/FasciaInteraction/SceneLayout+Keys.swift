import FasciaRender
import FasciaScene

extension SceneLayout {
    /// Handles a key.
    public func handle(_ key: Key, _ state: TerminalState) -> InputResult {
        if let reaction = handleHelp(key, state) { return reaction }
        return react(to: key, state) { layer, before in
            if let reaction = layer.handleMenu(key, before) ?? layer.type(key, before) ?? layer.shortcut(key, before) {
                return reaction
            }
            var before = before
            if !key.isCharacter, !before.typed.isEmpty { before.typed = "" }
            var reaction = layer.typeAhead(key, before) ?? handle(key, before, layer)
            reaction.first += layer.moved(from: before, to: reaction.state)
            return reaction
        } ?? InputResult(reconcile(state))
    }

    /// Handles pasted text; `nil` if no text field has the focus.
    public func paste(_ text: String, _ state: TerminalState) -> InputResult? {
        react(to: nil, state) { layer, before in layer.paste(text, before) }
    }

    /// Reconciles the state, lays out the visible rows of lists, and calls `gesture` with the top layer.
    ///
    /// - Parameter key: the key, which can scroll lists first: keys continue from a focus that is out of sight, and
    ///   Home, End and type-ahead can move to rows that are not laid out. `nil` for other input.
    private func react(
        to key: Key?, _ state: TerminalState,
        _ gesture: (LayerLayout, TerminalState) -> InputResult?
    ) -> InputResult? {
        var now = reconcile(state)
        guard let top else { return nil }
        var layer = top.windowed(&now.scroll)
        if let key, top.hasLists {
            func goOn(_ scroll: (inout TerminalState) -> Void) {
                layer.storeRowAnchors(&now.scroll)
                scroll(&now)
                layer = top.windowed(&now.scroll)
            }
            if layer.isFocusOutOfSight(now) { goOn { layer.scrollToFocusedRow(&$0) } }
            if layer.goesToEdge(key, now) { goOn { layer.scrollListsToEdge(&$0, first: key.name == "home") } }
            if layer.isLetter(key, now), layer.isFree(key, now) { goOn { layer.scrollAhead(key, &$0) } }
        }
        guard var reaction = gesture(layer, now) else { return nil }
        layer.storeRowAnchors(&reaction.state.scroll)
        return reaction
    }

    private func handle(_ key: Key, _ before: TerminalState, _ layer: LayerLayout) -> InputResult {
        var now = before
        switch key.name {
        case "q", "Q", "ctrl+c": return InputResult(now, .quit)
        case "ctrl+l": return InputResult(now, .redraw)
        case "?", "f1": now.help = 0
        case "escape", "backspace": return layer.goBack(now)
        case "tab": layer.moveFocus(&now, by: 1, wraps: true)
        case "backtab": layer.moveFocus(&now, by: -1, wraps: true)
        case "down": layer.moveFocus(&now, toward: .down)
        case "up": layer.moveFocus(&now, toward: .up)
        case "right":
            if let reaction = layer.step(now, \.next, by: 1) { return reaction }
            layer.moveFocus(&now, toward: .right)
        case "left":
            if now.focus[layer.entry]?.element == SceneLayout.backElement { return layer.goBack(now) }
            if let reaction = layer.step(now, \.previous, by: -1) { return reaction }
            layer.moveFocus(&now, toward: .left)
        case "home": layer.focusEdge(&now, first: true)
        case "end": layer.focusEdge(&now, first: false)
        case "pageup": layer.page(&now, by: -1)
        case "pagedown": layer.page(&now, by: 1)
        case "space", " ", "enter":
            guard let index = layer.focusIndex(now) else { return InputResult(now) }
            return layer.operate(layer.stops[index], now)
        default: break
        }
        return InputResult(now)
    }

    /// Handles a mouse event. Only the top layer receives it.
    public func handle(_ mouse: Mouse, _ state: TerminalState) -> InputResult {
        if let reaction = handleHelp(mouse, state) { return reaction }
        return react(to: nil, state) { layer, before in press(mouse, before, layer) }
            ?? InputResult(reconcile(state))
    }

    private func press(_ mouse: Mouse, _ before: TerminalState, _ layer: LayerLayout) -> InputResult {
        var now = before
        let screen = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        if mouse.kind == .press, let reaction = layer.pressMenu(at: mouse.at, before, in: screen) { return reaction }
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
            // The stop drawn last is on top.
            let index = layer.stops.lastIndex { $0.hasRoom && layer.visibleRect(of: $0, now.scroll).contains(mouse.at) }
            let stop = index.map { layer.stops[$0] }
            if stop?.element == SceneLayout.backElement { return layer.goBack(now) }
            if let index, stop?.isEnabled == true { now.focus[layer.entry] = layer.focus(index) }
            let wasFocused = stop?.element == before.focus[layer.entry]?.element
            guard
                var reaction = layer.beginPress(at: mouse.at, now, stop: stop)
                    ?? stop.map({
                        layer.pressText($0, at: mouse.at, now, wasFocused: wasFocused, unicode: unicode)
                            ?? layer.press($0, at: mouse.at, now)
                    })
            else { return InputResult(now) }
            reaction.first += layer.moved(from: before, to: reaction.state)
            return reaction
        }
        return InputResult(now)
    }
}

extension LayerLayout {
    enum Direction { case up, down, left, right }

    /// Whether a key moves to the first or last element, rather than within the focused control.
    func goesToEdge(_ key: Key, _ now: TerminalState) -> Bool {
        (key.name == "home" || key.name == "end") && isFree(key, now)
    }

    /// Whether a key has no meaning for a menu, a field or a shortcut.
    fileprivate func isFree(_ key: Key, _ now: TerminalState) -> Bool {
        handleMenu(key, now) == nil && type(key, now) == nil && shortcut(key, now) == nil
    }

    func goBack(_ now: TerminalState) -> InputResult {
        guard let back else { return InputResult(now) }
        return InputResult(now, .back(entry: entry, closes: back.closes))
    }

    func operate(_ stop: FocusTarget, _ now: TerminalState) -> InputResult {
        if stop.element == SceneLayout.backElement { return goBack(now) }
        if stop.isEnabled, stop.isMenu { return open(stop, now) }
        if stop.isEnabled, stop.isWheel, let reaction = pick(stop, now) { return reaction }
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
        if part.meaning == .range { now.drag = place(stop.element) }
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
    func step(_ now: TerminalState, _ way: KeyPath<Steps, Activation?>, by count: Int) -> InputResult? {
        guard let index = focusIndex(now), let steps = stops[index].steps, stops[index].isEnabled else { return nil }
        if stops[index].isWheel { return turn(stops[index], by: count, now) }
        guard let activation = steps[keyPath: way] else { return InputResult(now) }
        return InputResult(now, .activate(entry: entry, element: stops[index].element, activation))
    }

    // MARK: - Moving the focus

    func focus(_ now: inout TerminalState, _ index: Int) {
        now.focus[entry] = focus(index)
        reveal(&now)
    }

    /// Moves the focus to the next focusable element in Tab order.
    func moveFocus(_ now: inout TerminalState, by step: Int, wraps: Bool) {
        guard let current = focusIndex(now) else { return }
        var index = current
        for _ in stops {
            index += step
            if wraps { index = (index + stops.count) % stops.count }
            guard stops.indices.contains(index) else { return }
            if stops[index].takesFocus { return focus(&now, index) }
        }
    }

    func focusEdge(_ now: inout TerminalState, first: Bool) {
        let controls = stops.indices.filter { stops[$0].takesFocus && stops[$0].element != SceneLayout.backElement }
        if let index = first ? controls.first : controls.last { focus(&now, index) }
    }

    /// Moves the focus to the nearest element in a direction, preferably in the same scroll view. Up and down compare
    /// rows first, then columns; left and right stay in the same rows. If there is no element, scrolls the surrounding
    /// scroll view.
    func moveFocus(_ now: inout TerminalState, toward direction: Direction) {
        guard let current = focusIndex(now) else { return scroll(&now, direction) }
        if let index = nearest(to: current, direction, now) { focus(&now, index) } else { scroll(&now, direction) }
    }

    private func nearest(to current: Int, _ direction: Direction, _ now: TerminalState) -> Int? {
        let scroll = stops[current].scroll
        if scroll != nil {
            // Within a scroll view, relative positions do not depend on the scroll offset.
            let within = nearest(to: stops[current].rect, direction, place: \.rect) { $0.scroll == scroll }
            if let index = within, index != current { return index }
        }
        let from = CellRect(origin: visibleOrigin(of: stops[current], now.scroll), size: stops[current].rect.size)
        return nearest(to: from, direction, place: { $0.scroll == nil ? $0.rect : visibleRect(of: $0, now.scroll) }) {
            stop in
            stop.scroll == nil || stop.scroll != scroll && !visibleRect(of: stop, now.scroll).isEmpty
        }
    }

    /// - Parameter isMeant: whether a stop is a candidate. Called only for stops nearer than all previous ones.
    private func nearest(
        to from: CellRect, _ direction: Direction, place: (FocusTarget) -> CellRect, isMeant: (FocusTarget) -> Bool
    ) -> Int? {
        var best: (index: Int, distance: (Int, Int))?
        for (index, stop) in stops.enumerated() {
            let to = place(stop)
            guard to != from else { continue }
            let sideways = abs(to.minColumn - from.minColumn)
            let distance: (Int, Int)
            switch direction {
            case .down where to.minRow >= from.maxRow: distance = (to.minRow - from.maxRow, sideways)
            case .up where to.maxRow <= from.minRow: distance = (from.minRow - to.maxRow, sideways)
            case .right where to.minColumn >= from.maxColumn && to.meetsRows(of: from):
                distance = (to.minColumn - from.maxColumn, abs(to.minRow - from.minRow))
            case .left where to.maxColumn <= from.minColumn && to.meetsRows(of: from):
                distance = (from.minColumn - to.maxColumn, abs(to.minRow - from.minRow))
            default: continue
            }
            if let best, distance >= best.distance { continue }
            if isMeant(stop), stop.takesFocus { best = (index, distance) }
        }
        return best?.index
    }

    // MARK: - Scrolling

    /// Scrolls the scroll view around the focus, or the nearest outer one that can scroll, by one row or a few columns.
    private func scroll(_ now: inout TerminalState, _ direction: Direction) {
        let isSideways = direction == .left || direction == .right
        let inner = focusIndex(now).flatMap { stops[$0].scroll }
        var next = region(inner) ?? scrolls.first { isSideways ? $0.maximumColumns > 0 : $0.most > 0 }
        while let region = next {
            if (isSideways ? region.maximumColumns : region.most) > 0 {
                return switch direction {
                case .up: scroll(&now, region, rows: -1)
                case .down: scroll(&now, region, rows: 1)
                case .left: scroll(&now, region, columns: -4)
                case .right: scroll(&now, region, columns: 4)
                }
            }
            next = self.region(region.outer)
        }
    }

    private func scroll(_ now: inout TerminalState, _ region: ScrollRegion, rows: Int = 0, columns: Int = 0) {
        let offset = scrollOffset(region.element, now.scroll)
        let place = place(region.element)
        if rows != 0, region.most > 0 { now.scroll.rows[place] = min(max(0, offset.row + rows), region.most) }
        if columns != 0, region.maximumColumns > 0 {
            now.scroll.columns[place] = min(max(0, offset.column + columns), region.maximumColumns)
        }
    }

    /// Scrolls the scroll view under the pointer: vertically, or horizontally if it scrolls only that way.
    func wheel(_ now: inout TerminalState, at point: CellPoint, by steps: Int) {
        let under = scrolls.filter { $0.rect.contains(point) }
        if let region = under.last(where: { $0.most > 0 }) { return scroll(&now, region, rows: steps) }
        if let region = under.last(where: { $0.maximumColumns > 0 }) { scroll(&now, region, columns: steps) }
    }

    /// Scrolls by a page and moves the focus along; scrolls alone if the scroll view does not contain the focus.
    func page(_ now: inout TerminalState, by pages: Int) {
        let id = focusIndex(now).flatMap { stops[$0].scroll } ?? scrolls.first?.element
        guard let id, let region = region(id) else { return focusEdge(&now, first: pages < 0) }
        let rows = max(1, region.rect.size.rows - 1)
        scroll(&now, region, rows: pages * rows)
        let within = stops.indices.filter { stops[$0].takesFocus && stops[$0].scroll == id }
        guard let current = focusIndex(now), stops[current].scroll == id else { return }
        let goal = stops[current].rect.minRow + pages * rows
        let index =
            pages > 0
            ? within.last { stops[$0].rect.minRow <= goal && $0 > current } ?? within.last
            : within.first { stops[$0].rect.minRow >= goal && $0 < current } ?? within.first
        // After the last and before the first element, only the scroll position moves.
        if let index, index != current { focus(&now, index) }
    }
}

extension CellRect {
    fileprivate func meetsRows(of other: CellRect) -> Bool { minRow < other.maxRow && other.minRow < maxRow }
}
