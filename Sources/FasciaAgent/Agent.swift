import FasciaClient
import FasciaDocument
import FasciaWire
import Glibc
import Synchronization

import struct FasciaModel.Timestamp

/// What an agent does for the panel.
package protocol AgentService: Sendable {
    /// Publishes, binds and claims over a new connection.
    func begin(_ connection: Connection) async throws
    /// Carries out a change.
    ///
    /// - Parameter cancellation: cancelled when another change of the same thing waits for the end of this one; its start, also
    ///   when the connection ends.
    /// - Returns: why it failed; `nil` if it is done.
    func carryOut(_ change: CarryOut, _ cancellation: ChangeCancellation) async -> CarryOutFailure?
    /// Reads the state of a claimed thing, and reports it.
    ///
    /// - Returns: why it cannot be read; `nil` if it is reported.
    func poll(_ id: String) async -> String?
    /// Performs an action that a screen has sent.
    func perform(_ action: ActionRequest, _ connection: Connection) async -> Result<JSON, RemoteError>
    /// A question that this connection has asked has ended.
    func questionEnded(_ params: JSON, _ connection: Connection) async
    /// The connection has ended.
    func ended() async
}

extension AgentService {
    package func questionEnded(_ params: JSON, _ connection: Connection) async {}
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
            } catch let error as ConnectionError
                where hasBegun ? error.isPassing : error.isWaitedFor(hasReached: reported != nil)
            {
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
        let changes = RunningChanges()
        do {
            try await connection.hello(name: name)
            try await service.begin(connection)
            begun()
            for try await notification in connection.notifications {
                if let cancellation = CarryOutCancellation(notification) {
                    changes.cancel(cancellation)
                } else if let change = CarryOut(notification), !change.isRevert, Agent.isLate(change.params) {
                    // The daemon has taken it back. Only a way back is carried out however late.
                    connection.fail(change, Agent.tooLate)
                } else if let change = CarryOut(notification) {
                    // From here on it can be cancelled, whenever the task begins.
                    let cancellation = changes.begin(change)
                    Task(executorPreference: ConnectionThread.shared) {
                        await carryOut(change, cancellation, service, connection)
                        changes.end(change)
                    }
                } else if notification.method == "ask.ended" {
                    Task(executorPreference: ConnectionThread.shared) {
                        await service.questionEnded(notification.params, connection)
                    }
                } else if let request = notification.request {
                    Task(executorPreference: ConnectionThread.shared) {
                        connection.answer(request, await result(notification, service, connection))
                    }
                }
            }
        } catch {
            changes.cancelStarts()
            await service.ended()
            throw error
        }
        changes.cancelStarts()
        await service.ended()
    }

    private static let tooLate = "it was asked for too long ago: the agent was stopped meanwhile"

    /// Whether the daemon has given a request up before it could be read, as of an agent that was stopped.
    static func isLate(_ params: JSON) -> Bool {
        var now = timespec()
        guard let deadline = params["deadline"]?.stringValue, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
        // Both are of the same length and in UTC.
        return deadline < Timestamp(milliseconds: now.tv_sec * 1_000 + now.tv_nsec / 1_000_000).text
    }

    private func carryOut(
        _ change: CarryOut, _ cancellation: ChangeCancellation, _ service: some AgentService, _ connection: Connection
    ) async {
        guard let failure = await service.carryOut(change, cancellation) else { return connection.complete(change) }
        switch failure.kind {
        case .failed: connection.fail(change, failure.reason)
        case .ofValue: connection.refuse(change, failure.reason)
        case .cancelled: connection.cancel(change, failure.reason)
        }
    }

    private func result(
        _ notification: FasciaClient.Notification, _ service: some AgentService, _ connection: Connection
    ) async -> Result<JSON, RemoteError> {
        switch notification.method {
        case "action" where Agent.isLate(notification.params):
            return .failure(RemoteError(code: 1, message: Agent.tooLate, reason: "refused"))
        case "action": return await service.perform(ActionRequest(notification.params), connection)
        case "ping": return .success([:])
        case "poll":
            let reason = await service.poll(notification.params["id"]?.stringValue ?? "")
            return reason.map { .failure(RemoteError(code: 1, message: $0, reason: "failed")) } ?? .success([:])
        default: return .failure(.methodNotFound(notification.method))
        }
    }
}

/// The changes that are being carried out.
private final class RunningChanges: Sendable {
    private let running = Mutex<[CarryOut: ChangeCancellation]>([:])

    func begin(_ change: CarryOut) -> ChangeCancellation {
        let cancellation = ChangeCancellation()
        running.withLock { $0[change] = cancellation }
        return cancellation
    }

    func end(_ change: CarryOut) { running.withLock { $0[change] = nil } }

    /// Those that have not begun are interrupted for the next daemon, which tells so, and must not begin later. Ways back are
    /// carried out however late.
    func cancelStarts() {
        let all = running.withLock { running in running.filter { !$0.key.isRevert }.values }
        for cancellation in all { cancellation.start.cancel() }
    }

    func cancel(_ cancellation: CarryOutCancellation) {
        running.withLock { running in running.first { cancellation.concerns($0.key) }?.value }?.cancel()
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
