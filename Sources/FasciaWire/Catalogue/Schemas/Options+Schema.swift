import FasciaDocument

extension MutationOptions {
    static let schema = Schema.record(MutationOptions(), fields)
    static let fields: [Field<MutationOptions>] = [
        .optional("ifRevision", \.ifRevision, .int(0 ... .max), "Fail with conflict unless this is the panel's revision."),
        .defaulted("dryRun", \.dryRun, .bool, default: false, "Check the command and return its result, but change nothing."),
        .defaulted(
            "durable", \.durable, .bool, default: false,
            "Answer when the change is on disk; otherwise that takes up to 10 ms more."),
        .optional(
            "once", \.once, key,
            "An idempotency key: a repeated request with the same key gets the first result, even after a restart, and "
                + "changes nothing. Another request with it is refused; after a restart, which keeps no parameters, only that of "
                + "another method. Not for a dry run."),
        .optional("revert", \.revertWithin, revertSchema, revertSummary),
        .optional(
            "reason", \.reason, reason, "Why it is made, which is part of the cause of its event. Some roles need a reason."),
    ]

    static let reason = Schema<String>.name(atMost: 1_000).checked { reason throws(Mismatch) in
        guard reason.contains(where: { !$0.isWhitespace }) else { throw Mismatch(expected: "a reason", found: "only blanks") }
    }

    /// `{within}` in seconds.
    static let revertSchema = Schema.record(
        Revert(), [.required("within", \.within, .milliseconds, "The time in seconds.")]
    ).map {
        $0.within
    } back: {
        Revert(within: $0)
    }

    static let revertSummary =
        "For bound things: a change goes back unless bind.confirm is called within this time after it was carried out."

    private struct Revert: Sendable {
        var within = 0
    }

    private static let key = Schema<String>(schema: ["type": "string", "minLength": 1, "maxLength": 128]) {
        json throws(Mismatch) in
        guard let key = json.stringValue, (1...128).contains(key.utf8.count) else {
            throw Mismatch(expected: "a key of 1 to 128 bytes", found: json.found)
        }
        return key
    } write: {
        .string($0)
    }
}
