import DequeModule
import FasciaLoop
import FasciaModel
import FasciaWire

/// The daemon's bookkeeping for actions: handlers, pending requests, and recent issues.
struct ActionRouter {
    /// The number of recent issues that `daemon.status` reports.
    static let maximumIssues = 50
    /// Maximum number of pending actions, over all clients.
    static let maximumPending = 1_000

    var bindings = ActionBindings()
    /// Keyed by the id of the request to the handler.
    var pending: [Int: PendingAction] = [:]
    /// Screen id to the number of the connected client that last published it.
    var publishers: [String: Int] = [:]
    /// The same for the client that last declared each group, picker and value.
    var declarers: [UndoConstraints.Subject: Int] = [:]
    /// Oldest first.
    private(set) var issues: Deque<ReportedIssue> = []
    /// The number of issues since the daemon started, by reason.
    private(set) var counts: [Issue.Reason: Int] = [:]
    /// The id of the latest request to a client.
    var lastRequest = 0

    mutating func nextRequest() -> Int {
        lastRequest += 1
        return lastRequest
    }

    mutating func keep(_ issue: ReportedIssue) {
        counts[issue.issue.reason, default: 0] += 1
        issues.append(issue)
        if issues.count > Self.maximumIssues { issues.removeFirst() }
    }
}

/// An action that waits for a handler's answer.
final class PendingAction {
    let action: ActionSend
    /// The id of the node whose operation sent the action; `nil` for `action.send`.
    let node: String?
    /// The payload as events and issues show it: without the value of a secure field.
    let told: JSON
    let cause: Cause
    /// Delivers the outcome to the sender.
    let then: (Result<ActionAnswer, WireError>) -> Void
    let since = Moment.now
    /// Handlers that have not been asked yet, in the order in which they are asked.
    var candidates: ArraySlice<ActionCandidate>
    var asked: Client?
    var timer: Timer?

    init(
        _ action: ActionSend, node: String?, isSecret: Bool, cause: Cause, candidates: [ActionCandidate],
        then: @escaping (Result<ActionAnswer, WireError>) -> Void
    ) {
        self.action = action
        self.node = node
        var payload = action.payload.objectValue ?? [:]
        payload["value"] = "•••"
        told = isSecret ? .object(payload) : action.payload
        self.cause = cause
        self.candidates = candidates[...]
        self.then = then
    }
}

/// A handler's answer to an action.
enum ActionAnswer {
    case handled(JSON)
    case rejected(reason: String)

    /// `{outcome, reason?, result?}`
    var members: JSON.Object {
        switch self {
        case .handled(let result):
            var members: JSON.Object = ["outcome": "handled"]
            if result != .null, result != .object([:]) { members["result"] = result }
            return members
        case .rejected(let reason): return ["outcome": "rejected", "reason": .string(reason)]
        }
    }
}

/// An issue with its time and cause.
struct ReportedIssue {
    var issue: Issue
    var time: Timestamp
    var cause: Cause

    var json: JSON {
        var object: JSON.Object = ["time": .string(time.text)]
        for member in issue.json.objectValue?.members ?? [] { object[member.key] = member.value }
        object["cause"] = cause.json
        return .object(object)
    }
}

extension Cause {
    /// The cause as an event shows it, without the id of the request.
    var json: JSON {
        var object: JSON.Object = ["method": .string(method), "client": .int(origin.client)]
        if let name = origin.name { object["name"] = .string(name) }
        object["uid"] = .int(origin.uid)
        object["pid"] = .int(origin.pid)
        return .object(object)
    }
}
