import FasciaRender
import FasciaScene

extension LayerLayout {
    /// Scrolls a list back to its focused row if that is out of sight, so that keys continue from there.
    func scrollToFocusedRow(_ state: inout TerminalState) {
        guard isFocusOutOfSight(state), let row = state.focus[entry]?.row else { return }
        state.scroll.anchors[elementID(row.list)] = RowAnchor(row: row.row, id: row.id, line: 0)
    }

    /// Whether the focused row is not laid out here.
    func isFocusOutOfSight(_ state: TerminalState) -> Bool {
        guard let focus = state.focus[entry], focus.row != nil else { return false }
        return index(of: focus) == nil
    }

    /// Scrolls the lists to their first or last row; horizontal lists only if there are no vertical ones.
    func scrollListsToEdge(_ state: inout TerminalState, first: Bool) {
        if let log = focusedRegion(state)?.element, let rows = windows[log]?.rows, rows.followsEnd {
            state.scroll.anchors[elementID(log)] = first ? RowAnchor(row: 0, id: rows.id(0)) : nil
            return
        }
        let windows = windows.filter { !$0.value.rows.followsEnd }
        let hasVertical = windows.values.contains { $0.axis == .vertical }
        for (list, window) in windows where (window.axis == .vertical) == hasVertical {
            let last = window.rows.count - 1
            state.scroll.anchors[elementID(list)] =
                first || last < 0 ? nil : RowAnchor(row: last, id: window.rows.id(last), line: 0)
        }
    }

    /// Whether the log with the focus is scrolled away from its latest lines, so that it does not follow them.
    func hasLeftEndOfLog(_ state: TerminalState) -> Bool {
        guard let log = focusedRegion(state)?.element, windows[log]?.rows.followsEnd == true else { return false }
        return state.scroll.anchors[elementID(log)] != nil
    }

    /// The focus, updated to its row's current index; `nil` if it cannot stay in that row.
    func focusInRow(_ old: TerminalState.Focus) -> TerminalState.Focus? {
        guard let previous = old.row, let rows = windows[previous.list]?.rows, rows.count > 0 else { return nil }
        let row = rows.index(of: previous.id, near: previous.row) ?? min(max(0, previous.row), rows.count - 1)
        var focus = old
        focus.row?.row = row
        // A row that is currently not known keeps the focus.
        if !rows.isKnown(row) { return focus }
        guard previous.id.isEmpty else { return rows.hasOperable(old.element, row: row) ? focus : nil }
        // The row has become known: its first operable element takes the focus.
        let index = stops.firstIndex { $0.row?.list == previous.list && $0.row?.row == row && $0.isEnabled }
        return index.map { self.focus($0) }
    }
}
