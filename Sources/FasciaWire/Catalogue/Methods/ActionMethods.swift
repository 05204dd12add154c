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
        "screen", \.screen, .string, "Of every entry that shows this screen.")
    fileprivate static let entry = Field.optional("entry", \.entry, EntryID.schema, "Of this entry.")
}

extension ActionSend {
    fileprivate static let fields: [Field<ActionSend>] = [
        .required("entry", \.entry, EntryID.schema, "The entry whose parent is told."),
        .required("name", \.name, .string, "What the user did: onDeleteButtonTapped."),
        .defaulted("payload", \.payload, .any, default: .null, "What goes with it."),
    ]
}

extension Method {
    static let action: [Method] = [
        Method(
            .session, "action.send", "Tells an entry's parent what the user did, and gives its answer.",
            ActionSend(), ActionSend.fields,
            returns: .result([
                .always("outcome", ["enum": ["handled", "rejected"]], "What became of it."),
                .sometimes("reason", .string, "Why it was rejected."),
                .sometimes("result", .anything, "What the handler answered."),
                .always("revision", .integer, "The panel's revision now."),
            ])
        ) { .actionSend($0) },
        Method(
            .session, "action.bind", "Says that this connection handles actions: name exactly one of screen, entry.",
            BindParams(),
            [.screen, .entry, .required("names", \.names, .array(of: .string), "The actions; \"*\" for all.")],
            returns: .result([.always("bound", .list(.string), "The actions that were named.")])
        ) { params throws(Mismatch) in .actionBind(try params.scope(), names: params.names) },
        Method(
            .session, "action.unbind", "Says that this connection no longer handles actions.", BindParams(),
            [.screen, .entry, .defaulted("names", \.names, .array(of: .string), default: [], "Which; all if empty.")],
            returns: .result([.always("changed", .boolean, "Whether it had handled any of them.")])
        ) { params throws(Mismatch) in .actionUnbind(try params.scope(), names: params.names) },
    ]
}
