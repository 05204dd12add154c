import FasciaDocument
import FasciaModel

extension BoundCondition {
    /// `{claimer, assumed?, pending?, unconfirmed?, unknown?, unreadable?, stale?, failed?}`
    ///
    /// - Parameter isSecret: whether values are left out.
    public func json(isSecret: Bool = false) -> JSON {
        var json: JSON.Object = ["claimer": .string(claimer)]
        if isAssumed { json["assumed"] = true }
        if let pending {
            var members: JSON.Object = ["since": pending.since.time]
            if !isSecret { members["to"] = pending.to }
            if let queued, !isSecret { members["next"] = queued }
            if let fraction = progress?.fraction { members["fraction"] = .double(fraction) }
            if let message = progress?.message { members["message"] = .string(message) }
            json["pending"] = .object(members)
        }
        if let unconfirmed {
            var members: JSON.Object = ["deadline": unconfirmed.until.time]
            if !isSecret { members["back"] = unconfirmed.value }
            json["unconfirmed"] = .object(members)
        }
        if isUnknown { json["unknown"] = true }
        if let unreadable { json["unreadable"] = ["since": unreadable.time.time, "reason": .string(unreadable.reason)] }
        if let stale { json["stale"] = ["since": stale.time.time, "reason": .string(stale.reason)] }
        if let failed { json["failed"] = ["time": failed.time.time, "reason": .string(failed.reason)] }
        return .object(json)
    }

    static let definition = JSON.result([
        .optional("claimer", .string, "Who carries out its changes; nobody for a thing that is not bound."),
        .optional(
            "approval",
            .result([
                .required("question", .string, "The id of the question."),
                .required("of", .list(.string), "Who may approve, such as role:admin."),
                .required("since", .string, "When it was requested."),
            ]), "A request that waits until somebody else approves it."),
        .optional("assumed", .boolean, "Whether nothing reads it: what was set last counts as its state."),
        .optional(
            "pending",
            .result([
                .required("since", .string, "When it was requested."),
                .optional("to", .anything, "The value that is being carried out."),
                .optional("next", .anything, "The value that is carried out after it."),
                .optional("fraction", .number, "How much is done, from 0 to 1."),
                .optional("message", .string, "What the claimer does."),
            ]), "A change that has not been carried out yet."),
        .optional(
            "unconfirmed",
            .result([
                .required("deadline", .string, "When it goes back unless bind.confirm is called."),
                .optional("back", .anything, "The value to which it goes back."),
            ]), "A change that was carried out and waits for its confirmation."),
        .optional("unknown", .boolean, "Whether the claimer has never reported it."),
        .optional("unreadable", note("since"), "Why it is unknown."),
        .optional("stale", note("since"), "The state may be another one: the claimer has gone, or cannot read it."),
        .optional("failed", note("time"), "The last request failed."),
    ])

    private static func note(_ time: String) -> JSON {
        .result([.required(time, .string, "When."), .required("reason", .string, "Why.")])
    }
}

extension Panel {
    /// Whether a thing may have a condition.
    var hasConditions: Bool { !claims.isEmpty || awaitsApprovals }

    /// The condition of a bound thing, and the approval for which a request waits.
    func conditionResult(of thing: ThingID, isSecret: Bool = false) -> JSON? {
        let condition = condition(of: thing)?.json(isSecret: isSecret)
        guard let awaited = awaitedApproval(of: thing) else { return condition }
        var members = condition?.objectValue ?? [:]
        members["approval"] = [
            "question": .string(awaited.question), "of": .array(awaited.approvers.map { .string($0) }),
            "since": awaited.since.time,
        ]
        return .object(members)
    }
}

extension Int {
    /// Milliseconds since 1970 as text.
    fileprivate var time: JSON { .string(Timestamp(milliseconds: self).text) }
}
