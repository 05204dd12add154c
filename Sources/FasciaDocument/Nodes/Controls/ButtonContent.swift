public struct ButtonContent: Hashable, Sendable {
    public enum Role: String, CaseIterable, Hashable, Sendable {
        case destructive, cancel
    }

    public var label: String
    /// What a row shows at the right.
    public var value: String?
    /// The id of a switch, a group, a picker or a value whose state a row shows at the right.
    public var bind: String?
    public var role: Role?
    /// Of a button that leads to another screen: whether that is open. Needed only if its action is not a call of
    /// `nav.push`.
    public var isOpen: Bool?
    public var tap: Action?
    /// What it shows instead of its label, which is its name then; empty for the words of the label.
    public var children: [Node] = []

    public init(
        _ label: String, value: String? = nil, bind: String? = nil, role: Role? = nil, isOpen: Bool? = nil, tap: Action? = nil
    ) {
        (self.label, self.value, self.bind) = (label, value, bind)
        (self.role, self.isOpen, self.tap) = (role, isOpen, tap)
    }
}

extension ButtonContent: NodeContent {
    static let form = NodeForm("A control that sends its action when it is tapped.", schema) { .button($0) }
    package var kind: Node.Kind { .button }
    package var displayLabel: String? { label }
    package var texts: [String?] { [label, value, bind] }

    static let schema = Schema.record(
        ButtonParts(),
        [
            .required("label", \.button.label, .string, "What it says."),
            .optional("value", \.button.value, .string, "What a row shows at the right."),
            .optional(
                "bind", \.button.bind, .string,
                "The id of a switch, a group, a picker or a value whose state a row shows at the right."),
            .optional("role", \.button.role, .oneOf, "How serious it is."),
            .defaulted(
                "children", \.button.children, .array(of: Node.schema), default: [],
                "What it shows instead of its label, which names it."),
            .optional(
                "open", \.button.isOpen, .bool,
                "Of a button that leads to another screen: whether that is open. Not needed beside nav.push."),
        ] + Field.ofAction
    ).map { parts throws(Mismatch) in
        var button = parts.button
        button.tap = try parts.members.action()
        return button
    } back: {
        ButtonParts(button: $0, members: ActionMembers($0.tap))
    }
}

private struct ButtonParts: ActionRecord, Hashable, Sendable {
    var button = ButtonContent("")
    var members = ActionMembers(nil)
}
