import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// The connected clients, and the order in which their output is sent.
final class Clients {
    private var clients: [Int: Client] = [:]
    private var unflushed: [Client] = []
    /// Actions to run once the current reply has been written.
    private var afterReplies: [() -> Void] = []
    private let loop: EventLoop
    let limits: ConnectionLimits
    /// Those of each user. They change with the access file.
    var users = UserLimits()
    /// The last id given out. It is handed over, so that no id is reused by the next process.
    var lastID = 0

    init(loop: EventLoop, limits: ConnectionLimits) { (self.loop, self.limits) = (loop, limits) }

    var all: some Collection<Client> { clients.values }
    var count: Int { clients.count }
    subscript(id: Int) -> Client? { clients[id] }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    func add(_ client: Client) { clients[client.id] = client }
    func remove(_ client: Client) { clients[client.id] = nil }

    // MARK: - Output

    /// Queues the client for the next flush.
    func hasOutput(_ client: Client) {
        guard !client.isQueued else { return }
        client.isQueued = true
        unflushed.append(client)
    }

    /// The next client with output to send.
    func takeUnflushed() -> Client? {
        guard let client = unflushed.popLast() else { return nil }
        client.isQueued = false
        return client
    }

    /// Sends a notification.
    func notify(_ client: Client, _ method: String, _ params: JSON.Object) {
        client.output.call(id: nil, method: method, params: params)
        hasOutput(client)
    }

    // MARK: - Replies

    /// Runs an action after the current reply has been written.
    func afterReply(_ action: @escaping () -> Void) { afterReplies.append(action) }

    func replied() {
        while !afterReplies.isEmpty { afterReplies.removeFirst()() }
    }

    /// Defers the client's later requests until this one is answered, because replies keep the order of the requests. The
    /// client's responses to the daemon's own requests are processed at once: another client may wait for them.
    ///
    /// Whatever is kept for a request until its reply belongs to its client, whether the request has an id or not.
    ///
    /// - Returns: A function that sends the reply; call it once.
    /// - Throws: `limit` if too many requests of the client wait for their replies.
    func answerLater(_ request: Request) throws(WireError) -> (Reply) -> Void {
        let client = request.client
        try refusing { () throws(Refusal) in try limits.require(.replies, used: client.awaitedReplies, by: client) }
        if let id = request.id { client.unanswered = (id, request.method) }
        let awaited = AwaitedReply(of: client)
        return { [self] reply in
            defer { withExtendedLifetime(awaited) {} }
            if let id = request.id { request.client.output.write(reply, id: id) }
            hasOutput(request.client)
            stopWaiting(request)
            // Deferred because this may run while another client's lines are being processed.
            loop.perform { request.client.transport?.resume() }
        }
    }

    /// Counts a request of a client as long as anything can send its reply.
    private final class AwaitedReply {
        private let client: Client

        init(of client: Client) {
            self.client = client
            client.awaitedReplies += 1
        }

        deinit { client.awaitedReplies -= 1 }
    }

    /// Ends the wait; also for a request that was answered at once after all.
    func stopWaiting(_ request: Request) {
        if request.id != nil { request.client.unanswered = nil }
    }
}
