import FasciaModel

extension SceneLayout {
    /// Adapts a presentation to this layout: the focus is on an existing element (see `FocusRules`), and scroll offsets
    /// are in range.
    public func reconcile(_ presentation: TerminalState) -> TerminalState { fit(presentation).reconciled }

    /// Settles a presentation, and returns the elements that were made for another room than they have.
    public func fit(_ presentation: TerminalState) -> (reconciled: TerminalState, misfits: [SizeMismatch]) {
        var reconciled = presentation
        var misfits: [SizeMismatch] = []
        // Only the top layer has an open menu, a turned picker or a press.
        if reconciled.open?.place.entry != top?.entry { reconciled.open = nil }
        if reconciled.hover?.place.entry != top?.entry { reconciled.hover = nil }
        if reconciled.press?.entry != top?.entry { reconciled.press = nil }
        for layer in layers {
            let whole = layer
            let layer = layer.windowed(&reconciled)
            misfits += layer.misfits
            layer.settleRequests(&reconciled)
            reconciled.focus[layer.entry] = layer.focus(after: reconciled.focus[layer.entry])
            for region in layer.scrolls {
                let place = layer.place(region.element)
                if let offset = reconciled.scroll[place] { reconciled.scroll[place] = min(max(0, offset), region.most) }
                if let offset = reconciled.sideways[place] {
                    reconciled.sideways[place] = min(max(0, offset), region.maximumColumns)
                }
            }
            // Scroll a focus that has moved by itself into sight.
            let was = presentation.focus[layer.entry]?.element
            if let new = reconciled.focus[layer.entry], new.element != was { layer.reveal(&reconciled) }
            layer.settleReturned(&reconciled)
            layer.settleDrafts(&reconciled, isInFront: layer.entry == top?.entry)
            layer.settleMenu(&reconciled)
            layer.settleHover(&reconciled)
            layer.forgetElements(&reconciled)
            layer.storeRowAnchors(&reconciled)
            // Last, because revealing the focus may have scrolled.
            whole.settleGoals(&reconciled)
            whole.recount(&reconciled, unlessIn: layer)
        }
        return (reconciled, misfits)
    }

    /// Settles the presentation of a resized terminal, and scrolls the focus into sight.
    public func reconcileResized(_ presentation: TerminalState) -> TerminalState {
        var reconciled = reconcile(presentation)
        guard let top else { return reconciled }
        let near = top.windowed(&reconciled)
        near.storeRowAnchors(&reconciled)
        near.scrollToFocusedRow(&reconciled)
        let layer = top.windowed(&reconciled)
        layer.reveal(&reconciled)
        layer.storeRowAnchors(&reconciled)
        return reconciled
    }

    /// Drops the state of entries that are gone, so that it does not accumulate.
    public static func forget(_ presentation: inout TerminalState, except entries: Set<EntryID>) {
        presentation.focus = presentation.focus.filter { entries.contains($0.key) }
        presentation.scroll = presentation.scroll.filter { entries.contains($0.key.entry) }
        presentation.sideways = presentation.sideways.filter { entries.contains($0.key.entry) }
        presentation.rows = presentation.rows.filter { entries.contains($0.key.entry) }
        presentation.requests = presentation.requests.filter { entries.contains($0.key.entry) }
        presentation.drafts = presentation.drafts.filter { entries.contains($0.key.entry) }
        presentation.returned = presentation.returned?.filter { entries.contains($0.key.entry) }
        presentation.pending = presentation.pending.filter { entries.contains($0.entry) }
    }
}

extension LayerLayout {
    /// The number of stored element entries above which those of removed elements are dropped.
    static let remembered = 64

    /// Drops the state of removed elements: a screen may create and remove any number of ids.
    fileprivate func forgetElements(_ now: inout TerminalState) {
        guard now.remembered > LayerLayout.remembered else { return }
        let scrolling = Set(scrolls.map(\.element))
        let operable = Set(stops.map(\.element) + goals.map { AskedScrollRequest.key($0.element) })
        func isKept(_ place: TerminalState.ElementID) -> Bool {
            place.entry != entry || scrolling.contains(place.element)
        }
        now.scroll = now.scroll.filter { isKept($0.key) }
        now.sideways = now.sideways.filter { isKept($0.key) }
        now.rows = now.rows.filter { isKept($0.key) }
        now.requests = now.requests.filter { $0.key.entry != entry || operable.contains($0.key.element) }
    }

