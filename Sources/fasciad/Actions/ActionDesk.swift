import DequeModule
import FasciaLoop
import FasciaModel
import FasciaWire

/// What the daemon knows of actions: who handles them, which are on their way, and what went wrong lately.
struct ActionDesk {
    /// Issues kept for the status.
    static let keptIssues = 50
    /// Actions that may wait for their answers at one time, whoever sent them.
    static let mostPending = 1_000

    var bindings = ActionBindings()
    /// By the number of the request to the peer that is asked.
    var pending: [Int: PendingAction] = [:]
    /// Who published each screen last, as long as they are there.
    var publishers: [String: Int] = [:]
    /// The same for who declared each group, picker and value last.
    var declarers: [UndoTerms.Subject: Int] = [:]
    /// From the oldest to the newest.
    private(set) var issues: Deque<ReportedIssue> = []
    /// How many there were since the daemon started, by reason.
    private(set) var counts: [Issue.Reason: Int] = [:]
    /// The number of the latest request to a peer.
    var lastRequest = 0

    mutating func nextRequest() -> Int {
        lastRequest += 1
        return lastRequest
    }

    mutating func keep(_ issue: ReportedIssue) {
        counts[issue.issue.reason, default: 0] += 1
        issues.append(issue)
        if issues.count > Self.keptIssues { issues.removeFirst() }
    }
}

/// An action that somebody has been asked to handle.
final class PendingAction {
    let action: ActionSend
    /// The id of the node that was operated, where one was.
    let node: String?
    /// What others are told of its payload.
    let told: JSON
    let cause: Cause
    /// Tells the sender what became of it.
    let then: (Result<ActionAnswer, WireError>) -> Void
    /// When it was sent.
    let since = Moment.now
    /// Those who have not been asked yet.
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

/// What whoever handles an action says to it.
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

/// An issue with when it came up, and who caused it.
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
    /// Who, and with what, as an event has it without the id of the request.
    var json: JSON {
        var object: JSON.Object = ["method": .string(method), "client": .int(origin.client)]
        if let name = origin.name { object["name"] = .string(name) }
        object["uid"] = .int(origin.uid)
        object["pid"] = .int(origin.pid)
        return .object(object)
    }
}
