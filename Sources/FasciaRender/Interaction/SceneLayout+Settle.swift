import FasciaModel

extension SceneLayout {
    /// The presentation made to fit what is there now: the focus on something that exists, nothing scrolled too far.
    ///
    /// An element that is still there keeps the focus, wherever it has moved to. If it is gone, the next one that
    /// can be operated takes it. A layer seen for the first time has it on the first element that can be operated.
    public func settle(_ presentation: Presentation) -> Presentation { fit(presentation).settled }

    /// The same, and what was made for another room than it has here.
    public func fit(_ presentation: Presentation) -> (settled: Presentation, misfits: [Misfit]) {
        var settled = presentation
        var misfits: [Misfit] = []
        // Only the layer in front has a menu or a wheel that is being turned.
        if settled.open?.place.entry != top?.entry { settled.open = nil }
        if settled.hover?.place.entry != top?.entry { settled.hover = nil }
        for layer in layers {
            let layer = layer.windowed(&settled, margin: 1)
            misfits += layer.misfits
            layer.settleRequests(&settled)
            settled.focus[layer.entry] = layer.focus(settled.focus[layer.entry])
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
            layer.settleDrafts(&settled)
            layer.settleMenu(&settled)
            layer.settleHover(&settled)
            layer.keepRows(&settled)
        }
        return (settled, misfits)
    }

    /// Forgets the entries that are gone for good, so that a terminal that stays does not remember them all.
    public static func forget(_ presentation: inout Presentation, except entries: Set<EntryID>) {
        presentation.focus = presentation.focus.filter { entries.contains($0.key) }
        presentation.scroll = presentation.scroll.filter { entries.contains($0.key.entry) }
        presentation.sideways = presentation.sideways.filter { entries.contains($0.key.entry) }
        presentation.rows = presentation.rows.filter { entries.contains($0.key.entry) }
        presentation.requests = presentation.requests.filter { entries.contains($0.key.entry) }
        presentation.drafts = presentation.drafts.filter { entries.contains($0.key.entry) }
        presentation.pending = presentation.pending.filter { entries.contains($0.entry) }
    }
}

extension LayerLayout {
    /// The stop that has the focus, by its place among the stops.
    func focusIndex(_ presentation: Presentation) -> Int? {
        guard let focus = presentation.focus[entry] else { return nil }
        return stops.firstIndex { $0.element == focus.element }
    }

    fileprivate func focus(_ old: Presentation.Focus?) -> Presentation.Focus? {
        guard let last = stops.indices.last else { return nil }
        let index: Int
        if let old, let same = stops.firstIndex(where: { $0.element == old.element }) {
            index = same
        } else if let old, let same = focusInRow(old) {
            return same
        } else {
            let start = min(max(0, old?.index ?? 0), last)
            let isControl = { (index: Int) in
                stops[index].isEnabled && stops[index].element != SceneLayout.backElement
            }
            index = (start...last).first(where: isControl) ?? (0...start).last(where: isControl) ?? 0
        }
        return focus(index)
    }

    /// The focus on the stop at this place.
    func focus(_ index: Int) -> Presentation.Focus {
        Presentation.Focus(element: stops[index].element, index: index, row: stops[index].row)
    }

    func region(_ element: String?) -> ScrollRegion? { scrolls.first { $0.element == element } }

    /// How far something is scrolled down and to the right.
    func scrollOffset(_ element: String, _ presentation: Presentation) -> CellPoint {
        guard let region = region(element) else { return CellPoint(column: 0, row: 0) }
        let place = place(element)
        return CellPoint(
            column: min(max(0, presentation.sideways[place] ?? 0), region.mostColumns),
            row: min(max(0, presentation.scroll[place] ?? 0), region.most))
    }

    /// Scrolls no further than it must for the focused element to be seen.
    func reveal(_ presentation: inout Presentation) {
        guard let index = focusIndex(presentation) else { return }
        var rect = stops[index].rect
        var next = region(stops[index].scroll)
        while let region = next {
            var offset = scrollOffset(region.element, presentation)
            let (row, column) = (rect.minRow - region.rect.minRow, rect.minColumn - region.rect.minColumn)
            offset.row = min(max(offset.row, row + rect.size.rows - region.rect.size.rows), row)
            offset.column = min(max(offset.column, column + rect.size.columns - region.rect.size.columns), column)
            // Before the first control there may be titles; with it in view they should be, too.
            let isFirst = !stops[..<index].contains { $0.scroll == region.element }
            let isAtStart = windows[region.element].map { !$0.hasMoreAbove } ?? true
            if isFirst, isAtStart, row + rect.size.rows <= region.rect.size.rows { offset.row = 0 }
            let place = place(region.element)
            offset.row = min(max(0, offset.row), region.most)
            offset.column = min(max(0, offset.column), region.mostColumns)
            if region.most > 0 || presentation.scroll[place] != nil { presentation.scroll[place] = offset.row }
            if region.mostColumns > 0 { presentation.sideways[place] = offset.column }
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
