import FasciaModel
import FasciaWire

/// A refusal as the daemon sent it: reason, code, message and data.
public typealias RemoteError = WireError

/// A connection to the daemon.
///
/// Calls may be made from many tasks at once; the daemon answers them in the order they were made. A connection is
/// closed when `close` is called, when nothing refers to it any more, when the daemon closes it, and when the process
/// ends.
public final class Connection: Sendable {
    public let path: String
    /// What the daemon sends of its own accord, in order. It can be iterated once.
    ///
    /// Ends when `close` is called; throws a `ConnectionError` when the connection is lost. A reader that is slow
    /// slows the daemon's sending, not the connection's calls.
    public var notifications: Notifications { Notifications(connection: self) }
    fileprivate let socket: ConnectionSocket
    private let timeout: Duration?

    private init(_ lines: sending LineConnection, timeout: Duration?, takesRequests: Bool) {
        path = lines.path
        self.timeout = timeout
        socket = ConnectionSocket(lines, takesRequests: takesRequests)
    }

    deinit { socket.close() }

    /// Connects.
    ///
    /// - Parameters:
    ///   - timeout: how long connecting and each call may take; `nil` for as long as it takes.
    ///   - takesRequests: whether this client handles what the daemon asks it. Its requests then stand among the
    ///     notifications, in the order in which they came, and each is to be answered; otherwise they are declined.
    public static func open(
        path: String, timeout: Duration? = .seconds(10), takesRequests: Bool = false
    ) async throws(ConnectionError) -> Connection {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var pause = Duration.milliseconds(5)
        while true {
            do throws(ConnectionError) {
                return Connection(
                    try LineConnection(connectingTo: path), timeout: timeout, takesRequests: takesRequests)
            } catch {
                // The daemon's queue of connections is full. The kernel does not say when there is room again.
                guard error.reason == .busy else { throw error }
                if let deadline, let timeout, ContinuousClock.now + pause > deadline {
                    throw .busy(path, within: timeout)
                }
            }
            do { try await ConnectionThread.shared.pause(for: pause) } catch { throw .system(path, "cancelled") }
            pause = min(pause * 2, .milliseconds(200))
        }
    }

    /// Says who is calling; the name stands in the cause of the events that this connection's calls make.
    ///
    /// - Returns: what the daemon says about itself.
    /// - Throws: `RemoteError` with the reason `version` if there is no version of the protocol in common.
    @discardableResult
    public func hello(name: String) async throws -> JSON {
        try await call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": .string(name)])
    }

    /// Calls a method and waits for its result.
    ///
    /// - Parameter timeout: instead of the connection's own.
    /// - Throws: `RemoteError` if the daemon refuses; `ConnectionError` if it does not answer in time or is gone;
    ///   `CancellationError` if the task was cancelled (the daemon may have done it all the same).
    public func call(_ method: String, _ params: JSON.Object = [:], timeout: Duration? = nil) async throws -> JSON {
        try await start(method, params, timeout: timeout).result
    }

    /// Sends a request at once, and gives what waits for its answer: for calls that must go out in an order.
    public func start(_ method: String, _ params: JSON.Object = [:], timeout: Duration? = nil) -> PendingCall {
        PendingCall(connection: self, promise: socket.call(method, params, within: timeout ?? self.timeout))
    }

    /// Sends a request that is not answered.
    public func notify(_ method: String, _ params: JSON.Object = [:]) { socket.notify(method, params) }

    /// Answers a request of the daemon's.
    public func answer(_ request: RequestID, _ result: Result<JSON, RemoteError>) { socket.answer(request, result) }

    /// Closes the connection. Calls that wait fail.
    public func close() { socket.close() }
}

/// A call that has been sent.
public struct PendingCall: Sendable {
    /// It stays open until there is an answer.
    fileprivate let connection: Connection
    fileprivate let promise: Promise<JSON>

    /// The result, when it comes. Throws what `Connection.call` throws.
    public var result: JSON {
        get async throws { try await promise.value }
    }
}

/// What the daemon says of its own accord.
public struct Notification: Hashable, Sendable {
    public var method: String
    public var params: JSON
    /// Where the daemon asks for an answer: to be given with `Connection.answer`.
    public var request: RequestID?

    public init(method: String, params: JSON, request: RequestID? = nil) {
        self.method = method
        self.params = params
        self.request = request
    }
}

/// A connection's notifications.
public struct Notifications: AsyncSequence, Sendable {
    fileprivate let connection: Connection

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: Reader(connection)) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader
        public mutating func next() async throws -> Notification? { try await reader.connection.socket.nextNotification() }
    }

    /// When it goes, nobody reads any more.
    fileprivate final class Reader {
        let connection: Connection

        init(_ connection: Connection) { self.connection = connection }

        deinit { connection.socket.dropNotifications() }
    }
}