    /// After scrolling to another stretch of a list, other rows are laid out, and the index of the focused element
    /// changes. Updates that index.
    fileprivate func recount(_ now: inout TerminalState, unlessIn before: LayerLayout) {
        guard hasLists, !before.isFor(now) else { return }
        let layer = windowed(&now)
        if let index = layer.focusIndex(now) { now.focus[entry] = layer.focus(index) }
        layer.storeRowAnchors(&now)
    }

    /// The index of the focused stop.
    func focusIndex(_ presentation: TerminalState) -> Int? {
        presentation.focus[entry].flatMap(index)
    }

    /// The index of a focus among the stops, which is mostly unchanged.
    func index(of focus: TerminalState.Focus) -> Int? {
        if stops.indices.contains(focus.index), stops[focus.index].element == focus.element { return focus.index }
        return index(ofStop: focus.element)
    }

    func region(_ element: String?) -> ScrollRegion? { scrolls.first { $0.element == element } }

    /// The scroll offset of a scroll view.
    func scrollOffset(_ element: String, _ presentation: TerminalState) -> CellPoint {
        guard let region = region(element) else { return CellPoint(column: 0, row: 0) }
        let place = place(element)
        var (column, row) = (presentation.sideways[place], presentation.scroll[place])
        if let window = windows[element] {
            // Without an explicit offset, the row anchor determines it.
            if window.axis == .vertical {
                row = row ?? window.offset(of: presentation.rows[place])
            } else {
                column = column ?? window.offset(of: presentation.rows[place])
            }
        }
        return CellPoint(column: min(max(0, column ?? 0), region.maximumColumns), row: min(max(0, row ?? 0), region.most))
    }

    /// Scrolls as little as possible to show the focused element, with some rows before and after it.
    func reveal(_ presentation: inout TerminalState) {
        guard let index = focusIndex(presentation) else { return }
        var rect = stops[index].rect
        var next = region(stops[index].scroll)
        while let region = next {
            var offset = scrollOffset(region.element, presentation)
            let old = offset
            let (row, column) = (rect.minRow - region.rect.minRow, rect.minColumn - region.rect.minColumn)
            let margin = FocusRules.margin(of: rect.size.rows, in: region.rect.size.rows)
            offset.row = min(max(offset.row, row + rect.size.rows + margin - region.rect.size.rows), row - margin)
            offset.column = min(max(offset.column, column + rect.size.columns - region.rect.size.columns), column)
            // Titles before the first control are shown with it.
            let isFirst = !stops[..<index].contains { $0.scroll == region.element }
            let window = windows[region.element]
            let isAtStart = window.map { !$0.hasMoreBefore } ?? true
            if isFirst, isAtStart, row + rect.size.rows <= region.rect.size.rows { offset.row = 0 }
            let place = place(region.element)
            offset.row = min(max(0, offset.row), region.most)
            offset.column = min(max(0, offset.column), region.maximumColumns)
            // A list that does not move keeps its row anchor.
            if window == nil || offset != old {
                if region.most > 0 || presentation.scroll[place] != nil { presentation.scroll[place] = offset.row }
                if region.maximumColumns > 0 { presentation.sideways[place] = offset.column }
            }
            rect = rect.moved(columns: -offset.column, rows: -offset.row)
            next = self.region(region.outer)
        }
    }

    /// The position on the screen of a stop's top left corner, visible or not.
    func visibleOrigin(of stop: FocusTarget, _ presentation: TerminalState) -> CellPoint {
        var origin = stop.rect.origin
        var next = region(stop.scroll)
        while let region = next {
            let offset = scrollOffset(region.element, presentation)
            origin = CellPoint(column: origin.column - offset.column, row: origin.row - offset.row)
            next = self.region(region.outer)
        }
        return origin
    }

    /// The visible area of a stop.
    func visibleRect(of stop: FocusTarget, _ presentation: TerminalState) -> CellRect {
        if stop.element == SceneLayout.backElement { return stop.rect }
        var rect = stop.rect
        var next = region(stop.scroll)
        while let region = next {
            let offset = scrollOffset(region.element, presentation)
            rect = rect.moved(columns: -offset.column, rows: -offset.row).intersection(region.rect)
            next = self.region(region.outer)
        }
        return rect.intersection(viewport)
    }
}
