import FasciaRender
import FasciaScene

/// Type-ahead: rule 11 of `FocusRules`.
extension LayerLayout {
    /// The typed text including this key; `nil` if the key is not a type-ahead character here. A text begins with any
    /// character that has no meaning of its own, and goes on with any; with a blank or `/` only if that leads somewhere.
    private func typed(_ key: Key, _ now: TerminalState) -> String? {
        // In a question, a letter that was meant for something else must not move the focus.
        if modal == .alert, openMenu(now) == nil { return nil }
        let isBlank = key.name == "space" || key.name == " "
        guard isBlank || key.isCharacter else { return nil }
        if now.typed.isEmpty, isBlank || ["q", "Q", "?", "/"].contains(key.name) { return nil }
        let typed = String((now.typed + (isBlank ? " " : key.name.lowercased())).prefix(64))
        guard isBlank || key.name == "/" else { return typed }
        return labels(now).contains { $0.lowercased().hasPrefix(typed) } ? typed : nil
    }

    /// Whether a key is a type-ahead character here.
    func isLetter(_ key: Key, _ now: TerminalState) -> Bool { typed(key, now) != nil }

    /// The labels that type-ahead looks at.
    private func labels(_ now: TerminalState) -> [String] {
        if let menu = openMenu(now) { return menu.choosable.map { menu.items[$0].label } }
        return (focusedList(now)?.rows.operable.map(\.label) ?? []) + stops.compactMap(\.identity?.label)
    }

    /// Moves to the next element that begins with the typed letters; `nil` if the key is not a type-ahead
    /// character here.
    func typeAhead(_ key: Key, _ now: TerminalState) -> InputResult? {
        guard let typed = typed(key, now) else { return nil }
        var now = now
        if let menu = openMenu(now) {
            let choosable = menu.choosable
            let current = menu.chosen.flatMap { choosable.firstIndex(of: $0) } ?? 0
            if let found = TypeAhead.find(typed, in: choosable.map { menu.items[$0].label }, from: current) {
                now.open?.item = menu.items[choosable[found]].id
                now.typed = typed
            }
            return InputResult(now)
        }
        guard let element = ahead(typed, now) else { return InputResult(now) }
        now.typed = typed
        if let index = index(ofStop: element) { focus(&now, index) }
        return InputResult(now)
    }

    /// Scrolls the focused list to the row that the typed letters select, if that row is not laid out.
    func scrollAhead(_ key: Key, _ now: inout TerminalState) {
        guard let typed = typed(key, now), openMenu(now) == nil, let element = ahead(typed, now),
            index(ofStop: element) == nil, let list = focusedList(now),
            let row = list.rows.row(of: element)
        else { return }
        now.scroll.anchors[elementID(list.element)] = RowAnchor(row: row, id: list.rows.id(row))
    }

    private func focusedList(_ now: TerminalState) -> (element: String, rows: ListRows, row: Int)? {
        guard let row = now.focus[entry]?.row, let rows = windows[row.list]?.rows else { return nil }
        return (row.list, rows, rows.index(of: row.id, near: row.row) ?? row.row)
    }

    /// The next element whose label begins with the typed letters.
    private func ahead(_ typed: String, _ now: TerminalState) -> String? {
        if let list = focusedList(now) {
            let operable = list.rows.operable
            let current = operable.firstIndex { $0.row >= list.row } ?? 0
            let found = TypeAhead.find(typed, in: operable.map(\.label), from: current)
            if let found { return operable[found].element }
        }
        let controls = stops.filter { $0.takesFocus && $0.element != SceneLayout.backElement }
        let current = controls.firstIndex { $0.element == now.focus[entry]?.element } ?? 0
        let labels = controls.map { $0.identity?.label ?? "" }
        return TypeAhead.find(typed, in: labels, from: current).map { controls[$0].element }
    }
}

enum TypeAhead {
    /// The index of the next label that begins with the typed letters, else of the next one whose last segment does:
    /// `Europe/Paris`. The current one is kept while it matches. A single letter, also repeated, moves to the next match.
    static func find(_ typed: String, in labels: [String], from current: Int) -> Int? {
        let isOneLetter = typed.dropFirst().allSatisfy { $0 == typed.first }
        func next(_ text: Substring, skipping skipped: Int, _ part: (String) -> Substring) -> Int? {
            labels.indices.map { ($0 + current + skipped) % labels.count }.first {
                part(labels[$0]).prefix(text.count).lowercased() == text
            }
        }
        func next(_ text: Substring, skipping skipped: Int) -> Int? {
            next(text, skipping: skipped) { $0[...] } ?? next(text, skipping: skipped, lastSegment)
        }
        if typed.count > 1, let found = next(typed[...], skipping: 0) { return found }
        return isOneLetter ? next(typed.prefix(1), skipping: 1) : nil
    }

    /// The part after the last slash; all of a label without one.
    private static func lastSegment(_ label: String) -> Substring {
        label.lastIndex(of: "/").map { label[label.index(after: $0)...] } ?? label[...]
    }
}
