import FasciaModel

extension SceneLayout {
    /// What a key means here.
    public func handle(_ key: Key, _ presentation: Presentation) -> Reaction {
        let before = settle(presentation)
        guard let layer = top else { return Reaction(before) }
        if let reaction = layer.handleMenu(key, before) ?? layer.type(key, before) ?? layer.shortcut(key, before) {
            return reaction
        }
        var reaction = handle(key, before, layer)
        if reaction.presentation.focus[layer.entry]?.element != before.focus[layer.entry]?.element {
            reaction.first += layer.leaving(before)
        }
        return reaction
    }

    /// What pasted text means here; `nil` where there is nothing to put it into.
    public func paste(_ text: String, _ presentation: Presentation) -> Reaction? {
        top?.paste(text, settle(presentation))
    }

    private func handle(_ key: Key, _ before: Presentation, _ layer: LayerLayout) -> Reaction {
        var now = before
        switch key.name {
        case "q", "Q", "ctrl+c": return Reaction(now, .quit)
        case "ctrl+l": return Reaction(now, .redraw)
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
            guard let index = layer.focusIndex(now) else { return Reaction(now) }
            return layer.operate(layer.stops[index], now)
        default: break
        }
        return Reaction(now)
    }

    /// What the mouse means here. Only the top layer takes it.
    public func handle(_ mouse: Mouse, _ presentation: Presentation) -> Reaction {
        let before = settle(presentation)
        guard let layer = top else { return Reaction(before) }
        var now = before
        let screen = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
        if mouse.kind == .press, let reaction = layer.pressMenu(at: mouse.at, before, in: screen) { return reaction }
        switch mouse.kind {
        case .release, .move: return Reaction(now)
        case .wheelUp: layer.wheel(&now, at: mouse.at, rows: -3)
        case .wheelDown: layer.wheel(&now, at: mouse.at, rows: 3)
        case .press:
            // What is drawn last lies on top.
            guard let index = layer.stops.lastIndex(where: { layer.visibleRect(of: $0, now).contains(mouse.at) })
            else { return Reaction(now) }
            let stop = layer.stops[index]
            if stop.element == SceneLayout.backElement { return layer.goBack(now) }
            if stop.isEnabled { now.focus[layer.entry] = Presentation.Focus(element: stop.element, index: index) }
            var reaction = layer.press(stop, at: mouse.at, now)
            if stop.isEnabled, stop.element != before.focus[layer.entry]?.element {
                reaction.first += layer.leaving(before)
            }
            return reaction
        }
        return Reaction(now)
    }
}

extension LayerLayout {
    enum Direction { case up, down, left, right }

    func goBack(_ now: Presentation) -> Reaction {
        guard let back else { return Reaction(now) }
        return Reaction(now, .back(entry: entry, closes: back.closes))
    }

    func operate(_ stop: FocusStop, _ now: Presentation) -> Reaction {
        if stop.element == SceneLayout.backElement { return goBack(now) }
        if stop.isEnabled, stop.isMenu { return open(stop, now) }
        if stop.isEnabled, stop.isWheel, let reaction = pick(stop, now) { return reaction }
        guard stop.isEnabled, let activation = stop.activation else { return Reaction(now) }
        return Reaction(now, .activate(entry: entry, element: stop.element, activation))
    }

    /// The mouse on a part of a control that means something by itself, or on the control as a whole.
    func press(_ stop: FocusStop, at point: CellPoint, _ now: Presentation) -> Reaction {
        let corner = visibleOrigin(of: stop, now)
        let inside = CellPoint(column: point.column - corner.column, row: point.row - corner.row)
        guard stop.isEnabled, let part = stop.parts.first(where: { $0.rect.contains(inside) }) else {
            return operate(stop, now)
        }
        let activation: Activation? = switch part.meaning {
        case .fraction(let fraction):
            if case .number(let scale)? = stop.edit?.domain, let number = scale.number(at: fraction) {
                stop.edit?.activation(number: number)
            } else { nil }
        case .option(let index):
            stop.options.flatMap { $0.all.indices.contains(index) ? $0.all[index].activation : nil }
        case .decrement: stop.steps?.previous
        case .increment: stop.steps?.next
        }
        guard let activation else { return Reaction(now) }
        return Reaction(now, .activate(entry: entry, element: stop.element, activation))
    }

