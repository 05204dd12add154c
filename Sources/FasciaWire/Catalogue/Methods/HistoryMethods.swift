import FasciaDocument
import FasciaModel

private struct UndoParams: Sendable {
    var steps: Int?
    var to: Int?

    func target() throws(Mismatch) -> UndoTarget {
        switch (steps, to) {
        case (let steps, nil): return .steps(steps ?? 1)
        case (nil, let revision?): return .revision(revision)
        case (_?, _?): throw Mismatch(expected: "either steps or to", found: "both")
        }
    }
}

extension Method {
    static let history: [Method] = [
        Method(
            .query, "history.get", "Returns past events: what changed, and who changed it.", command: "history get",
            HistoryGet(),
            [
                .optional("since", \.since, .int(0 ... .max), "Only events after this revision."),
                .defaulted(
                    "limit", \.limit, .int(1...10_000), default: 100, "The maximum number of events; the latest are returned."),
                .optional("id", \.id, .string, "Only events that changed this option, group, value, stack or screen."),
            ],
            returns: .result([
                .required("start", .integer, "The revision after which events were searched; earlier ones may be lost."),
                .required("events", .list(.definition("Event")), "The events, from the oldest to the newest."),
            ])
        ) { .historyGet($0) },
        Method(
            mutation: "history.undo",
            "Undoes the last changes of switches, pickers, values, stacks and environment, as one new revision.",
            command: "history undo", UndoParams(),
            [
                .optional(
                    "steps", \.steps, .int(1...10_000), "The number of changes to undo; 1 by default."),
                .optional("to", \.to, .int(0 ... .max), "The revision to restore, instead of steps."),
            ], extra: [.required("to", .integer, "The restored revision.")]
        ) { params throws(Mismatch) in .undo(try params.target()) },
    ]
}
