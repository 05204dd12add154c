import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

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
