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
    /// What was approved, if somebody had to.
    var approved: ApprovedRequest?
    /// Why it is made, as its sender says.
    var reason: String?

    /// Whether the method is a query.
    var isQuery: Bool { Catalogue.method(named: method)?.kind == .query }
    var uid: Int { Int(client.peer.userID) }
    var cause: Cause {
        Cause(method: method, origin: client.origin, request: id, approval: approved?.cause, reason: reason)
    }

    /// Refuses the request if it is in a batch: it waits for an answer.
    ///
    /// - Throws: `invalidRequest`
    func requireAlone() throws(WireError) {
        guard inBatch else { return }
        throw .invalidRequest(
            "\(method) waits for an answer and cannot be part of a batch, because the whole reply would wait: send it alone")
    }
}

/// What somebody else has approved of a request.
struct ApprovedRequest {
    var things: [String]
    var cause: Cause.Approval
}
