import FasciaDocument
import FasciaModel

/// The kind of a change on the wire: one row of the table of change kinds, and the first half of a topic.
enum ChangeKind: String, CaseIterable, Sendable {
    case option, group, enabled, picker, value, nav, screen, declared, removed, environment, orphaned
    // Of bound things.
    case pending, confirmed, unconfirmed, reverted, failed, reported, unknown, stale, progress, held, released, claimed
    case question, action, issue

    var schema: JSON {
        var schema = JSON.result(members).objectValue ?? [:]
        var properties: JSON.Object = ["kind": ["const": .string(rawValue)]]
        for member in schema["properties"]?.objectValue?.members ?? [] { properties[member.key] = member.value }
        schema["properties"] = .object(properties)
        schema["required"] = .array(["kind"] + (schema["required"]?.arrayValue ?? []))
        return .object(schema)
    }

    var members: [ResultMember] {
        switch self {
        case .option:
            [
                .required("id", .string, "The option's full id."), .required("from", .boolean, "The old value."),
                .required("to", .boolean, "The new value."), .required("why", .names(Change.Why.self), "Why it changed."),
            ]
        case .group:
            [
                .required("id", .string, "The group's full id."),
                .required("from", .names(GroupState.self), "The old value."),
                .required("to", .names(GroupState.self), "The new value."),
            ]
        case .enabled:
            [
                .required("id", .string, "The full id of the switch or group."),
                .required("from", .boolean, "The old value."), .required("to", .boolean, "The new value."),
            ]
        case .picker:
            [
                .required("id", .string, "The component's full id."),
                .required("from", ["type": ["string", "null"]], "The old selection."),
                .required("to", ["type": ["string", "null"]], "The new selection."),
                .required("why", .names(PickerChange.Why.self), "Why it changed."),
            ]
        case .value:
            [
                .required("key", .string, "The value's name."),
                .optional("from", .anything, "The old value, unless it is secret."),
                .optional("to", .anything, "The new value, unless it is secret."),
                .optional("secret", .boolean, "Whether the value is secret."),
            ]
        case .nav:
            [
                .required("stack", .string, "The stack's name."),
                .required("added", .list(.definition("Entry")), "From bottom to top."),
                .required("removed", .list(.definition("Removal")), "From top to bottom."),
                .required("top", .string, "The top entry."),
                .required("canPop", .boolean, "Whether nav.pop can go back."),
                .required("transition", .names(NavChange.Transition.self), "The kind of transition to show."),
            ]
        case .screen:
            [
                .required("id", .string, "The screen's name."), .required("nodes", .integer, "The number of nodes that changed."),
            ]
        case .declared, .removed: Self.subject
        case .environment:
            [
                .required("scope", EnvironmentScope.schema.schema, "The scope; the panel if empty."),
                .required("values", .anyObject, "The new values of the scope."),
            ]
        case .orphaned:
            [
                .required("id", .string, "The screen's name."),
                .required("to", .boolean, "Whether its app has disconnected."),
            ]
        case .pending:
            [
                Self.thing, .optional("to", .anything, "What is carried out."),
                .optional("next", .anything, "What is carried out after it."), Self.secret,
            ]
        case .confirmed: [Self.thing, .optional("to", .anything, "What was carried out."), Self.secret]
        case .unconfirmed:
            [
                Self.thing, .optional("to", .anything, "What was carried out."),
                .optional("back", .anything, "The value to which it goes back without bind.confirm."),
                .required("within", .number, "The time for bind.confirm in seconds."), Self.secret,
            ]
        case .reverted:
            [
                Self.thing, .optional("to", .anything, "The actual value."),
                .required("reason", .string, "Why it was not carried out, or went back."), Self.secret,
            ]
        case .failed: [Self.thing, .required("reason", .string, "Why.")]
        case .reported: [Self.thing, .optional("to", .anything, "The actual value."), Self.secret]
        case .unknown: [Self.thing]
        case .stale: [Self.thing, .required("reason", .string, "Why the actual state is not known.")]
        case .progress:
            [
                Self.thing, .optional("fraction", .number, "How much is done, from 0 to 1."),
                .optional("message", .string, "What the claimer does."),
            ]
        case .held: [Self.thing]
        case .released: [Self.thing]
        case .claimed:
            [
                .required("id", .string, "The claimer."), .required("ids", .list(.string), "What it has claimed."),
                .required("to", .boolean, "Whether the claim has begun, or ended."),
                .optional("reason", .string, "Why it has ended."),
            ]
        case .question:
            [
                .required("id", .string, "The question."),
                .required("to", .names(QuestionChange.Kind.self), "What has happened to it."),
                .required("name", .string, "Its title, or the beginning of its text."),
                .optional("by", .definition("Person"), "Who has asked, answered or declined."),
                .optional("answer", .anything, "The answer, unless it is secret."), Self.secret,
            ]
        case .action:
            [
                .required("entry", .string, "The entry that sent it."), .required("name", .string, "What the user did."),
                .required("payload", .anything, "The payload."),
                .required("outcome", .names(ActionReport.Outcome.self), "The outcome."),
                .optional("reason", .string, "Why it was rejected."),
            ]
        case .issue: Definitions.issue
        }
    }

    private static let thing = ResultMember.required("id", .string, "The bound thing.")
    private static let secret = ResultMember.optional("secret", .boolean, "Whether the value is secret.")

    private static let subject: [ResultMember] = [
        .required("what", .names(Change.Subject.self), "The kind of thing."), .required("id", .string, "Its name."),
    ]
}
