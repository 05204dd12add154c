import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// An action that waits for a handler's answer.
final class PendingAction {
    let send: ActionSend
    /// The id of the node whose operation sent the action; `nil` for `action.send`.
    let node: String?
    /// The payload as events and issues show it: without the value of a secure field.
    let publicPayload: JSON
    let cause: Cause
    /// Delivers the outcome to the sender.
    let completion: (Result<ActionAnswer, WireError>) -> Void
    let since = Moment.now
    /// Handlers that have not been asked yet, in the order in which they are asked.
    var candidates: ArraySlice<ActionCandidate>
    /// The handler that was asked last.
    var handler: Client?

    init(
        _ send: ActionSend, node: String?, isSecret: Bool, cause: Cause, candidates: [ActionCandidate],
        completion: @escaping (Result<ActionAnswer, WireError>) -> Void
    ) {
        self.send = send
        self.node = node
        var payload = send.payload.objectValue ?? [:]
        payload["value"] = "•••"
        publicPayload = isSecret ? .object(payload) : send.payload
        self.cause = cause
        self.candidates = candidates[...]
        self.completion = completion
    }
}

/// A handler's answer to an action.
enum ActionAnswer {
    case handled(JSON)
    case rejected(reason: String)
    /// Somebody else has to approve it first.
    case waits(approval: JSON)

    /// `{outcome, reason?, result?}`
    var members: JSON.Object {
        switch self {
        case .handled(let result):
            var members: JSON.Object = ["outcome": "handled"]
            if result != .null, result != .object([:]) { members["result"] = result }
            return members
        case .rejected(let reason): return ["outcome": "rejected", "reason": .string(reason)]
        case .waits(let approval): return ["outcome": "waits", "approval": approval]
        }
    }
}
