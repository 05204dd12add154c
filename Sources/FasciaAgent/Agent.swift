import FasciaClient
import FasciaDocument
import FasciaWire

/// What an agent does for the panel.
package protocol AgentService: Sendable {
    /// Publishes, binds and claims over a new connection.
    func begin(_ connection: Connection) async throws
    /// Carries out a change.
    ///
    /// - Returns: why it failed; `nil` if it is done.
    func carryOut(_ change: CarryOut) async -> CarryOutFailure?
    /// Reads the state of a claimed thing, and reports it.
    ///
    /// - Returns: why it cannot be read; `nil` if it is reported.
    func poll(_ id: String) async -> String?
    /// Performs an action that a screen has sent.
    func perform(_ action: ActionRequest, _ connection: Connection) async -> Result<JSON, RemoteError>
    /// The connection has ended.
    func ended() async
}

/// An action of a screen, as the daemon sends it to the handler.
package struct ActionRequest: Sendable {
    package let name: String
    package let screen: String
    package let stack: String
    /// The whole request.
    package let params: JSON

    init(_ params: JSON) {
        name = params["name"]?.stringValue ?? ""
        screen = params["screen"]?.stringValue ?? ""
        stack = params["stack"]?.stringValue ?? "main"
        self.params = params
    }
}

/// A client that answers the daemon's requests, and comes back after the daemon has been away.
package struct Agent: Sendable {
    private let path: String
    private let name: String
    private let timeout: Duration?
    private let report: @Sendable (String) -> Void

    /// - Parameter report: called with the reason when the connection is lost, or refused when it is made again.
    package init(path: String, name: String, timeout: Duration? = .seconds(10), report: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.name = name
        self.timeout = timeout
        self.report = report
    }

    /// Serves until the task is cancelled. Requests are answered concurrently.
    ///
    /// - Throws: what the first `begin` throws, and `ConnectionError` if the first connection cannot be made;
    ///   `CancellationError`.
    package func serve(_ service: some AgentService) async throws {
        var backOff = BackOff()
        var hasBegun = false
        var reported: String?
        while true {
            do {
                try await connect(to: service) {
                    hasBegun = true
                    backOff = BackOff()
                    reported = nil
                }
                try Task.checkCancellation()
            } catch let error as ConnectionError where hasBegun && error.isPassing {
                if reported == nil { report(error.message) }
                reported = reported ?? error.message
            } catch let error as RemoteError where hasBegun {
                // Each refusal is reported once, such as that of a claim that another agent has now.
                if reported != error.message { report(error.message) }
                reported = error.message
            }
            try await ConnectionThread.shared.sleep(for: backOff.next())
        }
    }

    private func connect(to service: some AgentService, begun: () -> Void) async throws {
        let connection = try await Connection.open(path: path, timeout: timeout, acceptsRequests: true)
        defer { connection.close() }
        do {
            try await connection.hello(name: name)
            try await service.begin(connection)
            begun()
            for try await notification in connection.notifications where notification.request != nil {
                Task(executorPreference: ConnectionThread.shared) { await answer(notification, service, connection) }
            }
        } catch {
            await service.ended()
            throw error
        }
        await service.ended()
    }

    private func answer(
        _ notification: FasciaClient.Notification, _ service: some AgentService, _ connection: Connection
    ) async {
        if let change = CarryOut(notification) {
            if let failure = await service.carryOut(change) {
                failure.isOfValue ? connection.refuse(change, failure.reason) : connection.fail(change, failure.reason)
            } else {
                connection.complete(change)
            }
        } else if let request = notification.request {
            connection.answer(request, await result(notification, service, connection))
        }
    }

    private func result(
        _ notification: FasciaClient.Notification, _ service: some AgentService, _ connection: Connection
    ) async -> Result<JSON, RemoteError> {
        switch notification.method {
        case "action": return await service.perform(ActionRequest(notification.params), connection)
        case "ping": return .success([:])
        case "poll":
            let reason = await service.poll(notification.params["id"]?.stringValue ?? "")
            return reason.map { .failure(RemoteError(code: 1, message: $0, reason: "failed")) } ?? .success([:])
        default: return .failure(.methodNotFound(notification.method))
        }
    }
}

extension ConnectionError {
    /// Whether another attempt may succeed.
    fileprivate var isPassing: Bool { reason != .pathTooLong && reason != .protocolError }
}

extension JSON {
    /// The answer to an action that is not performed.
    package static func rejected(_ reason: String) -> JSON { ["outcome": "rejected", "reason": .string(reason)] }
}
