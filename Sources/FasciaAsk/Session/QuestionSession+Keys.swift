import FasciaInteraction
import FasciaRender

/// What the keys do. The panel's own rules apply where keys edit a text, open a menu or scroll; what is a dialog's own is here.
extension QuestionSession {
    mutating func press(_ key: String) {
        if key == "ctrl+c" { return end(.interrupted) }
        if key == "ctrl+l" { return redraw() }
        if display.takesKeys || key == "f1" { return pass(key) }
        if key == "escape" { return end(.escaped) }
        guard !question.parts.isEmpty else { return }
        // As newt's default key.
        if question.keys == .whiptail, key == "f12" { return press(button: 0) }
        if key.count > 1 || key == " " { filling.typed = key == "space" ? filling.typed : "" }
        if question.keys == .dialog, dialogKey(key) { return }
        switch filling.part {
        case .list: listKey(key)
        case .text: textKey(key)
        case .field(let index): fieldKey(key, index)
        case .button(let index): buttonKey(key, index)
        }
    }

    // MARK: - Moving between parts

    mutating func focus(_ part: Filling.Part) {
        filling.part = part
        if case .field(let index) = part { editSecret(index) }
        if case .field(let index) = part, question.keys == .dialog, case .form = question.kind, question.fields[index].isTyped {
            pass("home")
        }
    }

    /// Puts the text of a secret field where it can be edited: else the first letter would replace what is not seen.
    private mutating func editSecret(_ index: Int) {
        let text = filling.texts[index]
        guard question.fields[index].kind == .secret, !text.isEmpty else { return }
        filling.texts[index] = ""
        paste(text)
    }

    /// Moves to the next or the previous part.
    mutating func move(by step: Int, wraps: Bool) {
        let parts = question.parts
        guard let current = parts.firstIndex(of: filling.part), !parts.isEmpty else { return }
        var index = current + step
        if wraps { index = (index + parts.count) % parts.count }
        if parts.indices.contains(index) { focus(parts[index]) }
    }

    /// The keys that move between parts; `false` for others.
    private mutating func movingKey(_ key: String, sideways: Bool = true, upAndDown: Bool = true) -> Bool {
        switch key {
        case "tab": move(by: 1, wraps: true)
        case "backtab": move(by: -1, wraps: true)
        case "right" where sideways, "down" where upAndDown: move(by: 1, wraps: false)
        case "left" where sideways, "up" where upAndDown: move(by: -1, wraps: false)
        default: return false
        }
        return true
    }

    // MARK: - Buttons

    private mutating func buttonKey(_ key: String, _ index: Int) {
        if movingKey(key) { return }
        switch key {
        case "enter", "space": press(button: index)
        case "pageup", "pagedown", "home", "end": pass(key)
        default:
            // The first letter of a button answers, as in gum.
            if question.keys == .fascia, question.kind == .confirm, let button = button(beginningWith: key) {
                press(button: button)
            }
        }
    }

    /// The only button that begins with a letter.
    func button(beginningWith letter: String) -> Int? {
        guard letter.count == 1 else { return nil }
        let found = question.buttons.indices.filter {
            question.buttons[$0].label.prefix(1).lowercased() == letter.lowercased()
        }
        return found.count == 1 ? found[0] : nil
    }

    // MARK: - Text to read

    private mutating func textKey(_ key: String) {
        switch key {
        case "up", "down": display.scroll(by: key == "up" ? -1 : 1, question, filling)
        case "pageup", "pagedown", "home", "end": pass(key)
        case "space" where question.keys == .fascia: pass("pagedown")
        case "enter" where !question.beginsInText, "q" where question.keys != .whiptail: accept()
        default: _ = movingKey(key, upAndDown: false)
        }
    }

    // MARK: - Lists

    private mutating func listKey(_ key: String) {
        if moveRow(key) { return }
        if case .filter = question.kind, filterKey(key) { return }
        switch key {
        case "enter": accept()
        case "space": operateRow()
        case "ctrl+a": markAll()
        default: if !movingKey(key, upAndDown: false) { typeAhead(key) }
        }
    }

    /// Space on a row: changes its mark, or chooses it.
    mutating func operateRow() {
        guard let choices = question.choices, let option = filling.option else { return }
        if choices.hasMarks {
            filling.marked = choices.marks(filling.marked, toggling: option)
        } else if question.keys != .whiptail {
            accept()
        }
    }

