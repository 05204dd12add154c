import FasciaClient
import FasciaDocument
import FasciaWire

/// A client that answers the daemon's requests, and comes back after the daemon has been away.
struct Agent: Sendable {
    let path: String
    let name: String
    let timeout: Duration?

    /// Connects, calls `begin`, and answers each request with the result of `answer`. Requests are handled concurrently.
    ///
    /// - Throws: what `begin` throws, and `ConnectionError` if the first connection cannot be made; `CancellationError`.
    func serve(
        begin: @escaping @Sendable (Connection) async throws -> Void,
        answer: @escaping @Sendable (FasciaClient.Notification, Connection) async -> Result<JSON, RemoteError>
    ) async throws {
        var backOff = BackOff()
        var hasBegun = false
        while true {
            do {
                let connection = try await Connection.open(path: path, timeout: timeout, acceptsRequests: true)
                try await connection.hello(name: name)
                try await begin(connection)
                hasBegun = true
                backOff = BackOff()
                for try await request in connection.notifications {
                    guard let id = request.request else { continue }
                    Task(executorPreference: ConnectionThread.shared) {
                        connection.answer(id, await answer(request, connection))
                    }
                }
                try Task.checkCancellation()
            } catch let error as ConnectionError where hasBegun && error.isPassing {
                if error.reason == .connectionLost { Output.connectionLost(error) }
            } catch let error as RemoteError where hasBegun && error.reason == "limit" {
                // The daemon has too many connections for now.
            }
            try await ConnectionThread.shared.sleep(for: backOff.next())
        }
    }
}

extension ConnectionError {
    /// Whether another attempt may succeed.
    fileprivate var isPassing: Bool { reason != .pathTooLong && reason != .protocolError }
}
