/// The keys of dialog(1), where they differ.
extension QuestionSession {
    /// - Returns: `false` for a key that has its usual meaning.
    mutating func dialogKey(_ key: String) -> Bool {
        switch question.kind {
        case .choose: return dialogListKey(key)
        case .form:
            if case .field = filling.part { return dialogFormKey(key) }
            return dialogButtonKey(key)
        case .input, .write:
            if case .field = filling.part { return wrappingKey(key, ["tab", "down"], ["backtab", "up"]) }
            return dialogButtonKey(key)
        case .confirm, .message, .pager: return dialogButtonKey(key)
        case .filter, .gauge, .spin: return false
        }
    }

    /// Moves around all parts.
    private mutating func wrappingKey(_ key: String, _ next: [String], _ previous: [String]) -> Bool {
        if case .write = question.kind, ["up", "down"].contains(key) { return false }
        if next.contains(key) {
            move(by: 1, wraps: true)
        } else if previous.contains(key) {
            move(by: -1, wraps: true)
        } else {
            return false
        }
        return true
    }

    private mutating func dialogButtonKey(_ key: String) -> Bool {
        guard case .button(let index) = filling.part else {
            guard let button = button(beginningWith: key) else { return false }
            press(button: button)
            return true
        }
        switch question.kind {
        case .confirm, .message, .pager:
            if ["up", "down"].contains(key) { return true }
        case .form:
            let count = question.buttons.count
            if key == "left" || key == "right" {
                filling.part = .button((index + (key == "left" ? count - 1 : 1)) % count)
                return true
            }
        default: break
        }
        if wrappingKey(key, ["tab", "right", "down"], ["backtab", "left", "up"]) { return true }
        guard let button = button(beginningWith: key) else { return false }
        press(button: button)
        return true
    }

    /// The rows and the buttons are operated side by side: Up and Down choose a row, Left, Right and Tab a button.
    private mutating func dialogListKey(_ key: String) -> Bool {
        if moveRow(key) { return true }
        let count = max(1, question.buttons.count)
        // Enter takes the row even where there is no button that says so.
        if case .list = filling.part, key == "enter", question.buttons.first?.role != .ok {
            accept()
            return true
        }
        let current = if case .button(let index) = filling.part { index } else { 0 }
        switch key {
        case "tab", "right": dialogSelect((current + 1) % count)
        case "backtab", "left": dialogSelect((current + count - 1) % count)
        case "space" where question.choices?.hasMarks == true: operateRow()
        case "enter", "space": press(button: current)
        default: if question.choices?.ignoresLetters != true { typeAhead(key) }
        }
        return true
    }

    private mutating func dialogSelect(_ button: Int) { filling.part = button == 0 ? .list : .button(button) }

    private mutating func dialogFormKey(_ key: String) -> Bool {
        guard case .field(let index) = filling.part else { return false }
        let fields = question.parts.compactMap { part -> Int? in if case .field(let index) = part { index } else { nil } }
        guard let at = fields.firstIndex(of: index) else { return false }
        switch key {
        case "down": focus(.field(fields[(at + 1) % fields.count]))
        case "up": focus(.field(fields[(at + fields.count - 1) % fields.count]))
        case "tab": if !question.buttons.isEmpty { filling.part = .button(0) }
        case "backtab": if !question.buttons.isEmpty { filling.part = .button(question.buttons.count - 1) }
        default: return false
        }
        return true
    }
}
