import FasciaModel

extension SceneLayout {
    /// The presentation made to fit what is there now: the focus on something that exists, nothing scrolled too far.
    ///
    /// An element that is still there keeps the focus, wherever it has moved to. If it is gone, the next one that
    /// can be operated takes it. A layer seen for the first time has it on the first element that can be operated.
    public func settle(_ presentation: Presentation) -> Presentation {
        var settled = presentation
        for layer in layers {
            layer.settleRequests(&settled)
            let old = settled.focus[layer.entry]
            settled.focus[layer.entry] = layer.focus(old)
            for region in layer.scrolls {
                let place = Presentation.ScrollPlace(entry: layer.entry, element: region.element)
                guard let offset = presentation.scroll[place] else { continue }
                settled.scroll[place] = min(max(0, offset), region.most)
            }
            // A focus that has moved by itself must not end up out of sight.
            let was = presentation.focus[layer.entry]?.element
            if let new = settled.focus[layer.entry], new.element != was { layer.reveal(&settled) }
            layer.settleDrafts(&settled)
        }
        // Only the layer in front has a menu or a wheel that is being turned.
        if settled.open?.place.entry != top?.entry { settled.open = nil }
        if settled.hover?.place.entry != top?.entry { settled.hover = nil }
        top?.settleMenu(&settled)
        top?.settleHover(&settled)
        return settled
    }

    /// Forgets the entries that are gone for good, so that a terminal that stays does not remember them all.
    public static func forget(_ presentation: inout Presentation, except entries: Set<EntryID>) {
        presentation.focus = presentation.focus.filter { entries.contains($0.key) }
        presentation.scroll = presentation.scroll.filter { entries.contains($0.key.entry) }
        presentation.requests = presentation.requests.filter { entries.contains($0.key.entry) }
        presentation.drafts = presentation.drafts.filter { entries.contains($0.key.entry) }
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
        } else {
            let start = min(max(0, old?.index ?? 0), last)
            let isControl = { (index: Int) in
                stops[index].isEnabled && stops[index].element != SceneLayout.backElement
            }
            index = (start...last).first(where: isControl) ?? (0...start).last(where: isControl) ?? 0
        }
        return Presentation.Focus(element: stops[index].element, index: index)
    }

    func scrollOffset(_ element: String, _ presentation: Presentation) -> Int {
        guard let region = scrolls.first(where: { $0.element == element }) else { return 0 }
        let place = Presentation.ScrollPlace(entry: entry, element: element)
        return min(max(0, presentation.scroll[place] ?? 0), region.most)
    }

    /// Scrolls no further than it must for the focused element to be seen.
    func reveal(_ presentation: inout Presentation) {
        guard let index = focusIndex(presentation), let id = stops[index].scroll,
            let region = scrolls.first(where: { $0.element == id })
        else { return }
        let stop = stops[index].rect
        let (first, end) = (stop.minRow - region.rect.minRow, stop.maxRow - region.rect.minRow)
        var offset = scrollOffset(id, presentation)
        offset = min(max(offset, end - region.rect.size.rows), first)
        // Before the first control there may be titles; with it in view they should be, too.
        let isFirst = !stops[..<index].contains { $0.scroll == id }
        if isFirst, end <= region.rect.size.rows { offset = 0 }
        let place = Presentation.ScrollPlace(entry: entry, element: id)
        presentation.scroll[place] = min(max(0, offset), region.most)
    }

    /// Where a stop's top left corner is, seen or not.
    func visibleOrigin(of stop: FocusStop, _ presentation: Presentation) -> CellPoint {
        stop.rect.moved(rows: -(stop.scroll.map { scrollOffset($0, presentation) } ?? 0)).origin
    }

    /// Where a stop is to be seen.
    func visibleRect(of stop: FocusStop, _ presentation: Presentation) -> CellRect {
        guard let id = stop.scroll, let region = scrolls.first(where: { $0.element == id }) else {
            return stop.element == SceneLayout.backElement ? stop.rect : stop.rect.intersection(viewport)
        }
        return stop.rect.moved(rows: -scrollOffset(id, presentation)).intersection(region.rect)
            .intersection(viewport)
    }
}
