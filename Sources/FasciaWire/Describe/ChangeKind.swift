import FasciaDocument
import FasciaModel

/// One row of the table of change kinds.
struct ChangeKind: Sendable {
    let name: String
    let members: [ResultMember]

    var schema: JSON {
        var schema = JSON.result(members).objectValue ?? [:]
        var properties: JSON.Object = ["kind": ["const": .string(name)]]
        for member in schema["properties"]?.objectValue?.members ?? [] { properties[member.key] = member.value }
        schema["properties"] = .object(properties)
        schema["required"] = .array(["kind"] + (schema["required"]?.arrayValue ?? []))
        return .object(schema)
    }

    static let all: [ChangeKind] = [
        ChangeKind(
            name: "option",
            members: [
                .required("id", .string, "The option's full id."), .required("from", .boolean, "The old value."),
                .required("to", .boolean, "The new value."), .required("why", .names(Change.Why.self), "Why it changed."),
            ]),
        ChangeKind(
            name: "group",
            members: [
                .required("id", .string, "The group's full id."),
                .required("from", .names(GroupState.self), "The old value."),
                .required("to", .names(GroupState.self), "The new value."),
            ]),
        ChangeKind(
            name: "enabled",
            members: [
                .required("id", .string, "The full id of the switch or group."),
                .required("from", .boolean, "The old value."), .required("to", .boolean, "The new value."),
            ]),
        ChangeKind(
            name: "picker",
            members: [
                .required("id", .string, "The component's full id."),
                .required("from", ["type": ["string", "null"]], "The old selection."),
                .required("to", ["type": ["string", "null"]], "The new selection."),
                .required("why", .names(PickerChange.Why.self), "Why it changed."),
            ]),
        ChangeKind(
            name: "value",
            members: [
                .required("key", .string, "The value's name."),
                .optional("from", .anything, "The old value, unless it is secret."),
                .optional("to", .anything, "The new value, unless it is secret."),
                .optional("secret", .boolean, "Whether the value is secret."),
            ]),
        ChangeKind(
            name: "nav",
            members: [
                .required("stack", .string, "The stack's name."),
                .required("added", .list(.definition("Entry")), "From bottom to top."),
                .required("removed", .list(.definition("Removal")), "From top to bottom."),
                .required("top", .string, "The top entry."),
                .required("canPop", .boolean, "Whether nav.pop can go back."),
                .required("transition", .names(NavChange.Transition.self), "The kind of transition to show."),
            ]),
        ChangeKind(
            name: "screen",
            members: [
                .required("id", .string, "The screen's name."), .required("nodes", .integer, "The number of nodes that changed."),
            ]),
        ChangeKind(name: "declared", members: subject), ChangeKind(name: "removed", members: subject),
        ChangeKind(
            name: "environment",
            members: [
                .required("scope", EnvironmentScope.schema.schema, "The scope; the panel if empty."),
                .required("values", .anyObject, "The new values of the scope."),
            ]),
        ChangeKind(
            name: "orphaned",
            members: [
                .required("id", .string, "The screen's name."),
                .required("to", .boolean, "Whether its app has disconnected."),
            ]),
        ChangeKind(
            name: "pending",
            members: [
                thing, .optional("to", .anything, "What is carried out."),
                .optional("next", .anything, "What is carried out after it."), secret,
            ]),
        ChangeKind(name: "confirmed", members: [thing, .optional("to", .anything, "What was carried out."), secret]),
        ChangeKind(
            name: "unconfirmed",
            members: [
                thing, .optional("to", .anything, "What was carried out."),
                .optional("back", .anything, "The value to which it goes back without bind.confirm."),
                .required("within", .number, "The time for bind.confirm in seconds."), secret,
            ]),
        ChangeKind(
            name: "reverted",
            members: [
                thing, .optional("to", .anything, "The actual value."),
                .required("reason", .string, "Why it was not carried out, or went back."), secret,
            ]),
        ChangeKind(name: "failed", members: [thing, .required("reason", .string, "Why.")]),
        ChangeKind(name: "reported", members: [thing, .optional("to", .anything, "The actual value."), secret]),
        ChangeKind(name: "unknown", members: [thing]),
        ChangeKind(name: "stale", members: [thing, .required("reason", .string, "Why the actual state is not known.")]),
        ChangeKind(
            name: "progress",
            members: [
                thing, .optional("fraction", .number, "How much is done, from 0 to 1."),
                .optional("message", .string, "What the claimer does."),
            ]),
        ChangeKind(name: "held", members: [thing]),
        ChangeKind(name: "released", members: [thing]),
        ChangeKind(
            name: "claimed",
            members: [
                .required("id", .string, "The claimer."), .required("ids", .list(.string), "What it has claimed."),
                .required("to", .boolean, "Whether the claim has begun, or ended."),
                .optional("reason", .string, "Why it has ended."),
            ]),
        ChangeKind(
            name: "question",
            members: [
                .required("id", .string, "The question."),
                .required("to", .names(QuestionChange.Kind.self), "What has happened to it."),
                .required("name", .string, "Its title, or the beginning of its text."),
                .optional("by", .definition("Person"), "Who has asked, answered or declined."),
                .optional("answer", .anything, "The answer, unless it is secret."), secret,
            ]),
        ChangeKind(
            name: "action",
            members: [
                .required("entry", .string, "The entry that sent it."), .required("name", .string, "What the user did."),
                .required("payload", .anything, "The payload."),
                .required("outcome", .names(ActionReport.Outcome.self), "The outcome."),
                .optional("reason", .string, "Why it was rejected."),
            ]),
        ChangeKind(name: "issue", members: Definitions.issue),
    ]

    private static let thing = ResultMember.required("id", .string, "The bound thing.")
    private static let secret = ResultMember.optional("secret", .boolean, "Whether the value is secret.")

    private static let subject: [ResultMember] = [
        .required("what", .names(Change.Subject.self), "The kind of thing."), .required("id", .string, "Its name."),
    ]
}
