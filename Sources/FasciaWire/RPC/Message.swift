import FasciaModel

/// What one line says (JSON-RPC 2.0).
public enum Message: Sendable {
    /// A request, or a notification where there is no id. (`"id": null` is an id; the reply then has it, too.)
    ///
    /// `params` is an object (an empty one where it was left out) or an array. No method of this protocol takes an
    /// array; `Method.parse` says so.
    case call(id: RequestID?, method: String, params: JSON)
    /// The other side's answer to a request of ours.
    case response(id: RequestID, Result<JSON, WireError>)
    /// Never empty. Its members are not batches.
    case batch([Message])
    /// An answer to a request of ours that says neither what came of it nor an error, as JSON-RPC has them. Whoever
    /// waits for it need not wait any longer.
    case invalidResponse(id: RequestID, WireError)
    /// Not a message. It is answered with the error; `id` is `.null` where none could be read.
    case invalid(id: RequestID, WireError)
}
