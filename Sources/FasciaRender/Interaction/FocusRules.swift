import FasciaModel

/// Where the focus of a terminal goes, and what it brings into sight. Each rule is a test of its number.
///
/// 1. A screen that is seen for the first time has it on the element that asks for it, else on the first one that can
///    be operated. The way back in the title bar has it only where there is nothing else.
/// 2. Each entry keeps its own as long as it is on the stack: after a pop, and after a modal is closed, it is on what was
///    pressed there.
/// 3. Only the layer in front has one that keys act on: in a modal it cannot be moved out of the modal.
/// 4. It stays with its element, by its id, wherever that goes: rows that come before it do not move it, and the row of
///    a list that is scrolled out of sight keeps it.
/// 5. Where the element is gone, it goes to one that is the same to people, with its role and its label, the nearest to
///    where it was: a screen that is published anew with other ids loses nothing. An id that nobody gave, and that is
///    only a place (`0.2`), is its element only as long as it says the same, or as long as nothing else does.
/// 6. Else it goes to what has taken its place among what can be operated, or to what comes before that.
/// 7. What is disabled is passed over. What becomes disabled while it has the focus keeps it, for it may come back; keys
///    go on from there.
/// 8. What gets the focus is scrolled into sight, no further than needed, with a row before and after it where there is
///    room for that, and with the titles above the first one.
/// 9. A terminal of another size shows what has the focus. A wheel moves the picture alone; the next key goes on from
///    the focus.
/// 10. Home and End go to the first and the last, PgUp and PgDn as far as a window is high.
/// 11. Letters, one soon after the other, go to the next element that begins with them: in the list that the focus is
///     in, or on the whole screen; in a menu that is open, to the next item. One letter again and again goes through all
///     that begin with it. `q` leaves, unless other letters came before it. Keys that a field takes, and shortcuts, are
///     not letters.
/// 12. A control without room cannot have the focus. It takes no press with the mouse; its shortcut works. What is
///     hidden or clear (`opacity(0)`) is not there at all.
enum FocusRules {
    /// How many rows before and after what has the focus are to be seen, too (8).
    static func margin(of rows: Int, in window: Int) -> Int { window >= rows + 4 ? 1 : 0 }

    /// Whether an id is a place in the tree, and no name that somebody gave.
    static func isPlace(_ id: String) -> Bool {
        id.utf8.first == UInt8(ascii: "0") && id.utf8.dropFirst().first.map { ".+:'".utf8.contains($0) } ?? true
    }
}

extension LayerLayout {
    /// The focus now, where it was on `old` before.
    func focus(after old: Presentation.Focus?) -> Presentation.Focus? {
        guard let last = stops.indices.last, stops.contains(where: \.hasRoom) else { return nil }
        let new = found(after: old, last)
        // A focused control without room loses the focus.
        guard let index = index(of: new), !stops[index].hasRoom else { return new }
        return focus(control(near: index, last))
    }

    private func found(after old: Presentation.Focus?, _ last: Int) -> Presentation.Focus {
        guard let old else { return focus(control(near: 0, last)) }
        let same = index(of: old)
        let isSure = !FocusRules.isPlace(old.element) || old.kin == nil
        if let same, isSure || stops[same].kin == old.kin { return focus(same) }
        if isSure, let row = focusInRow(old) { return row }
        if let kin = kin(of: old) ?? same { return focus(kin) }
        if let row = focusInRow(old) { return row }
        return focus(control(near: min(max(0, old.index), last), last))
    }

    /// The first control from a place on, else the last one before it.
    private func control(near start: Int, _ last: Int) -> Int {
        func isControl(_ index: Int) -> Bool { stops[index].takesFocus && stops[index].element != SceneLayout.backElement }
        return (start...last).first(where: isControl) ?? (0...start).last(where: isControl)
            ?? stops.firstIndex(where: \.hasRoom) ?? 0
    }

    /// The nearest one with the same role and label.
    private func kin(of old: Presentation.Focus) -> Int? {
        guard let kin = old.kin else { return nil }
        return stops.indices.filter { stops[$0].kin == kin }.min { abs($0 - old.index) < abs($1 - old.index) }
    }

    /// The focus on the stop at this place.
    func focus(_ index: Int) -> Presentation.Focus {
        let stop = stops[index]
        return Presentation.Focus(element: stop.element, index: index, row: stop.row, kin: stop.kin)
    }
}
