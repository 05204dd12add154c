import FasciaClient
import FasciaDocument
import FasciaModel

/// The changes of bound things that a command waits for, and their outcomes.
struct AwaitedChanges {
    /// Whether the event of the change itself is still to come. It comes after those of changes that were made before it.
    var awaitsOwn: Bool
    private let revision: JSON?
    private let pending: Set<String>
    /// By thing.
    private var goals: [String: Goal] = [:]
    private var failures: [String] = []
    private var unverified: [String] = []

    /// - Parameter result: of the change.
    init(of result: JSON) {
        pending = Set((result["pending"]?.arrayValue ?? []).compactMap(\.stringValue))
        revision = result["revision"]
        awaitsOwn = !pending.isEmpty
    }

    var areOver: Bool { !awaitsOwn && goals.isEmpty }

    /// The things that are waited for.
    var ids: Set<String> { awaitsOwn ? pending : Set(goals.keys) }

    /// Nothing has changed: what others have begun is waited for.
    mutating func begin(with states: BoundStates) {
        goals = states.goals
        if goals.isEmpty { unverified = states.unverified }
    }

    /// - Parameter change: `{id, to?, next?}`
    mutating func begin(_ change: JSON) { goals[change["id"]?.stringValue ?? ""] = Goal(change) }

    mutating func receive(_ event: JSON) {
        let isOwn = event["revision"] == revision
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
                note(end, of: id, doubt: doubts[.string(id)])
            }
        }
    }

    private mutating func note(_ end: Goal.End, of id: String, doubt: String?) {
        switch end {
        case .done:
            if let doubt { unverified.append("\(id) was changed, but its state is not known: \(doubt)") }
        case .doneAs(let text): Output.error("fascia: \(id) was changed, but is \(text)")
        case .failed(let reason): failures.append("\(id) \(reason)")
        }
    }

    /// Takes the present state of a thing, where events are missing.
    mutating func take(_ states: BoundStates, of id: String) {
        let known = goals[id]
        goals[id] = states.goals[id].map { known ?? $0 }
        guard goals[id] == nil else { return }
        unverified += states.unverified
        if let reason = states.failed[id] { failures.append("\(id) was not changed: \(reason)") }
    }

    /// - Throws: `PartialFailure` with the reasons why changes were not carried out; `Unverified` if they were, and a state cannot
    ///   be read afterwards.
    func check() throws {
        if !failures.isEmpty { throw PartialFailure(messages: failures + unverified) }
        if !unverified.isEmpty { throw Unverified(messages: unverified) }
    }
}

/// What a thing is to become, and whether that change is running or waits for the end of another one.
struct Goal {
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
    private(set) var goals: [String: Goal] = [:]
    /// The others whose actual state may not be the shown one, with the reason.
    private(set) var unverified: [String] = []
    /// Why the last requests of those that are not pending have failed.
    private(set) var failed: [String: String] = [:]

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
