import FasciaInteraction
import FasciaRender
import FasciaScene

/// Input that the panel's own rules interpret: keys that edit a text, the mouse, pasted text.
extension QuestionSession {
    /// Gives the focus to what has it first.
    mutating func begin() { focus(filling.part) }

    /// Has a key interpreted as it is anywhere in a panel.
    mutating func pass(_ key: String) {
        let layout = display.layout(question, filling)
        take(layout.handle(Key(key), display.terminal), from: layout)
    }

    mutating func paste(_ text: String) {
        if case .filter = question.kind, !display.takesKeys {
            let room = max(0, TextDraft.maximumLength - filling.texts[0].count)
            filling.texts[0] += TextWidth.line(text).prefix(room)
            return filling.filter(question)
        }
        let layout = display.layout(question, filling)
        if let result = layout.paste(text, display.terminal) { take(result, from: layout) }
    }

    mutating func point(_ mouse: Mouse) {
        if mouse.kind == .press, let key = display.footerKey(at: mouse.at, question, filling) { return press(key) }
        let layout = display.layout(question, filling)
        let result = layout.handle(mouse, display.terminal)
        take(result, from: layout)
        // A click moves the focus.
        if mouse.kind == .press, let part = part(of: layout.focused(result.state)) { filling.part = part }
    }

    private mutating func take(_ result: InputResult, from layout: SceneLayout) {
        let before = display.terminal
        display.terminal = result.state
        for outcome in result.preceding + [result.outcome] {
            switch outcome {
            case .back: end(.escaped)
            case .quit: end(.interrupted)
            case .edit(_, let element, _, let text): edit(element, text, before)
            case .activate(_, let element, let activation): activate(element, activation)
            case .none, .drag, .ended, .choose, .undo, .redraw, .tell: break
            }
        }
    }

    /// - Parameter before: the terminal before a key that makes the text too long.
    private mutating func edit(_ element: String, _ text: String, _ before: TerminalState) {
        guard let index = index(element, "field/"), question.fields.indices.contains(index) else { return }
        let field = question.fields[index]
        let isTooLong = field.limit.map { text.count > $0 } ?? false
        let hasTooManyLines = field.lines.map { limit in text.count(where: { $0 == "\n" }) >= limit } ?? false
        if isTooLong || hasTooManyLines, text.count > filling.texts[index].count {
            display.terminal = before
            return
        }
        set(index, text)
    }

    private mutating func activate(_ element: String, _ activation: Activation) {
        guard case .action(.emit(_, let payload)) = activation else { return }
        if let index = index(element, "button/") { return press(button: index) }
        if let index = index(element, "field/"), question.fields.indices.contains(index) {
            if let option = payload["value"]?.stringValue { return set(index, option) }
            return set(index, filling.texts[index] == "true" ? "false" : "true")
        }
        guard let row = index(element, "row/") ?? index(element, "list:"), let at = filling.rows.firstIndex(of: row) else {
            return
        }
        (filling.row, filling.part) = (at, .list)
        if question.choices?.hasMarks == true { operateRow() } else { accept() }
    }

    private func index(_ element: String, _ prefix: String) -> Int? {
        element.hasPrefix(prefix) ? Int(element.dropFirst(prefix.count)) : nil
    }

    private func part(of element: String?) -> Filling.Part? {
        guard let element else { return nil }
        if let index = index(element, "field/") { return .field(index) }
        if let index = index(element, "button/") { return .button(index) }
        return nil
    }
}

extension SceneLayout {
    /// The element with the focus of the top layer.
    func focused(_ state: TerminalState) -> String? { top.flatMap { state.focus[$0.entry]?.element } }
}
