extension Node.Content {
    /// An action of an author's that operating a node sends.
    public struct NodeAction: Hashable, Sendable {
        /// Where it stands in JSON; `nil` where its members are the node's own: `tap`, `emit`.
        public var member: String?
        /// As it is sent. Where it carries a value, that of the moment when the node was published stands in it.
        public var action: Action
    }

    /// What operating it does, where that is an action of the author's. What is in it has its own.
    public var actions: [NodeAction] {
        func own(_ action: Action?, _ value: JSON? = nil, _ member: String? = nil) -> [NodeAction] {
            action.map { action in
                [NodeAction(member: member, action: value.map { action.carrying($0) } ?? action)]
            } ?? []
        }
        switch self {
        case .button(let button): return own(button.tap)
        case .toggle(let toggle): if case .literal(_, let tap) = toggle.source { return own(tap) }
        case .textField(let field):
            let submit = own(field.submit, "", "submit")
            if case .literal(let text, let edit) = field.source { return own(edit, .string(text)) + submit }
            return submit
        case .slider(let slider):
            if case .literal(let value, let action) = slider.source { return own(action, .double(value)) }
        case .stepper(let stepper):
            switch stepper.source {
            case .bind: break
            case .literal(let value, let action): return own(action, .double(value))
            case .actions(let decrement, let increment):
                return own(decrement, nil, "decrement") + own(increment, nil, "increment")
            }
        case .picker(let picker):
            if case .literal(let choice, let action) = picker.source {
                return own(action, .string(choice.selection ?? choice.options.first?.id ?? ""))
            }
        default: break
        }
        return []
    }
}
