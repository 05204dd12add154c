import FasciaModel
import FasciaRender

extension SceneLayout {
    /// Adapts a state to this layout: the focus is on an existing element (see `FocusRules`), and scroll offsets
    /// are in range.
    public func reconcile(_ state: TerminalState) -> TerminalState { reconcileReportingMismatches(state).reconciled }

    /// Reconciles a state, and returns the elements that were made for another size than they have.
    public func reconcileReportingMismatches(_ state: TerminalState) -> (reconciled: TerminalState, mismatches: [SizeMismatch]) {
        var reconciled = state
        var mismatches: [SizeMismatch] = []
        // Only the top layer has an open menu, a turned picker or a press. What has begun is still to be ended.
        if reconciled.open?.id.entry != top?.entry { reconciled.open = nil }
        if reconciled.tentativeOption?.id.entry != top?.entry { reconciled.tentativeOption = nil }
        if reconciled.press?.entry != top?.entry { reconciled.press?.isCovered = true }
        for layer in layers {
            mismatches += layer.reconcile(&reconciled, was: state.focus[layer.entry]?.element, isTop: layer.entry == top?.entry)
        }
        return (reconciled, mismatches)
    }

    /// Reconciles the state, and scrolls the focus into sight even if it has not moved, as after a resize.
    public func reconcileRevealingFocus(_ state: TerminalState) -> TerminalState {
        var reconciled = reconcile(state)
        guard let top else { return reconciled }
        let near = top.windowed(&reconciled.scroll)
        near.storeRowAnchors(&reconciled.scroll)
        near.scrollToFocusedRow(&reconciled)
        let layer = top.windowed(&reconciled.scroll)
        layer.reveal(&reconciled)
        layer.storeRowAnchors(&reconciled.scroll)
        return reconciled
    }

    /// Drops the state of entries that are gone, so that it does not accumulate.
    public static func forget(_ state: inout TerminalState, except entries: Set<EntryID>) {
        state.focus = state.focus.filter { entries.contains($0.key) }
        state.scroll.rows = state.scroll.rows.filter { entries.contains($0.key.entry) }
        state.scroll.columns = state.scroll.columns.filter { entries.contains($0.key.entry) }
        state.scroll.anchors = state.scroll.anchors.filter { entries.contains($0.key.entry) }
        state.scroll.filters = state.scroll.filters.filter { entries.contains($0.key.entry) }
        state.requests = state.requests.filter { entries.contains($0.key.entry) }
        state.drafts = state.drafts.filter { entries.contains($0.key.entry) }
        state.restoredDrafts = state.restoredDrafts?.filter { entries.contains($0.key.entry) }
        state.pending = state.pending.filter { entries.contains($0.entry) }
        if let press = state.press, !entries.contains(press.entry) { state.press = nil }
    }
}

extension LayerLayout {
    /// Each step needs what the steps before it have decided.
    ///
    /// - Parameter was: the element that had the focus.
    /// - Returns: the elements that were made for another size than they have.
    fileprivate func reconcile(_ state: inout TerminalState, was: String?, isTop: Bool) -> [SizeMismatch] {
        // Of long lists only the rows near the scroll offsets are laid out: all further steps are about those.
        let near = windowed(&state.scroll)
        // Programs may ask for the focus; otherwise it stays, or goes to what is left.
        near.grantFocusRequests(&state)
        let isWanted = state.focus[entry] != nil
        state.focus[entry] = near.focus(after: state.focus[entry])
        // The offsets are in range before a focus that has moved by itself is scrolled into sight.
        near.limitScroll(&state)
        if let new = state.focus[entry], new.element != was, isWanted || near.regionBeforeFirstElement(state) == nil {
            near.reveal(&state)
        }
        // What is typed, open or held belongs to the focus, or to elements that are still there.
        near.restoreDrafts(&state)
        near.reconcileDrafts(&state, isInFront: isTop)
        near.reconcileMenu(&state)
        near.reconcileTentativeOption(&state)
        near.forgetElements(&state)
        // The rows at the final offsets are those to come back to when rows are inserted above.
        near.storeRowAnchors(&state.scroll)
        // What programs scroll to counts more than the focus. Then other rows may be laid out, and the focus has another index.
        handleScrollRequests(&state)
        updateFocusIndex(&state, unlessIn: near)
        return near.mismatches
    }

    private func limitScroll(_ state: inout TerminalState) {
        for region in scrolls {
            let id = elementID(region.element)
            if let offset = state.scroll.rows[id] { state.scroll.rows[id] = min(max(0, offset), region.maximumRows) }
            if let offset = state.scroll.columns[id] { state.scroll.columns[id] = min(max(0, offset), region.maximumColumns) }
        }
    }

    /// The number of stored element entries above which those of removed elements are dropped.
    static let remembered = 64

    /// Drops the state of removed elements: a screen may create and remove any number of ids.
    fileprivate func forgetElements(_ now: inout TerminalState) {
        guard now.remembered > LayerLayout.remembered else { return }
        let scrolling = Set(scrolls.map(\.element))
        let operable = Set(stops.map(\.element) + scrollRequests.map { ScrollRequest.key($0.element) })
        func isKept(_ id: ElementID) -> Bool {
            id.entry != entry || scrolling.contains(id.element)
        }
        now.scroll.rows = now.scroll.rows.filter { isKept($0.key) }
        now.scroll.columns = now.scroll.columns.filter { isKept($0.key) }
        now.scroll.anchors = now.scroll.anchors.filter { isKept($0.key) }
        now.requests = now.requests.filter { $0.key.entry != entry || operable.contains($0.key.element) }
    }

    /// After scrolling to another stretch of a list, other rows are laid out, and the index of the focused element
    /// changes. Updates that index.
    fileprivate func updateFocusIndex(_ now: inout TerminalState, unlessIn before: LayerLayout) {
        guard hasLists, !before.isFor(now.scroll) else { return }
        let layer = windowed(&now.scroll)
        if let index = layer.focusIndex(now) { now.focus[entry] = layer.focus(index) }
        layer.storeRowAnchors(&now.scroll)
    }

    /// The index of the focused stop.
    func focusIndex(_ state: TerminalState) -> Int? {
        state.focus[entry].flatMap(index)
    }

    /// The index of a focus among the stops, which is mostly unchanged.
    func index(of focus: TerminalState.Focus) -> Int? {
        if stops.indices.contains(focus.index), stops[focus.index].element == focus.element { return focus.index }
        return index(ofStop: focus.element)
    }

    /// Scrolls as little as possible to show the focused element, with some rows before and after it.
    func reveal(_ state: inout TerminalState) {
        guard let index = focusIndex(state) else { return }
        var rect = stops[index].rect
        var next = region(stops[index].scroll)
        while let region = next {
            var offset = scrollOffset(region.element, state.scroll)
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
            let id = elementID(region.element)
            offset.row = min(max(0, offset.row), region.maximumRows)
            offset.column = min(max(0, offset.column), region.maximumColumns)
            // A list that does not move keeps its row anchor.
            if window == nil || offset != old {
                if region.maximumRows > 0 || state.scroll.rows[id] != nil {
                    state.scroll.rows[id] = offset.row
                }
                if region.maximumColumns > 0 { state.scroll.columns[id] = offset.column }
            }
            rect = rect.moved(columns: -offset.column, rows: -offset.row)
            next = self.region(region.outer)
        }
    }
}
