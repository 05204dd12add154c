import FasciaDocument

/// The content of one line (JSON-RPC 2.0).
public enum Message: Sendable {
    /// A request, or a notification if `id` is `nil`. (`"id": null` is an id, and the reply has it, too.)
    ///
    /// `params` is an object (empty if it was left out) or an array. `Method.parse` refuses arrays, because no method
    /// of this protocol takes one.
    case call(id: RequestID?, method: String, params: JSON)
    /// The peer's response to one of our requests.
    case response(id: RequestID, Result<JSON, WireError>)
    /// Never empty and never nested.
    case batch([Message])
    /// A malformed response to one of our requests: it has no valid result or error. The request will not get another
    /// response.
    case invalidResponse(id: RequestID, WireError)
    /// Not a valid message. The reply is this error; `id` is `.null` if no id could be read.
    case invalid(id: RequestID, WireError)
}
