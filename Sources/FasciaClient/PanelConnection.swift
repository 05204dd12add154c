import FasciaDocument
import FasciaWire

/// A connection to a panel: a `Connection` to a daemon, or a connection to a server in the same process.
@MainActor public protocol PanelConnection: AnyObject {
    /// Introduces the client.
    ///
    /// - Returns: the panel's description of itself.
    @discardableResult func hello(name: String) async throws -> JSON
    /// Sends a request and waits for its result.
    ///
    /// - Parameter timeout: `nil` for the connection's own.
    /// - Throws: `RemoteError` if the panel refuses; any other error if the outcome is unknown.
    func call(_ method: String, _ params: JSON.Object, timeout: Duration?) async throws -> JSON
    /// Sends a request. Requests are sent in the order of these calls. `reply` is called once.
    func send(
        _ method: String, _ params: JSON.Object, reply: @escaping @MainActor (Result<JSON, any Error>) -> Void)
    /// Answers a request from the panel.
    func answer(_ request: RequestID, _ result: Result<JSON, RemoteError>)
    /// Passes the panel's notifications and requests to `handler`, in order, until the connection ends.
    func receive(_ handler: @escaping @MainActor (Notification) -> Void) async throws
    func close()
}

extension Connection: PanelConnection {
    @MainActor public func send(
        _ method: String, _ params: JSON.Object, reply: @escaping @MainActor (Result<JSON, any Error>) -> Void
    ) {
        let call = start(method, params)
        Task {
            do { reply(.success(try await call.result)) } catch { reply(.failure(error)) }
        }
    }

    @MainActor public func receive(_ handler: @escaping @MainActor (Notification) -> Void) async throws {
        for try await notification in notifications { handler(notification) }
    }
}
