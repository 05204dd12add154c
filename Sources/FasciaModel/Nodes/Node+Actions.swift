extension Node.Content {
    /// An author's action that operating a node sends.
    public struct NodeAction: Hashable, Sendable {
        /// The JSON member that holds the action; `nil` if the action's own members (`tap`, `emit`) are direct members
        /// of the node.
        public var member: String?
        /// The action as it is sent. If it carries a value, that is the value at the time of publishing.
        public var action: Action
    }

    /// The author's actions of this node, without those of its descendants.
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
