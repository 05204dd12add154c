import FasciaModel
import FasciaWire

/// Requests that are answered later.
///
/// Replies come in the order of the requests: while a client waits for one, its next requests are put aside. What it
/// answers to requests of the daemon's own is taken at once, because somebody else may be waiting for that.
extension Core {
    /// The client waits from now on.
    ///
    /// - Returns: what answers it; to be called once.
    func answerLater(_ request: Request) -> (Reply) -> Void {
        if let id = request.id { request.client.unanswered = (id, request.method) }
        return { [self] reply in
            if let id = request.id { request.client.output.write(reply, id: id) }
            hasOutput(request.client)
            stopWaiting(request)
            // Not from here: this may run in the midst of another client's lines.
            loop.perform { request.client.transport?.resume() }
        }
    }

    /// It was answered at once after all.
    func stopWaiting(_ request: Request) {
        if request.id != nil { request.client.unanswered = nil }
    }
}
