extension LayerLayout {
    package func region(_ element: String?) -> ScrollRegion? { scrolls.first { $0.element == element } }

    /// The scroll offset of a scroll view.
    package func scrollOffset(_ element: String, _ scroll: ScrollState) -> CellPoint {
        guard let region = region(element) else { return CellPoint(column: 0, row: 0) }
        let id = elementID(element)
        var (column, row) = (scroll.columns[id], scroll.rows[id])
        if let window = windows[element] {
            // Without an explicit offset, the row anchor determines it.
            if window.axis == .vertical {
                row = row ?? window.offset(of: scroll.anchors[id])
            } else {
                column = column ?? window.offset(of: scroll.anchors[id])
            }
        }
        return CellPoint(column: min(max(0, column ?? 0), region.maximumColumns), row: min(max(0, row ?? 0), region.maximumRows))
    }

    /// The position on the screen of a stop's top left corner, visible or not.
    package func visibleOrigin(of stop: FocusTarget, _ scroll: ScrollState) -> CellPoint {
        var origin = stop.rect.origin
        var next = region(stop.scroll)
        while let region = next {
            let offset = scrollOffset(region.element, scroll)
            origin = CellPoint(column: origin.column - offset.column, row: origin.row - offset.row)
            next = self.region(region.outer)
        }
        return origin
    }

    /// The visible area of a stop.
    package func visibleRect(of stop: FocusTarget, _ scroll: ScrollState) -> CellRect {
        if stop.element == SceneLayout.backElement { return stop.rect }
        var rect = stop.rect
        var next = region(stop.scroll)
        while let region = next {
            let offset = scrollOffset(region.element, scroll)
            rect = rect.moved(columns: -offset.column, rows: -offset.row).intersection(region.rect)
            next = self.region(region.outer)
        }
        return rect.intersection(viewport)
    }

    /// The area of an element's open menu, and its visible items.
    package func menuBox(
        _ stop: FocusTarget, _ menu: DisplayState.Menu, _ scroll: ScrollState, in screen: CellRect
    ) -> MenuBox {
        MenuBox(menu, of: visibleRect(of: stop, scroll), in: screen)
    }

    package func elementID(_ element: String) -> ElementID { ElementID(entry: entry, element: element) }
}
