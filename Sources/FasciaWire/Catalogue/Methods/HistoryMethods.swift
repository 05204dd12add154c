import FasciaDocument
import FasciaModel

private struct UndoParams: Sendable {
    var steps: Int?
    var to: Int?

    func goal() throws(Mismatch) -> UndoTarget {
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
            .query, "history.get", "Gives past events: why something is as it is, and who did it.", command: "history get",
            HistoryGet(),
            [
                .optional("since", \.since, .int(0 ... .max), "Only after this revision."),
                .defaulted("limit", \.limit, .int(1...10_000), default: 100, "The latest so many."),
                .optional("id", \.id, .string, "Only what changed this option, group, value, stack or screen."),
            ],
            returns: .result([.always("events", .list(.definition("Event")), "From the oldest to the newest.")])
        ) { .historyGet($0) },
        Method(
            mutation: "history.undo",
            "Takes back the last changes of switches, pickers, values, stacks and environment, as one new revision.",
            command: "history undo", UndoParams(),
            [
                .optional(
                    "steps", \.steps, .int(1...10_000), "How many changes, from the last one back; 1 where it is left out."),
                .optional("to", \.to, .int(0 ... .max), "The revision to go back to, instead of steps."),
            ], beside: [.always("to", .integer, "The revision whose state is back.")]
        ) { params throws(Mismatch) in .undo(try params.goal()) },
    ]
}
