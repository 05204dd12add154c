import FasciaRender

/// The rules for where a terminal's focus goes, and what is scrolled into sight for it. Each rule has a test with its
/// number.
///
/// 1. On a screen shown for the first time, the focus is on the element that requests it, else on the first operable
///    element. The back button gets it only if there is nothing else. In an alert with something destructive, it is on the
///    button that cancels, else on the first element that is not destructive, even if it has to be the back button.
/// 2. Each entry keeps its focus as long as it is on the stack: after a pop, or after a modal is closed, it is on the
///    element that was pressed there.
/// 3. Only the focus of the top layer receives keys. It cannot leave a modal.
/// 4. The focus stays with its element, by id, wherever that moves: rows inserted before it do not move it, and a list
///    row that is scrolled out of sight keeps it.
/// 5. If the element is gone, the focus goes to the nearest one with the same role and label, so that publishing a
///    screen again with other ids loses nothing. An id that is generated from the position (`0.2`) identifies its
///    element only if role and label match, or if no other element has that role and label.
/// 6. Otherwise it goes to the element that has taken its place in the order of operable elements, or to the one before
///    that.
/// 7. Disabled elements are skipped. An element that becomes disabled while it has the focus keeps it, because it may
///    become enabled again; keys continue from there.
/// 8. The newly focused element is scrolled into sight, no further than needed, with a row before and after it if there
///    is room, and with the titles above the first element.
/// 9. A terminal that changes its size shows the focused element. The mouse wheel scrolls without moving the focus; the
///    next key continues from the focus.
/// 10. Home and End go to the first and last element, PgUp and PgDn move by the height of the window.
/// 11. Characters typed in quick succession go to the next element that begins with them: in the list that contains the
///     focus, else on the whole screen; in an open menu, to the next item. A repeated one goes through all elements
///     that begin with it. `q`, `?`, `/` and a blank have their own meaning unless others precede them, a blank also if
///     nothing begins with it and those before it. Keys that a field takes, and shortcuts, are no such characters. Alerts
///     have no type-ahead. A label such as `Europe/Paris` is also found by its last segment.
/// 12. A control without room cannot have the focus or be clicked, but its shortcut works. A hidden or clear element
///     (`opacity(0)`) does not take part at all.
/// 13. `/` in a list, a log or an open menu filters it: what is typed then leaves only the known rows that contain each of its
///     words, and the focus goes to the first one. Escape ends the filter, and the focus stays on its row.
/// 14. A screen is shown from its beginning. While its first element is below what is seen, Down and PgDn scroll, and the keys
///     that operate or change it, or move to another one, show it instead. In a window of a few rows, it is shown at once.
enum FocusRules {
    /// The number of rows to show before and after the focused element (8).
    static func margin(of rows: Int, in window: Int) -> Int { window >= rows + 4 ? 1 : 0 }

    /// The rows of a window in which a screen is shown from its beginning (14).
    static let readingRows = 7

    /// Whether an id was generated from the element's position in the tree.
    static func isPositionalID(_ id: String) -> Bool {
        id.utf8.first == UInt8(ascii: "0") && id.utf8.dropFirst().first.map { ".+:'".utf8.contains($0) } ?? true
    }
}

extension LayerLayout {
    /// The new focus, given the previous one.
    func focus(after old: TerminalState.Focus?) -> TerminalState.Focus? {
        guard let last = stops.indices.last, stops.contains(where: \.hasRoom) else { return nil }
        let new = candidate(after: old, last)
        // A focused control without room loses the focus.
        guard let index = index(of: new), !stops[index].hasRoom else { return new }
        return focus(control(near: index, last))
    }

    private func candidate(after old: TerminalState.Focus?, _ last: Int) -> TerminalState.Focus {
        guard let old else { return focus(safeControl ?? control(near: 0, last)) }
        let same = index(of: old)
        let isReliable = !FocusRules.isPositionalID(old.element) || old.identity == nil
        if let same, isReliable || stops[same].identity == old.identity { return focus(same) }
        if isReliable, let row = focusInRow(old) { return row }
        if let nearest = nearestWithIdentity(of: old) ?? same { return focus(nearest) }
        if let row = focusInRow(old) { return row }
        return focus(safeControl ?? control(near: min(max(0, old.index), last), last))
    }

    /// Where the focus of an alert with a destructive element begins; `nil` for other layers.
    private var safeControl: Int? {
        guard modal == .alert, stops.contains(where: \.isDestructive) else { return nil }
        let controls = stops.indices.filter { stops[$0].takesFocus && stops[$0].element != SceneLayout.backElement }
        if let first = controls.first, stops[first].field != nil { return first }
        return controls.first { stops[$0].isCancel } ?? controls.first { !stops[$0].isDestructive }
            ?? stops.indices.first { stops[$0].takesFocus && !stops[$0].isDestructive }
    }

    /// The first focusable control from an index on, else the last one before it.
    private func control(near start: Int, _ last: Int) -> Int {
        func isControl(_ index: Int) -> Bool { stops[index].takesFocus && stops[index].element != SceneLayout.backElement }
        return (start...last).first(where: isControl) ?? (0...start).last(where: isControl)
            ?? stops.firstIndex(where: \.hasRoom) ?? 0
    }

    /// The nearest stop with the same role and label.
    private func nearestWithIdentity(of old: TerminalState.Focus) -> Int? {
        guard let identity = old.identity else { return nil }
        return stops.indices.filter { stops[$0].identity == identity }.min { abs($0 - old.index) < abs($1 - old.index) }
    }

    /// The focus for the stop at an index.
    func focus(_ index: Int) -> TerminalState.Focus {
        let stop = stops[index]
        return TerminalState.Focus(element: stop.element, index: index, row: stop.row, identity: stop.identity)
    }
}
