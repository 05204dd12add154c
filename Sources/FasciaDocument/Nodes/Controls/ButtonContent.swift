public struct ButtonContent: Hashable, Sendable {
    public enum Role: String, CaseIterable, Hashable, Sendable {
        case destructive, cancel
    }

    public var label: String
    public var role: Role?
    public var tap: Action?

    public init(_ label: String, role: Role? = nil, tap: Action? = nil) {
        self.label = label
        self.role = role
        self.tap = tap
    }
}

extension ButtonContent: NodeContent {
    static let form = NodeForm("A control that sends its action when it is tapped.", schema) { .button($0) }
    package var kind: Node.Kind { .button }
    package var displayLabel: String? { label }
    package var texts: [String?] { [label] }

    static let schema = Schema.record(
        ButtonParts(),
        [
            .required("label", \.button.label, .string, "What it says."),
            .optional("role", \.button.role, .oneOf, "How serious it is."),
        ] + Field.ofAction
    ).map { parts throws(Mismatch) in
        ButtonContent(parts.button.label, role: parts.button.role, tap: try parts.members.action())
    } back: {
        ButtonParts(button: $0, members: ActionMembers($0.tap))
    }
}

private struct ButtonParts: ActionRecord, Hashable, Sendable {
    var button = ButtonContent("")
    var members = ActionMembers(nil)
}
