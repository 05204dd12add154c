import FasciaRender
import FasciaScene

/// Mouse handling inside controls.
extension LayerLayout {
    /// Handles a click in the text of a field, which moves the cursor there; `nil` outside of a field's text.
    ///
    /// - Parameter wasFocused: whether the field had the focus, because the visible part of a text depends on its
    ///   cursor.
    func pressText(
        _ stop: FocusTarget, at point: CellPoint, _ now: TerminalState, wasFocused: Bool, unicode: Bool
    ) -> InputResult? {
        let inside = relativePoint(point, in: stop, now)
        guard stop.isEnabled, let field = stop.field, field.lines == nil,
            let part = stop.parts.first(where: { $0.meaning == .text && $0.rect.contains(inside) })
        else { return nil }
        var now = now
        let id = elementID(stop.element)
        var draft = now.drafts[id] ?? TerminalState.Draft(field, stop.edit)
        let characters = Array(draft.shown)
        func width(_ index: Int) -> Int { TextWidth.of(TextWidth.shown(characters[index], unicode: unicode)) }
        let cursor = wasFocused ? draft.edited.cursor : nil
        var index = TextWidth.window(
            count: characters.count, cursor: cursor, columns: part.rect.size.columns, width: width
        ).first
        var column = part.rect.minColumn
        while index < characters.count, column + width(index) <= inside.column {
            column += width(index)
            index += 1
        }
        draft.edited.moveCursor(to: index)
        now.drafts[id] = draft
        return InputResult(now)
    }

    /// Handles a drag that started on a range. The value follows the pointer, also outside of the control.
    func drag(to point: CellPoint, _ now: TerminalState) -> InputResult {
        guard let drag = now.drag, drag.entry == entry,
            let stop = stop(of: drag.element), stop.isEnabled,
            let part = stop.parts.first(where: { $0.meaning == .range })
        else { return InputResult(now) }
        var inside = relativePoint(point, in: stop, now)
        inside.column = min(max(inside.column, part.rect.minColumn), max(part.rect.minColumn, part.rect.maxColumn - 1))
        guard let activation = stop.activation(of: part, at: inside) else { return InputResult(now) }
        return InputResult(now, .activate(entry: entry, element: stop.element, activation))
    }

    /// Converts a position on the screen to one relative to the control's corner.
    private func relativePoint(_ point: CellPoint, in stop: FocusTarget, _ now: TerminalState) -> CellPoint {
        let corner = visibleOrigin(of: stop, now.scroll)
        return CellPoint(column: point.column - corner.column, row: point.row - corner.row)
    }
}

extension FocusTarget {
    /// The activation that sets the value at a point of the range.
    func activation(of part: ControlPart, at point: CellPoint) -> Activation? {
        guard case .number(let scale)? = edit?.domain, let number = scale.number(at: part.fraction(at: point)) else {
            return nil
        }
        return edit?.activation(number: number)
    }
}
