import FasciaDocument
import FasciaModel

private struct UndoParams: Sendable {
    var steps: Int?
    var to: Int?
    var uid: Int?

    func target() throws(Mismatch) -> UndoTarget {
        switch (steps, to, uid) {
        case (let steps, nil, nil): return .steps(steps ?? 1)
        case (let steps, nil, let uid?): return .stepsOf(uid: uid, steps ?? 1)
        case (nil, let revision?, nil): return .revision(revision)
        case (_?, _?, _): throw Mismatch(expected: "either steps or to", found: "both")
        case (_, _?, _?): throw Mismatch(expected: "either uid or to", found: "both")
        }
    }
}

extension Method {
    static let history: [Method] = [
        Method(
            .query, "history.get", needs: .view, "Get past events: what changed, and who changed it.", command: "history get",
            HistoryGet(),
            [
                .optional("since", \.since, .int(0 ... .max), "Only events after this revision."),
                .defaulted(
                    "limit", \.limit, .int(1...10_000), default: 100, "The maximum number of events; the latest are returned."),
                .optional("id", \.id, .name, "Only events that changed this switch, group, value, stack or screen."),
                .defaulted(
                    "topics", \.topics, TopicFilter.schema, default: .all, "Only changes that match one of these patterns."),
                .optional("uid", \.uid, .int(0 ... .max), "Only events that this user caused."),
            ],
            returns: .result([
                .required("start", .integer, "The revision after which events were searched; earlier ones may be lost."),
                .required("events", .list(.definition("Event")), "The events, from the oldest to the newest."),
            ])
        ) { .historyGet($0) },
        Method(
            mutation: "history.undo", needs: .operate,
            "Undo the last changes of switches, pickers, values, stacks and environment, as one new revision.",
            command: "history undo", UndoParams(),
            [
                .optional(
                    "steps", \.steps, .int(1...10_000),
                    "The number of changes to undo, without those that have failed; 1 by default."),
                .optional("to", \.to, .int(0 ... .max), "The revision to restore, instead of steps."),
                .optional(
                    "uid", \.uid, .int(0 ... .max), "Undo only changes of this user, and keep those that others have made since."),
            ],
            extra: [
                .required("to", .integer, "The restored revision; with uid, the one before the oldest undone change."),
                .optional(
                    "undone",
                    .result([
                        .required("what", .string, "In words, the first changes that were taken back: lamp off → on."),
                        .required("count", .integer, "The number of revisions that were taken back."),
                        .optional("uid", .integer, "The user who had made it, if it is one."),
                        .optional("name", .string, "The name of the client that had made it."),
                        .optional("seconds", .integer, "Its age in seconds."),
                    ]), "What was taken back, if anything changed."),
            ]
        ) { params throws(Mismatch) in .undo(try params.target()) },
    ]
}
