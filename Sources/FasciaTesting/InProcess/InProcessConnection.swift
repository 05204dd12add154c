import FasciaClient
import FasciaDocument
import FasciaServer
import FasciaWire

/// A connection to a server in the same process. A call that the server can answer at once does not suspend its caller,
/// so that code that awaits it runs synchronously.
@MainActor final class InProcessConnection: PanelConnection {
    private let client: InProcessClient
    private weak var panel: InProcessPanel?
    private var replies: [RequestID: @MainActor (Result<JSON, any Error>) -> Void] = [:]
    private var lastID = 0
    /// Messages that have not been delivered, in order.
    private var received: [Message] = []
    private var handler: (@MainActor (Notification) -> Void)?
    private var ended: AsyncStream<Never>.Continuation?

    init(_ client: InProcessClient, panel: InProcessPanel) {
        self.client = client
        self.panel = panel
    }

    func hello(name: String) async throws -> JSON { try await call("daemon.hello", ["name": .string(name)], timeout: nil) }

    func call(_ method: String, _ params: JSON.Object, timeout: Duration?) async throws -> JSON {
        panel?.run()
        var result: Result<JSON, any Error>?
        var waiter: CheckedContinuation<Void, Never>?
        send(method, params) {
            result = result ?? $0
            waiter.take()?.resume()
        }
        panel?.run()
        if result == nil {
            let timer = Task { [timeout] in
                guard let timeout, (try? await Task.sleep(for: timeout)) != nil else { return }
                result = result ?? .failure(ConnectionError.timeout("this process", to: method, within: timeout))
                waiter.take()?.resume()
            }
            await panel?.passingTime { await withCheckedContinuation { waiter = $0 } }
            timer.cancel()
        }
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    func send(
        _ method: String, _ params: JSON.Object, reply: @escaping @MainActor (Result<JSON, any Error>) -> Void
    ) {
        lastID += 1
        replies[RequestID(lastID)] = reply
        send { $0.call(id: RequestID(lastID), method: method, params: params) }
    }

    func answer(_ request: RequestID, _ result: Result<JSON, RemoteError>) {
        send { writer in
            switch result {
            case .success(let result): writer.reply(id: request, result: result)
            case .failure(let error): writer.reply(id: request, error: error)
            }
        }
    }

    private func send(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        client.receive(writer.bytes.dropLast())
        panel?.wake()
    }

    func receive(_ handler: @escaping @MainActor (Notification) -> Void) async throws {
        self.handler = handler
        defer { self.handler = nil }
        let (stream, ended) = AsyncStream<Never>.makeStream()
        self.ended = ended
        for await _ in stream {}
    }

    func close() {
        client.close()
        panel?.disconnect(self)
        ended?.finish()
        replies = [:]
    }

    // MARK: - Delivery

    /// Reads the server's output.
    ///
    /// - Returns: whether there is a message to deliver.
    func takeMessage() -> Bool {
        for line in client.takeOutput().split(separator: UInt8(ascii: "\n")) {
            received.append(line.withUnsafeBufferPointer { LineParser.parse($0, from: .daemon) })
        }
        return !received.isEmpty
    }

    /// Delivers the first message. One that this client does not wait for is dropped.
    func deliver() {
        switch received.removeFirst() {
        case .response(let id, let result): replies.removeValue(forKey: id)?(result.mapError { $0 })
        case .call(let id, let method, let params):
            handler?(Notification(method: method, params: params, request: id))
        case .batch, .invalid, .invalidResponse: break
        }
    }
}
