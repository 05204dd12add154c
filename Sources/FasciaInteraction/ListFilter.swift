import FasciaRender
import FasciaScene

/// Filtering a list or a log: rule 13 of `FocusRules`.
extension SceneLayout {
    /// Handles a key that begins, edits or ends the filter of a list; `nil` for other keys.
    func handleFilter(_ key: Key, _ state: TerminalState) -> InputResult? {
        guard key.name == "/" || !state.scroll.filters.isEmpty, let top, top.hasLists else { return nil }
        let before = reconcile(state)
        var now = before
        let old = top.windowed(&now.scroll)
        guard let edit = old.filterEdit(key, now, in: screen) else { return nil }
        return filter(top, edit.list, by: edit.text, from: before)
    }

    /// Sets the filter of a list; without a text, ends it.
    func filter(_ top: LayerLayout, _ list: String, by text: String?, from before: TerminalState) -> InputResult {
        var now = before
        let old = top.windowed(&now.scroll)
        old.storeRowAnchors(&now.scroll)
        let id = old.elementID(list)
        let isSame = now.scroll.filters[id] == text
        now.scroll.filters[id] = text
        if !isSame { top.refocus(list, isFiltered: text?.isEmpty == false, &now) }
        let outcomes = old.focusChangeOutcomes(from: before, to: &now)
        return InputResult(now, preceding: outcomes)
    }
}

extension LayerLayout {
    /// The list of the row with the focus, or the log that has it.
    func filterableList(_ now: TerminalState) -> String? {
        if let list = now.focus[entry]?.row?.list { return list }
        return focusIndex(now).map { stops[$0].element }.flatMap { windows[$0]?.rows.followsEnd == true ? $0 : nil }
    }

    /// The list whose filter takes the keys, and the filter; `nil` if there is none. It is the list with the focus, or
    /// one without a match, so that keys do not operate what took the focus instead.
    func activeFilter(_ now: TerminalState) -> (list: String, text: String)? {
        guard !now.scroll.filters.isEmpty, openMenu(now) == nil else { return nil }
        for (list, window) in windows {
            guard let text = window.filter else { continue }
            let hasNoMatch = !window.rows.followsEnd && window.rows.operable.isEmpty
            if filterableList(now) == list || hasNoMatch { return (list, text) }
        }
        return nil
    }

    /// The list and the text of its filter after a key, without a text if the filter ends; `nil` if the key has its
    /// usual meaning.
    fileprivate func filterEdit(_ key: Key, _ now: TerminalState, in screen: CellRect) -> (list: String, text: String?)? {
        guard let (list, text) = activeFilter(now) else {
            if key.name == "/", let list = filterableList(now), windows[list]?.filter == nil, isFree(key, now, in: screen) {
                return (list, "")
            }
            guard key.name == "escape", isFree(key, now, in: screen) else { return nil }
            return windows.first { $0.value.filter != nil }.map { ($0.key, nil) }
        }
        switch key.name {
        case "escape": return (list, nil)
        case "enter":
            // Without a match there is nothing to operate. A text field can be edited only in the whole list.
            if windows[list]?.rows.operable.isEmpty == true { return (list, text) }
            let isField = focusIndex(now).map { stops[$0].field != nil } ?? false
            return isField ? (list, nil) : nil
        default: return FilterInput.edit(text, key).map { (list, $0) }
        }
    }

    /// Puts the focus on the first matching row, or keeps it on its row in the whole list.
    fileprivate func refocus(_ list: String, isFiltered: Bool, _ now: inout TerminalState) {
        let id = elementID(list)
        let isInside = now.focus[entry]?.row?.list == list
        if isFiltered || !isInside {
            now.scroll.anchors[id] = nil
            let layer = windowed(&now.scroll)
            if let first = layer.windows[list]?.rows.operable.first, let index = layer.index(ofStop: first.element) {
                layer.focus(&now, index)
            }
            return layer.storeRowAnchors(&now.scroll)
        }
        windowed(&now.scroll).scrollToFocusedRow(&now)
        let layer = windowed(&now.scroll)
        layer.reveal(&now)
        layer.storeRowAnchors(&now.scroll)
    }
}
