import FasciaModel

extension SceneLayout {
    /// The presentation made to fit what is there now: the focus on something that exists (`FocusRules` says on what),
    /// nothing scrolled too far.
    public func settle(_ presentation: Presentation) -> Presentation { fit(presentation).settled }

    /// The same, and what was made for another room than it has here.
    public func fit(_ presentation: Presentation) -> (settled: Presentation, misfits: [Misfit]) {
        var settled = presentation
        var misfits: [Misfit] = []
        // Only the layer in front has a menu or a wheel that is being turned.
        if settled.open?.place.entry != top?.entry { settled.open = nil }
        if settled.hover?.place.entry != top?.entry { settled.hover = nil }
        if settled.press?.entry != top?.entry { settled.press = nil }
        for layer in layers {
            let whole = layer
            let layer = layer.windowed(&settled)
            misfits += layer.misfits
            layer.settleRequests(&settled)
            settled.focus[layer.entry] = layer.focus(after: settled.focus[layer.entry])
            for region in layer.scrolls {
                let place = layer.place(region.element)
                if let offset = settled.scroll[place] { settled.scroll[place] = min(max(0, offset), region.most) }
                if let offset = settled.sideways[place] {
                    settled.sideways[place] = min(max(0, offset), region.mostColumns)
                }
            }
            // A focus that has moved by itself must not end up out of sight.
            let was = presentation.focus[layer.entry]?.element
            if let new = settled.focus[layer.entry], new.element != was { layer.reveal(&settled) }
            layer.settleReturned(&settled)
            layer.settleDrafts(&settled, isInFront: layer.entry == top?.entry)
            layer.settleMenu(&settled)
            layer.settleHover(&settled)
            layer.forgetElements(&settled)
            layer.keepRows(&settled)
            // Late: what has got the focus may have been scrolled into sight.
            whole.settleGoals(&settled)
            whole.recount(&settled, unlessIn: layer)
        }
        return (settled, misfits)
    }

    /// The same for a terminal that has changed its size: what has the focus is brought into sight.
    public func settleResized(_ presentation: Presentation) -> Presentation {
        var settled = settle(presentation)
        guard let top else { return settled }
        let near = top.windowed(&settled)
        near.keepRows(&settled)
        near.bringBackFocus(&settled)
        let layer = top.windowed(&settled)
        layer.reveal(&settled)
        layer.keepRows(&settled)
        return settled
    }

    /// Forgets the entries that are gone for good, so that a terminal that stays does not remember them all.
    public static func forget(_ presentation: inout Presentation, except entries: Set<EntryID>) {
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
    /// What a presentation may remember of elements of all entries before those that are gone are looked for.
    static let remembered = 64

    /// Forgets how far what is gone was scrolled, and what it asked for: ids may come and go for as long as a screen
    /// is shown.
    fileprivate func forgetElements(_ now: inout Presentation) {
        guard now.remembered > LayerLayout.remembered else { return }
        let scrolling = Set(scrolls.map(\.element))
        let operable = Set(stops.map(\.element) + goals.map { AskedGoal.key($0.element) })
        func isKept(_ place: Presentation.ElementPlace) -> Bool {
            place.entry != entry || scrolling.contains(place.element)
        }
        now.scroll = now.scroll.filter { isKept($0.key) }
        now.sideways = now.sideways.filter { isKept($0.key) }
        now.rows = now.rows.filter { isKept($0.key) }
        now.requests = now.requests.filter { $0.key.entry != entry || operable.contains($0.key.element) }
    }

    /// Where what is seen has come to another stretch of a list, other rows are laid out around it, and what has the focus
    /// has another place among what can be operated there.
    fileprivate func recount(_ now: inout Presentation, unlessIn before: LayerLayout) {
        guard hasLists, !before.isFor(now) else { return }
        let layer = windowed(&now)
        if let index = layer.focusIndex(now) { now.focus[entry] = layer.focus(index) }
        layer.keepRows(&now)
    }

    /// The stop that has the focus, by its place among the stops.
    func focusIndex(_ presentation: Presentation) -> Int? {
        presentation.focus[entry].flatMap(index)
    }

    /// The place among the stops of what has a focus: mostly that where it was.
    func index(of focus: Presentation.Focus) -> Int? {
        if stops.indices.contains(focus.index), stops[focus.index].element == focus.element { return focus.index }
        return index(ofStop: focus.element)
    }

    func region(_ element: String?) -> ScrollRegion? { scrolls.first { $0.element == element } }

    /// How far something is scrolled down and to the right.
    func scrollOffset(_ element: String, _ presentation: Presentation) -> CellPoint {
        guard let region = region(element) else { return CellPoint(column: 0, row: 0) }
        let place = place(element)
        var (column, row) = (presentation.sideways[place], presentation.scroll[place])
        if let window = windows[element] {
            // Where nobody has scrolled it since, its rows say it.
            if window.axis == .vertical {
                row = row ?? window.offset(of: presentation.rows[place])
            } else {
                column = column ?? window.offset(of: presentation.rows[place])
            }
        }
        return CellPoint(column: min(max(0, column ?? 0), region.mostColumns), row: min(max(0, row ?? 0), region.most))
    }

    /// Scrolls no further than it must for the focused element to be seen, with what comes before and after it.
    func reveal(_ presentation: inout Presentation) {
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
            // Before the first control there may be titles; with it in view they should be, too.
            let isFirst = !stops[..<index].contains { $0.scroll == region.element }
            let window = windows[region.element]
            let isAtStart = window.map { !$0.hasMoreBefore } ?? true
            if isFirst, isAtStart, row + rect.size.rows <= region.rect.size.rows { offset.row = 0 }
            let place = place(region.element)
            offset.row = min(max(0, offset.row), region.most)
            offset.column = min(max(0, offset.column), region.mostColumns)
            // The rows of a list say where it is as long as it stays there.
            if window == nil || offset != old {
                if region.most > 0 || presentation.scroll[place] != nil { presentation.scroll[place] = offset.row }
                if region.mostColumns > 0 { presentation.sideways[place] = offset.column }
            }
            rect = rect.moved(columns: -offset.column, rows: -offset.row)
            next = self.region(region.outer)
        }
    }

    /// Where a stop's top left corner is, seen or not.
    func visibleOrigin(of stop: FocusStop, _ presentation: Presentation) -> CellPoint {
        var origin = stop.rect.origin
        var next = region(stop.scroll)
        while let region = next {
            let offset = scrollOffset(region.element, presentation)
            origin = CellPoint(column: origin.column - offset.column, row: origin.row - offset.row)
            next = self.region(region.outer)
        }
        return origin
    }

    /// Where a stop is to be seen.
    func visibleRect(of stop: FocusStop, _ presentation: Presentation) -> CellRect {
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
