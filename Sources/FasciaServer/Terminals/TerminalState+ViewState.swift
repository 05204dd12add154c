import FasciaInteraction
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaWire

/// The view state of a terminal survives a lost connection and a restart of the daemon.
extension Terminal {
    /// Restores focus, scroll position and drafts of the entries that exist. The rest is restored when its entries
    /// appear.
    func restoreViewState(in panel: Panel) {
        guard !unrestored.isEmpty, let stack = panel.stack(stack) else { return }
        for (depth, entry) in stack.entries.enumerated() where state.focus[entry.id] == nil {
            let same = unrestored.firstIndex { $0.entry == entry.id && $0.screen == entry.route.screen }
            let alike = unrestored.firstIndex { $0.depth == depth && $0.screen == entry.route.screen }
            guard let index = same ?? alike else { continue }
            state.restore(unrestored.remove(at: index), as: entry.id)
        }
    }

    /// The view state of a resumable terminal, if it differs from the last one sent.
    func takeNewViewState(in panel: Panel) -> TerminalViewState? {
        guard attach.isResumable, panel.stack(stack) != nil else { return nil }
        let viewState = viewState(in: panel)
        guard viewState != sentViewState else { return nil }
        sentViewState = viewState
        return viewState
    }

    /// The view state of all entries that the terminal has shown.
    func viewState(in panel: Panel) -> TerminalViewState {
        let entries = panel.stack(stack)?.entries ?? []
        return TerminalViewState(
            entries: entries.enumerated().compactMap { depth, entry in state.viewState(of: entry, depth: depth) })
    }
}

extension TerminalState {
    /// `nil` for an entry with nothing to restore.
    fileprivate func viewState(of entry: Entry, depth: Int) -> TerminalViewState.Entry? {
        let id = entry.id
        func numbers(_ offsets: [ElementID: Int]) -> [String: Int] {
            var numbers: [String: Int] = [:]
            for (place, number) in offsets where place.entry == id && number > 0 { numbers[place.element] = number }
            return numbers
        }
        let nowhere = TerminalViewState.Entry(entry: id, screen: entry.route.screen, depth: depth)
        var place = nowhere
        if let focus = focus[id] {
            place.focus = TerminalViewState.Focus(
                element: focus.element, index: focus.index, list: focus.row?.list,
                row: focus.row.map { RowAnchor(row: $0.row, id: $0.id) })
            place.focus?.role = focus.identity?.role
            place.focus?.label = focus.identity?.label
            place.draft = draft(at: ElementID(entry: id, element: focus.element))
        }
        place.scroll = numbers(scroll.rows)
        place.sideways = numbers(scroll.columns)
        for (list, row) in scroll.anchors where list.entry == id {
            place.lists[list.element] = row
        }
        for (list, text) in scroll.filters where list.entry == id { place.filters[list.element] = text }
        for (element, request) in requests where element.entry == id { place.granted[element.element] = request }
        if let tentativeOption, tentativeOption.id.entry == id {
            place.hover = .init(element: tentativeOption.id.element, option: tentativeOption.option)
        }
        if let open, open.id.entry == id {
            place.open = .init(element: open.id.element, item: open.item?.element, option: open.item?.option)
        }
        return place == nowhere ? nil : place
    }

    /// Maximum bytes of a draft in the view state, which is sent whenever it changes.
    private static let maximumDraftBytes = 4_096

    private func draft(at place: ElementID) -> TerminalViewState.Draft? {
        guard let kept = savedDrafts[place],
            kept.text.utf8.count + kept.base.utf8.count <= TerminalState.maximumDraftBytes
        else { return nil }
        return TerminalViewState.Draft(
            element: place.element, text: kept.text, cursor: kept.cursor, base: kept.base, isUnsent: kept.isUnsent,
            receiver: kept.target)
    }

    fileprivate mutating func restore(_ place: TerminalViewState.Entry, as entry: EntryID) {
        focus[entry] = place.focus.map { focus in
            var row: RowID?
            if let list = focus.list, let at = focus.row { row = RowID(list: list, row: at.row, id: at.id) }
            return Focus(
                element: focus.element, index: focus.index, row: row,
                identity: focus.role.flatMap { AccessibilityIdentity(role: $0, label: focus.label ?? "") })
        }
        if let turned = place.hover {
            tentativeOption = TentativeOption(id: ElementID(entry: entry, element: turned.element), option: turned.option)
        }
        if let menu = place.open {
            open = Open(
                id: ElementID(entry: entry, element: menu.element),
                item: menu.item.map { MenuItem.ID(element: $0, option: menu.option) })
        }
        for (element, rows) in place.scroll { scroll.rows[ElementID(entry: entry, element: element)] = rows }
        for (element, columns) in place.sideways { scroll.columns[ElementID(entry: entry, element: element)] = columns }
        for (list, row) in place.lists {
            scroll.anchors[ElementID(entry: entry, element: list)] = row
        }
        for (list, text) in place.filters { scroll.filters[ElementID(entry: entry, element: list)] = text }
        for (element, request) in place.granted {
            requests[ElementID(entry: entry, element: element)] = request
        }
        if let draft = place.draft {
            restore(
                SavedDraft(
                    text: draft.text, cursor: draft.cursor, base: draft.base, isUnsent: draft.isUnsent,
                    target: draft.receiver), at: ElementID(entry: entry, element: draft.element))
        }
    }
}
