import FasciaRender
import FasciaScene

/// Keys and the mouse in the palette that finds things.
extension SceneLayout {
    /// Handles a key while the palette is open; `nil` if it is closed, and for keys that always work.
    func handleFind(_ key: Key, _ state: TerminalState) -> InputResult? {
        guard var find = state.find, key.name != "ctrl+c", key.name != "ctrl+l" else { return nil }
        var now = state
        let page = max(1, FindBox(find, in: size).inside.size.rows - 1)
        let last = max(0, find.rows.count - 1)
        switch key.name {
        case "escape", "ctrl+k", "ctrl+g":
            // From the options of a picker, Escape goes back to the matches.
            now.find = find.picker == nil || key.name != "escape" ? nil : FindPalette()
            return InputResult(now)
        case "enter": return choose(find.chosen, now)
        case "space" where find.spaceOperates, " " where find.spaceOperates: return choose(find.chosen, now, operates: true)
        case "down", "tab", "ctrl+n": find.chosen = find.chosen < last ? find.chosen + 1 : 0
        case "up", "backtab", "ctrl+p": find.chosen = find.chosen > 0 ? find.chosen - 1 : last
        case "pagedown": find.chosen = min(last, find.chosen + page)
        case "pageup": find.chosen = max(0, find.chosen - page)
        case "home": find.chosen = 0
        case "end": find.chosen = last
        default:
            guard let edited = FilterInput.edit(find.text, key), let text = edited, text != find.text else { break }
            (find.text, find.chosen) = (text, 0)
        }
        now.find = find
        return InputResult(now)
    }

    /// Handles a mouse event while the palette is open: a click chooses a row, outside it closes the palette.
    func handleFind(_ mouse: Mouse, _ state: TerminalState) -> InputResult? {
        guard let find = state.find else { return nil }
        var now = state
        switch mouse.kind {
        case .wheelUp: return handleFind(Key("up"), now)
        case .wheelDown: return handleFind(Key("down"), now)
        case .move, .release: return InputResult(now)
        case .press:
            let box = FindBox(find, in: size)
            guard box.rect.contains(mouse.at) else {
                now.find = nil
                return InputResult(now)
            }
            guard box.inside.contains(mouse.at) else { return InputResult(now) }
            return choose(box.first + mouse.at.row - box.inside.minRow, now)
        }
    }

    /// Goes to a thing, or chooses an option of a picker.
    private func choose(_ index: Int, _ now: TerminalState, operates: Bool = false) -> InputResult {
        guard let find = now.find, find.rows.indices.contains(index) else { return InputResult(now) }
        let row = find.rows[index]
        return InputResult(now, .choose(row.id, operates: operates || find.picker != nil, state: row.state))
    }
}

extension FindPalette {
    /// The row that keys choose.
    var chosenRow: Row? { rows.indices.contains(chosen) ? rows[chosen] : nil }

    /// Whether Space operates the chosen row. It is a part of the text while that may go on with it: `free` with `Free
    /// space`.
    var spaceOperates: Bool {
        guard picker == nil, let row = chosenRow, !row.operation.isEmpty, !text.isEmpty || chosen > 0 else { return false }
        let longer = text.lowercased() + " "
        return text.last != " "
            && !rows.contains { row in
                row.title.lowercased().contains(longer) || row.path.lowercased().contains(longer)
            }
    }
}
