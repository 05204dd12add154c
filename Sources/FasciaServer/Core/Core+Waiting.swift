import FasciaModel
import FasciaWire

/// Requests with deferred replies.
///
/// Replies keep the order of the requests: while a client waits for a reply, its later requests are deferred. Its
/// responses to the daemon's own requests are processed at once, because another client may wait for them.
extension Core {
    /// Defers the client's later requests until this one is answered.
    ///
    /// - Returns: A function that sends the reply; call it once.
    func answerLater(_ request: Request) -> (Reply) -> Void {
        if let id = request.id { request.client.unanswered = (id, request.method) }
        return { [self] reply in
            if let id = request.id { request.client.output.write(reply, id: id) }
            hasOutput(request.client)
            stopWaiting(request)
            // Deferred because this may run while another client's lines are being processed.
            loop.perform { request.client.transport?.resume() }
        }
    }

    /// Ends the wait; also for a request that was answered at once after all.
    func stopWaiting(_ request: Request) {
        if request.id != nil { request.client.unanswered = nil }
    }
}
