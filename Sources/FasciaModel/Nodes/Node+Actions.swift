extension Node.Content {
    /// What operating it does, where that is an action of the author's. What is in it has its own.
    public var actions: [Action] {
        let all: [Action?] = switch self {
        case .button(let button): [button.tap]
        case .toggle(let toggle): if case .literal(_, let tap) = toggle.source { [tap] } else { [] }
        case .textField(let field):
            if case .literal(_, let edit) = field.source { [edit, field.submit] } else { [field.submit] }
        case .slider(let slider): if case .literal(_, let action) = slider.source { [action] } else { [] }
        case .stepper(let stepper):
            switch stepper.source {
            case .bind: []
            case .literal(_, let action): [action]
            case .actions(let decrement, let increment): [decrement, increment]
            }
        case .picker(let picker): if case .literal(_, let action) = picker.source { [action] } else { [] }
        default: []
        }
        return all.compactMap { $0 }
    }
}
