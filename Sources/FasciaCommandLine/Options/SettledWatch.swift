import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// Waits until the changes of bound things are carried out, also while the daemon is restarted.
struct SettledWatch: Sendable {
    private let watch: ReconnectingWatch
    /// For one answer of the daemon.
    private let timeLimit: Duration?
    /// For the change, if the user has set one.
    private let waitLimit: Duration?
    private static let kinds = ["pending", "confirmed", "unconfirmed", "reverted", "released", "stale", "question"]

    /// Call it before the change: from here on no event is missed.
    init(_ common: CommonOptions) async throws {
        timeLimit = common.timeLimit
        waitLimit = common.timeLimit(default: nil)
        let topics = Self.kinds.map { "\($0):**" }
        let limit = timeLimit
        let answer = try await common.reading {
            try await $0.call("watch.start", ["topics": .array(topics.map { .string($0) })], timeout: limit)
        }
        watch = ReconnectingWatch(
            path: common.socketPath, topics: topics, since: answer["cursor"]?.stringValue, name: CommonOptions.clientName,
            timeout: timeLimit, isContinued: true)
    }

    /// - Parameters:
    ///   - result: of the change.
    ///   - params: of the change.
    /// - Throws: `PartialFailure` with the reasons why changes were not carried out; `Unverified` if they were, and a state
    ///   cannot be read afterwards; `RemoteError` with the reason `timeout` if that takes longer than the user allows.
    func wait(after result: JSON, of params: JSON.Object) async throws {
        try await within(waitLimit, "the change was not carried out") { try await waitForEnd(after: result, of: params) }
    }

    private func waitForEnd(after result: JSON, of params: JSON.Object) async throws {
        var changes = AwaitedChanges(of: result)
        let id = (params["id"] ?? params["key"])?.stringValue
        var approval = try await ApprovalWait(result, path: watch.path, name: watch.name, timeLimit: timeLimit)
        if approval == nil, result["changed"] == false, let id { changes.begin(with: try await states(of: id)) }
        // The answer to a request that is repeated is that of the first one, whose events may be over.
        if changes.awaitsOwn || approval != nil, isOver(result) { try await readStates(&changes, &approval, id) }
        guard !changes.areOver || approval != nil else { return try changes.check() }
        for try await item in watch {
            switch item {
            case .started: continue
            case .lost(let error): Output.connectionLost(error)
            case .gap: try await readStates(&changes, &approval, id)
            case .event(let event):
                if approval?.concerns(event) == true { try await endApproval(&approval, &changes, id) }
                changes.receive(event)
            }
            if changes.areOver, approval == nil { break }
        }
        try changes.check()
    }

    /// Events are missing: the present state decides.
    private func readStates(_ changes: inout AwaitedChanges, _ approval: inout ApprovalWait?, _ id: String?) async throws {
        try await endApproval(&approval, &changes, id)
        for id in changes.ids { changes.take(try await states(of: ThingID(id).id), of: id) }
        changes.awaitsOwn = false
    }

    /// After the approval, waits for the changes that have begun, or for the same ones that somebody else had begun before.
    private func endApproval(_ approval: inout ApprovalWait?, _ changes: inout AwaitedChanges, _ id: String?) async throws {
        guard let ended = try await approval?.ended() else { return }
        approval = nil
        for change in ended { changes.begin(change) }
        if ended.isEmpty, let id { changes.begin(with: try await states(of: id)) }
    }

    /// Whether the event of a change came before the watch.
    private func isOver(_ result: JSON) -> Bool {
        guard let revision = result["revision"]?.intValue, let start = watch.since.flatMap({ Cursor($0) }) else { return false }
        return revision <= start.revision
    }

    private func states(of id: String) async throws -> BoundStates {
        try await Connection.repeating(timeout: timeLimit, isContinued: true) { left in
            let connection = try await Connection.open(path: watch.path, timeout: left)
            try await connection.hello(name: watch.name)
            return try await BoundStates(id, connection, timeout: left)
        }
    }
}

/// Waits for something that the user may have given a time limit.
///
/// - Throws: also `RemoteError` with the reason `timeout`, with these words, if it takes longer.
func within<Outcome: Sendable>(
    _ limit: Duration?, _ what: String, _ body: @escaping @Sendable () async throws -> Outcome
) async throws -> Outcome {
    guard let limit else { return try await body() }
    return try await withThrowingTaskGroup(of: Outcome.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await ConnectionThread.shared.sleep(for: limit)
            let message = "\(what) within \(limit / .seconds(1)) s, and may still be"
            throw RemoteError(code: 0, message: message, reason: "timeout")
        }
        defer { group.cancelAll() }
        guard let outcome = try await group.next() else { throw CancellationError() }
        return outcome
    }
}
