import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// The options of commands whose change a client may have to carry out.
struct CarryOutOptions: ParsableArguments {
    @Flag(help: "Wait until the change was approved, if it has to be, and carried out; fail if it was not.")
    var wait = false

    @Option(
        help: ArgumentHelp(
            "Take the change back unless fascia confirm is run within this time after it was carried out.", valueName: "seconds"))
    var revertWithin: Double?

    var params: JSON.Object {
        JSON.Object(given: ["revert": revertWithin.map { within -> JSON in ["within": .double(within)] }])
    }
}

/// A subcommand whose change a client may have to carry out.
protocol CarriedOutCommand: ChangingCommand {
    var carryOut: CarryOutOptions { get }
}

extension CarriedOutCommand {
    func params() throws -> JSON.Object { try changeParams().merging(change.params).merging(carryOut.params) }

    func run() async throws { try await carryOutChange(try params()) }

    func carryOutChange(_ params: JSON.Object) async throws {
        guard carryOut.wait, !change.dryRun else { return try await runChange(params) }
        let waiting = try await SettledWatch(common)
        let result = try await common.change(Self.method, params, timeout: timeLimit)
        try await waiting.wait(after: result, of: try changeParams())
        common.print(result, isRaw: isRaw, text: text)
    }
}

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
        var goals: [String: Goal] = [:]
        let pending = Set((result["pending"]?.arrayValue ?? []).compactMap(\.stringValue))
        if result["changed"] == false, let id = (params["id"] ?? params["key"])?.stringValue {
            let states = try await states(of: id)
            goals = states.goals
            if goals.isEmpty, !states.unverified.isEmpty { throw Unverified(messages: states.unverified) }
        }
        var approval = try await ApprovalWait(result, path: watch.path, name: watch.name, timeLimit: timeLimit)
        guard !pending.isEmpty || !goals.isEmpty || approval != nil else { return }
        // The event of the change comes after those of changes that were made before it.
        var awaitsOwn = !pending.isEmpty
        var (failures, unverified): ([String], [String]) = ([], [])
        /// Events are missing: the present state decides.
        func readStates() async throws {
            if let ended = try await approval?.ended() {
                approval = nil
                for change in ended { goals[change["id"]?.stringValue ?? ""] = Goal(change) }
            }
            for id in awaitsOwn ? pending : Set(goals.keys) {
                let states = try await self.states(of: ThingID(id).id)
                let known = goals[id]
                goals[id] = states.goals[id].map { known ?? $0 }
                guard goals[id] == nil else { continue }
                unverified += states.unverified
                if let reason = states.failed[id] { failures.append("\(id) was not changed: \(reason)") }
            }
            awaitsOwn = false
        }
        // The answer to a request that is repeated is that of the first one, whose events may be over.
        if awaitsOwn || approval != nil, isOver(result) {
            try await readStates()
            if goals.isEmpty, approval == nil { return try Self.check(failures, unverified) }
        }
        for try await item in watch {
            switch item {
            case .started: continue
            case .lost(let error): Output.connectionLost(error)
            case .gap: try await readStates()
            case .event(let event):
                let isOwn = event["revision"] == result["revision"]
                if approval?.concerns(event) == true, let ended = try await approval?.ended() {
                    approval = nil
                    for change in ended { goals[change["id"]?.stringValue ?? ""] = Goal(change) }
                }
                if isOwn { awaitsOwn = false }
                let changes = event["changes"]?.arrayValue ?? []
                let doubts = Dictionary(
                    changes.filter { $0["kind"] == "stale" }.map { ($0["id"], $0["reason"]?.stringValue ?? "") },
                    uniquingKeysWith: { $1 })
                let begun = Set(changes.filter { $0["kind"] == "pending" }.compactMap { $0["id"]?.stringValue })
                for change in changes {
                    guard let id = change["id"]?.stringValue, let kind = change["kind"]?.stringValue else { continue }
                    if isOwn, kind == "pending", pending.contains(id) {
                        goals[id] = Goal(change)
                    } else if let end = goals[id]?.receive(change, kind, endsAll: !begun.contains(id)) {
                        goals[id] = nil
                        switch end {
                        case .done:
                            if let doubt = doubts[.string(id)] {
                                unverified.append("\(id) was changed, but its state is not known: \(doubt)")
                            }
                        case .doneAs(let text): Output.error("fascia: \(id) was changed, but is \(text)")
                        case .failed(let reason): failures.append("\(id) \(reason)")
                        }
                    }
                }
            }
            if !awaitsOwn, goals.isEmpty, approval == nil { break }
        }
        try Self.check(failures, unverified)
    }

    private static func check(_ failures: [String], _ unverified: [String]) throws {
        if !failures.isEmpty { throw PartialFailure(messages: failures + unverified) }
        if !unverified.isEmpty { throw Unverified(messages: unverified) }
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

/// What a thing is to become, and whether that change is running or waits for the end of another one.
private struct Goal {
    enum End {
        case done
        /// It was carried out, but the thing has another value than the wanted one.
        case doneAs(String)
        case failed(String)
    }

    private var value: JSON
    private var isRunning: Bool

    /// - Parameter pending: `{to?, next?}`
    init(_ pending: JSON) {
        value = pending["next"] ?? pending["to"] ?? .null
        isRunning = pending["next"] == nil
    }

    /// - Parameter endsAll: whether no other change begins with the end of this one.
    /// - Returns: how it ended; `nil` if it has not.
    mutating func receive(_ change: JSON, _ kind: String, endsAll: Bool) -> End? {
        switch kind {
        case "confirmed", "unconfirmed":
            guard let actual = change["to"], actual != value else { return isRunning || endsAll ? .done : nil }
            return isRunning ? .doneAs("\(actual.line) instead of \(value.line)") : nil
        case "reverted": return .failed("was not changed: \(change["reason"]?.stringValue ?? "no reason was given")")
        case "released": return .failed("is no longer carried out by a client")
        case "pending":
            guard (change["next"] ?? change["to"] ?? value) == value else {
                return .failed("was changed again before it was done")
            }
            isRunning = change["next"] == nil
            return nil
        default: return nil
        }
    }
}

/// The conditions of the bound things of one name: an option, the options of a group, a component or a value.
struct BoundStates {
    /// What the pending ones will become.
    fileprivate private(set) var goals: [String: Goal] = [:]
    /// The others whose actual state may not be the shown one, with the reason.
    private(set) var unverified: [String] = []
    /// Why the last requests of those that are not pending have failed.
    fileprivate private(set) var failed: [String: String] = [:]

    init(_ id: String, _ connection: Connection, timeout: Duration?) async throws {
        /// - Returns: `nil` if there is no such thing.
        func answer(_ method: String, _ params: JSON.Object) async throws -> JSON? {
            do { return try await connection.call(method, params, timeout: timeout) } catch is RemoteError { return nil }
        }
        if let toggle = try await answer("toggle.get", ["id": .string(id)]) { note(toggle) }
        let picker = String(id.prefix { $0 != "/" })
        if let found = try await answer("picker.get", ["id": .string(picker)]) {
            for component in found["components"]?.arrayValue ?? [] where component["id"]?.stringValue == id {
                note("picker:\(id)", component["condition"])
            }
        }
        if let values = try await answer("value.get", ["key": .string(id)]) {
            note("value:\(id)", values["conditions"]?[id])
        }
    }

    private mutating func note(_ toggle: JSON) {
        note(toggle["id"]?.stringValue ?? "", toggle["condition"])
        for option in toggle["options"]?.arrayValue ?? [] { note(option) }
    }

    private mutating func note(_ name: String, _ condition: JSON?) {
        if let pending = condition?["pending"] {
            goals[name] = Goal(pending)
            return
        }
        if let reason = ConditionWords.unverified(condition) { unverified.append("\(name) is \(reason)") }
        if let failure = condition?["failed"] { failed[name] = failure["reason"]?.stringValue ?? "no reason was given" }
    }
}