    /// What a key means that somebody has given to a control; `nil` for other keys.
    func shortcut(_ key: Key, _ now: Presentation) -> Reaction? {
        // Enter means the control that has the focus, where there is one.
        guard key.name != "enter", let stop = stops.first(where: { $0.isEnabled && $0.shortcut == key.name }) else {
            return nil
        }
        return operate(stop, now)
    }

    /// Left or right on what has sides: operates it, or does nothing where it ends. A wheel turns. `nil` for what has
    /// none.
    func step(_ now: Presentation, _ way: KeyPath<Steps, Activation?>, by count: Int) -> Reaction? {
        guard let index = focusIndex(now), let steps = stops[index].steps, stops[index].isEnabled else { return nil }
        if stops[index].isWheel { return turn(stops[index], by: count, now) }
        guard let activation = steps[keyPath: way] else { return Reaction(now) }
        return Reaction(now, .activate(entry: entry, element: stops[index].element, activation))
    }

    // MARK: - Moving the focus

    private func focus(_ now: inout Presentation, _ index: Int) {
        now.focus[entry] = Presentation.Focus(element: stops[index].element, index: index)
        reveal(&now)
    }

    /// To the next one, in order, that can be operated.
    func moveFocus(_ now: inout Presentation, by step: Int, wraps: Bool) {
        guard let current = focusIndex(now) else { return }
        var index = current
        for _ in stops {
            index += step
            if wraps { index = (index + stops.count) % stops.count }
            guard stops.indices.contains(index) else { return }
            if stops[index].isEnabled { return focus(&now, index) }
        }
    }

    func focusEdge(_ now: inout Presentation, first: Bool) {
        let controls = stops.indices.filter { stops[$0].isEnabled && stops[$0].element != SceneLayout.backElement }
        if let index = first ? controls.first : controls.last { focus(&now, index) }
    }

    /// To the nearest one on that side. Up and down go by rows first, then by columns; left and right stay in the
    /// same rows. Where there is nothing on that side, a form scrolls to what cannot take the focus.
    func moveFocus(_ now: inout Presentation, toward direction: Direction) {
        guard let current = focusIndex(now) else { return scroll(&now, direction) }
        let from = stops[current].rect
        var best: (index: Int, distance: (Int, Int))?
        for (index, stop) in stops.enumerated() where index != current && stop.isEnabled {
            let to = stop.rect
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
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        if let best { focus(&now, best.index) } else { scroll(&now, direction) }
    }

    private func scroll(_ now: inout Presentation, _ direction: Direction) {
        guard direction == .up || direction == .down else { return }
        let id = focusIndex(now).flatMap { stops[$0].scroll } ?? scrolls.first?.element
        if let id { scroll(&now, id, by: direction == .up ? -1 : 1) }
    }

    private func scroll(_ now: inout Presentation, _ element: String, by rows: Int) {
        guard let region = scrolls.first(where: { $0.element == element }), region.most > 0 else { return }
        let offset = scrollOffset(element, now) + rows
        now.scroll[Presentation.ScrollPlace(entry: entry, element: element)] = min(max(0, offset), region.most)
    }

    func wheel(_ now: inout Presentation, at point: CellPoint, rows: Int) {
        let region = scrolls.last { $0.rect.contains(point) && $0.most > 0 }
        if let region { scroll(&now, region.element, by: rows) }
    }

    /// A window's height further, with the focus; without anything to focus, the window alone.
    func page(_ now: inout Presentation, by pages: Int) {
        let id = focusIndex(now).flatMap { stops[$0].scroll } ?? scrolls.first?.element
        guard let id, let region = scrolls.first(where: { $0.element == id }) else {
            return focusEdge(&now, first: pages < 0)
        }
        let rows = max(1, region.rect.size.rows - 1)
        scroll(&now, id, by: pages * rows)
        let within = stops.indices.filter { stops[$0].isEnabled && stops[$0].scroll == id }
        guard let current = focusIndex(now), stops[current].scroll == id else { return }
        let goal = stops[current].rect.minRow + pages * rows
        let index = pages > 0
            ? within.last { stops[$0].rect.minRow <= goal && $0 > current } ?? within.last
            : within.first { stops[$0].rect.minRow >= goal && $0 < current } ?? within.first
        if let index { focus(&now, index) }
    }
}

extension CellRect {
    fileprivate func meetsRows(of other: CellRect) -> Bool { minRow < other.maxRow && other.minRow < maxRow }
}
