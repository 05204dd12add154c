import FasciaWire

/// A request: its method, id and client.
struct Request {
    var method: String
    /// `nil` for a notification.
    var id: RequestID?
    var client: Client
    var inBatch = false
    /// Length of the line that contains the request, in bytes.
    var lineBytes = 0
    /// The idempotency key, if the request has one.
    var once: IdempotentRequest?

    /// Whether the method is a query.
    var isQuery: Bool { Catalogue.method(named: method)?.kind == .query }
    var uid: Int { Int(client.peer.uid) }
    var cause: Cause { Cause(method: method, origin: client.origin, request: id) }

    /// Refuses a request that waits for an answer in a batch.
    ///
    /// - Throws: `invalidRequest`
    func requireAlone() throws(WireError) {
        guard inBatch else { return }
        throw .invalidRequest(
            "\(method) waits for an answer and cannot stand in a batch, whose other answers would wait with it: send it alone")
    }
}
