import FasciaDocument
import FasciaModel

private struct BindParams: Sendable {
    var screen: String?
    var entry: EntryID?
    var names: [String] = []

    /// Exactly one of screen and entry.
    func scope() throws(Mismatch) -> ActionBindings.Scope {
        switch (screen, entry) {
        case (let screen?, nil): return .screen(screen)
        case (nil, let entry?): return .entry(entry)
        case (nil, nil): throw Mismatch(expected: "one of screen, entry", found: "neither")
        case (_?, _?): throw Mismatch(expected: "either screen or entry", found: "both")
        }
    }
}

extension Field<BindParams> {
    fileprivate static let screen = Field.optional(
        "screen", \.screen, name, "For every entry that shows this screen.")
    fileprivate static let entry = Field.optional("entry", \.entry, EntryID.schema, "For this entry.")
    /// Kept as long as the connection: as long as any name may be.
    fileprivate static let name = Schema<String>.name(atMost: 512)
}

extension ActionSend {
    fileprivate static let fields: [Field<ActionSend>] = [
        .required("entry", \.entry, EntryID.schema, "The entry that sends the action to its parent."),
        .required("name", \.name, .name, "What the user did: onDeleteButtonTapped."),
        .defaulted("payload", \.payload, .any, default: .null, "The payload."),
    ]
}

extension [ResultMember] {
    /// The answer to an action. A gesture has none if it sends no action.
    static let ofActions: [ResultMember] = [
        .optional("outcome", ["enum": ["handled", "rejected", "waits"]], "What became of the action; waits for an approval."),
        .optional("reason", .string, "Why it was rejected."),
        .optional("result", .anything, "The handler's result."),
    ]
}

extension Method {
    static let action: [Method] = [
        Method(
            .session, "action.send", needs: .operate(.action),
            "Send an action to the parent of an entry and return the parent's answer.",
            ActionSend(), ActionSend.fields,
            returns: .result(.ofActions + [.approval, .required("revision", .integer, "The panel's revision.")])
        ) { .actionSend($0) },
        Method(
            .session, "action.bind", needs: .author(.screen),
            "Make this connection a handler of actions: give exactly one of screen, entry.",
            BindParams(),
            [.screen, .entry, .required("names", \.names, .array(of: Field.name), "The actions; \"*\" for all.")],
            returns: .result([.required("bound", .list(.string), "The actions that are bound.")])
        ) { params throws(Mismatch) in .actionBind(try params.scope(), names: params.names) },
        Method(
            .session, "action.unbind", needs: .author(.screen), "End this connection's handling of actions.", BindParams(),
            [.screen, .entry, .defaulted("names", \.names, .array(of: Field.name), default: [], "The actions; all if empty.")],
            returns: .result([.required("changed", .boolean, "Whether any of them was bound.")])
        ) { params throws(Mismatch) in .actionUnbind(try params.scope(), names: params.names) },
    ]
}