    /// Marks all rows, or none if all are marked.
    private mutating func markAll() {
        guard let choices = question.choices, case .several(let limit) = choices.selection else { return }
        let all = Set(filling.marked).isSuperset(of: filling.rows)
        filling.marked = all ? [] : Array(filling.rows.prefix(limit ?? .max))
    }

    /// The keys that move between rows; `false` for others.
    mutating func moveRow(_ key: String) -> Bool {
        guard let choices = question.choices else { return false }
        if question.keys == .whiptail, choices.hasMarks, key == "home" || key == "end" { return true }
        let page = choices.pageRows ?? display.pageRows(question, filling)
        let goal: Int
        switch key {
        case "up": goal = filling.row - 1
        case "down": goal = filling.row + 1
        case "pageup": goal = filling.row - page
        case "pagedown": goal = filling.row + page
        case "home": goal = 0
        case "end": goal = filling.rows.count - 1
        default: return false
        }
        filling.row = max(0, min(goal, filling.rows.count - 1))
        return true
    }

    mutating func typeAhead(_ key: String) {
        guard let choices = question.choices, key.count == 1, !filling.rows.isEmpty else { return }
        if question.keys == .whiptail, choices.hasMarks { return }
        let labels = filling.rows.map { choices.options[$0].typed }
        guard question.keys == .fascia else {
            let found = Typing.next(key, in: labels, after: filling.row) ?? filling.row
            // In whiptail the last one that begins with the letter is the end.
            let goesAround = found < filling.row && Typing.begins(labels[filling.row], key)
            if question.keys != .whiptail || !goesAround { filling.row = found }
            return
        }
        let typed = filling.typed + key
        let isOneLetter = typed.allSatisfy { String($0).lowercased() == key.lowercased() }
        if typed.count > 1, let found = Typing.ahead(typed, in: labels, from: filling.row) {
            (filling.row, filling.typed) = (found, typed)
        } else if isOneLetter, let found = Typing.next(key, in: labels, after: filling.row) {
            (filling.row, filling.typed) = (found, typed)
        }
    }

    /// The keys that edit the text of a filter; `false` for others.
    private mutating func filterKey(_ key: String) -> Bool {
        var text = filling.texts[0]
        switch key {
        case "space" where question.choices?.hasMarks == true: return false
        case "space": text += " "
        case "backspace": _ = text.popLast()
        case "ctrl+u": text = ""
        case "ctrl+w":
            while text.last == " " { text.removeLast() }
            while let last = text.last, last != " " { text.removeLast() }
        case _ where key.count == 1 && text.count < TextDraft.maximumLength: text += key
        default: return false
        }
        filling.texts[0] = text
        filling.filter(question)
        return true
    }

    // MARK: - Fields

    private mutating func fieldKey(_ key: String, _ index: Int) {
        let field = question.fields[index]
        if case .write = question.kind {
            switch key {
            case "ctrl+d": accept()
            case "tab", "backtab": _ = movingKey(key)
            default: pass(key)
            }
            return
        }
        switch key {
        case "enter": enter(in: index)
        case "tab", "backtab", "up", "down": _ = movingKey(key)
        case "left", "right", "space":
            if field.options.isEmpty { pass(key) } else { turn(index, by: key == "left" ? -1 : 1) }
        default: if field.isTyped { pass(key) }
        }
    }

    /// Enter takes the answer, or goes to the next field of a form.
    private mutating func enter(in index: Int) {
        guard case .form = question.kind, question.keys == .fascia else { return accept() }
        let parts = question.parts
        if let at = parts.firstIndex(of: .field(index)), at + 1 < parts.count, case .field = parts[at + 1] {
            filling.problems[index] = question.fields[index].problem(with: filling.texts[index])
            return focus(parts[at + 1])
        }
        accept()
    }

    /// Turns a field to another of its options.
    private mutating func turn(_ index: Int, by step: Int) {
        let options = question.fields[index].options
        let current = options.firstIndex(of: filling.texts[index]) ?? 0
        set(index, options[(current + step + options.count) % options.count])
    }

    /// Sets the text of a field, and takes back what was said about it.
    mutating func set(_ index: Int, _ text: String) {
        filling.texts[index] = text
        if filling.problems[index] != nil { filling.problems[index] = question.fields[index].problem(with: text) }
    }
}
