import FasciaDocument
import FasciaLoop
import FasciaModel
import FasciaWire

/// Requests of the daemon to its clients: an action for an app, rows of a list.
final class OutgoingRequests {
    enum Answer {
        case result(JSON)
        case error(WireError)
        /// The client sent something that is not a response. It sends no other one.
        case malformed(WireError)
        case timedOut
        case disconnected

        init(_ response: Result<JSON, WireError>) {
            switch response {
            case .success(let result): self = .result(result)
            case .failure(let error): self = .error(error)
            }
        }
    }

    private struct Pending {
        var client: Client
        var timer: Timer
        var receive: (Answer) -> Void
    }

    private let clients: Clients
    private let loop: EventLoop
    private let timeout: Duration
    private var pending: [Int: Pending] = [:]
    /// The number of pending requests to each client.
    private var counts: [Int: Int] = [:]
    /// The last id given out. It is handed over, so that no id is reused by the next process.
    var lastID = 0

    init(clients: Clients, loop: EventLoop, timeout: Duration) {
        self.clients = clients
        self.loop = loop
        self.timeout = timeout
    }

    /// - Parameter receive: called exactly once, with the answer or the reason why there is none.
    /// - Returns: the request's id.
    @discardableResult
    func send(
        _ method: String, _ params: JSON.Object, to client: Client, timeout: Duration? = nil,
        receive: @escaping (Answer) -> Void
    ) -> Int {
        lastID += 1
        client.output.call(id: RequestID(lastID), method: method, params: params)
        clients.hasOutput(client)
        adopt(lastID, from: client, timeout: timeout ?? self.timeout, receive: receive)
        return lastID
    }

    /// Awaits the answer to a request that has been sent, such as one of the previous process.
    func adopt(_ id: Int, from client: Client, timeout: Duration, receive: @escaping (Answer) -> Void) {
        let timer = loop.schedule(in: timeout) { [self] in end(id, .timedOut) }
        pending[id] = Pending(client: client, timer: timer, receive: receive)
        counts[client.id, default: 0] += 1
    }

    /// The number of requests that a client has not answered.
    func count(of client: Client) -> Int { counts[client.id] ?? 0 }

    /// Checks that a client can be sent a request on behalf of another one.
    ///
    /// - Throws: `limit` if it has not answered too many, or does not read them.
    func requireRoom(for client: Client, _ limits: ConnectionLimits) throws(Refusal) {
        try limits.require(.requests, used: count(of: client), by: client)
        try limits.require(.queuedBytes, used: client.output.bytes.count, by: client)
    }

    /// Takes a client's response. One that answers no pending request is dropped: it may have arrived after the timeout,
    /// which is no error of the client.
    func receive(_ answer: Answer, id: RequestID, from client: Client) {
        guard let number = Int(id.rawText), pending[number]?.client === client else { return }
        end(number, answer)
    }

    /// Ends the requests to a client that has disconnected.
    func cancel(_ client: Client) {
        for (id, request) in pending where request.client === client { end(id, .disconnected) }
    }

    private func end(_ id: Int, _ answer: Answer) {
        guard let request = pending.removeValue(forKey: id) else { return }
        let left = (counts[request.client.id] ?? 1) - 1
        counts[request.client.id] = left > 0 ? left : nil
        request.timer.cancel()
        request.receive(answer)
    }
}
