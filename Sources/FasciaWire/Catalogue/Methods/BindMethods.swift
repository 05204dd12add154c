import FasciaDocument
import FasciaModel

private struct ReleaseParams: Sendable {
    var ids: [ThingPattern] = []
}

private struct ThingReportParams: Sendable {
    var id = ThingID.option("")
    var value: JSON?
    var stale: String?
    var failed: String?
    var isDone = false

    func report() throws(Mismatch) -> ThingReport {
        switch (value, stale, failed) {
        case (let value?, nil, nil) where isDone: return .outcome(value)
        case _ where isDone: throw Mismatch(expected: "done with value alone", found: "done with something else")
        case (let value?, let stale, let failed): return .value(value, failure: failed, doubt: stale)
        case (nil, let stale?, nil): return .unreadable(stale)
        case (nil, nil, let failed?): return .failed(failed)
        case (nil, nil, nil): throw Mismatch(expected: "one of value, stale, failed", found: "none")
        default: throw Mismatch(expected: "stale alone or with value", found: "stale with failed")
        }
    }
}

private struct ProgressParams: Sendable {
    var id = ThingID.option("")
    var fraction: Double?
    var message: String?
}

extension ClaimRequest {
    /// Without the time for a confirmation, which any change may have.
    fileprivate static let members: [Field<ClaimRequest>] = [
        .required(
            "ids", \.ids, ThingPattern.listSchema,
            "What it carries out: switches without a prefix (services/**), picker:ID/COMPONENT, value:KEY; * and ** are "
                + "wildcards, which a client may use in 100 of its ids, at most 8 in each."),
        .defaulted(
            "timeout", \.timeout, .milliseconds, default: 10_000,
            "The time in seconds for one change, which is taken back then; 10 by default."),
        .defaulted("atMost", \.atMost, .int(1...256), default: 1, "How many changes it carries out at once."),
        .defaulted(
            "retry", \.retry, .bool, default: false,
            "Whether a change that was interrupted is requested again, if this connection does not report it as done."),
        .defaulted(
            "assumed", \.isAssumed, .bool, default: false,
            "Nothing reads these things: what was set last counts as their state, which is never unknown."),
    ]

    static let schema = Schema.record(ClaimRequest(), members)
}

extension Method {
    static let bind: [Method] = [
        Method(
            mutation: "bind.claim", needs: .bind(.option, .picker, .value),
            "Make this connection carry out the changes of things: it gets a request carryOut {id, from, to, cause, deadline} for "
                + "each and answers when it is done. Its own changes of them are reports of their actual state.",
            ClaimRequest(),
            ClaimRequest.members + [
                .defaulted(
                    "running", \.running, .array(of: ThingID.schema, atMost: .init("running", ClaimRequest.mostIDs)), default: [],
                    "Those of them whose change it still carries out, from before its connection was lost: it reports how that "
                        + "ends. Only where nothing reads them.")
            ],
            extra: [.required("things", .integer, "The number of things that exist now.")]
        ) { request, options throws(Mismatch) in
            var request = request
            // Applies to each change of these things.
            request.revertWithin = options.revertWithin
            return .apply(.claim(request), options)
        },
        Method(
            mutation: "bind.release", needs: .bind(.option, .picker, .value),
            "End claims of this connection, or of one that has gone.",
            ReleaseParams(),
            [
                .defaulted(
                    "ids", \.ids, ThingPattern.listSchema, default: [], "As they were claimed; all of this connection by default."
                )
            ],
            extra: [
                .optional(
                    "held", .list(.string),
                    "Things whose change is being carried out or unconfirmed: this connection gets requests for them until it is "
                        + "over. Their claims end then, with the event released.")
            ]
        ) { .release($0.ids) },
        Method(
            mutation: "bind.report", needs: .bind(.option, .picker, .value),
            "Report the actual state of a thing that this connection has claimed.", ThingReportParams(),
            [
                .required("id", \.id, ThingID.schema, "What it is about."),
                .optional("value", \.value, .any, "The actual value."),
                .optional(
                    "stale", \.stale, .string, "Why it cannot be read; with the value, why that may not be the actual one."),
                .optional("failed", \.failed, .string, "Why it failed; alone, or with the value."),
                .defaulted(
                    "done", \.isDone, .bool, default: false,
                    "Whether the change that is being carried out is done, and has led to this value instead of the wanted one."),
            ]
        ) { params throws(Mismatch) in .reportThing(params.id, try params.report()) },
        Method(
            mutation: "bind.progress", needs: .bind(.option, .picker, .value),
            "Show how far a change is that this connection carries out; the journal does not keep it.",
            ProgressParams(),
            [
                .required("id", \.id, ThingID.schema, "What it is about."),
                .optional("fraction", \.fraction, .number(0...1), "How much is done."),
                .optional("message", \.message, .string, "What it does."),
            ]
        ) { .reportThing($0.id, .progress(.init(fraction: $0.fraction, message: $0.message))) },
        Method(
            mutation: "bind.confirm", needs: .operate(.option, .picker, .value),
            "Keep a change that goes back unless it is confirmed.", command: "confirm", NamedThing(),
            [.required("id", \.id, ThingID.schema, "What was changed.")]
        ) { .confirm($0.id) },
        Method(
            .session, "bind.poll", needs: .operate(.option, .picker, .value),
            "Ask the client that has claimed a thing to read its state now; answered when it has.",
            command: "poll", NamedThing(), [.required("id", \.id, ThingID.schema, "What is read.")],
            returns: .result([.required("revision", .integer, "The panel's revision after it was read.")])
        ) { .bindPoll($0.id) },
    ]
}

private struct NamedThing: Sendable {
    var id = ThingID.option("")
}

extension ThingID {
    static let schema = Schema<String>.name.map {
        ThingID($0)
    } back: {
        $0.text
    }
}

extension ThingPattern {
    static let listSchema = Schema<[ThingPattern]>.array(of: schema, atMost: .init("ids", ClaimRequest.mostIDs))

    private static let schema = Schema<String>.name.map { text throws(Mismatch) in
        guard !text.isEmpty, text.utf8.count <= longest else {
            throw Mismatch(expected: "1 to \(longest) bytes", found: "\(text.utf8.count)")
        }
        let pattern = ThingPattern(text)
        guard pattern.wildcards <= Glob.maximumWildcards else {
            throw Mismatch(expected: "at most \(Glob.maximumWildcards) wildcards", found: JSON.string(text).found)
        }
        return pattern
    } back: {
        $0.text
    }

    private static let longest = 600
}

extension Schema<Int> {
    /// A time in seconds, kept in milliseconds.
    static let milliseconds = Schema<Double>.number(0.001...86_400).map {
        Int(($0 * 1_000).rounded())
    } back: {
        Double($0) / 1_000
    }
}
