extension Node {
    /// The author's actions of this node and its modifiers, without those of its descendants and attached nodes.
    public var actions: [Content.NodeAction] {
        content.actions
            + modifiers.enumerated().compactMap { index, modifier in
                guard var action = modifier.action else { return nil }
                action.path = ["modifiers", String(index)] + action.path
                return action
            }
    }
}

extension Modifier {
    fileprivate var action: Node.Content.NodeAction? {
        func gesture(_ name: String, _ gesture: PointerGesture, _ phase: PointerGesture.Phase) -> Node.Content.NodeAction {
            .init(path: [name, "action"], action: gesture.action.carrying(["phase": .string(phase.rawValue)]))
        }
        return switch self {
        case .tap(let action): .init(path: ["tap"], action: action)
        case .longPress(let press): gesture("longPress", press, .held)
        case .drag(let drag): gesture("drag", drag, .changed)
        case .onFocus(let action): .init(path: ["onFocus"], action: action.carrying(true))
        default: nil
        }
    }
}

extension Node.Content {
    /// An author's action that operating a node sends.
    public struct NodeAction: Hashable, Sendable {
        /// The JSON members that lead from the node to the action; empty if the action's own members (`tap`, `emit`)
        /// are direct members of the node.
        public var path: [String]
        /// The action as it is sent. If it carries a value, that is the value at the time of publishing.
        public var action: Action
    }

    /// The author's actions of this content, without those of its descendants.
    package var actions: [NodeAction] {
        func own(_ action: Action?, _ value: JSON? = nil, _ path: String...) -> [NodeAction] {
            action.map { action in
                [NodeAction(path: path, action: value.map { action.carrying($0) } ?? action)]
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
        case .table(let table):
            if case .literal(_, let action) = table.sorting { return own(action, .string(table.columns.first?.id ?? "")) }
        default: break
        }
        return []
    }
}
