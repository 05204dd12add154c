import FasciaDocument
import FasciaWire
import Glibc

/// An error reply of the daemon: reason, code, message and data.
public typealias RemoteError = WireError

/// A connection to the daemon.
///
/// Any task may make calls at any time; the daemon answers them in order. The connection closes when `close` is called,
/// when the last reference to it is released, when the daemon closes it, and when the process ends.
public final class Connection: Sendable {
    public let path: String
    /// Notifications and requests from the daemon, in order. Can be iterated once.
    ///
    /// The sequence ends when `close` is called and throws a `ConnectionError` when the connection is lost. A slow reader
    /// exerts backpressure on the daemon; calls are not delayed.
    public var notifications: Notifications { Notifications(connection: self) }
    fileprivate let socket: ConnectionSocket
    private let timeout: Duration?

    private init(_ lines: sending LineConnection, timeout: Duration?, acceptsRequests: Bool) {
        path = lines.path
        self.timeout = timeout
        socket = ConnectionSocket(lines, acceptsRequests: acceptsRequests)
    }

    deinit { socket.close() }

    /// Connects to the daemon. Waits while the daemon's queue of connections is full.
    ///
    /// - Parameters:
    ///   - timeout: maximum time to connect, and for each call; `nil` for no limit.
    ///   - acceptsRequests: whether this client answers requests from the daemon. If so, requests are delivered in order
    ///     among the notifications, and each must be answered with `answer`. If not, they are declined.
    /// - Throws: `ConnectionError` if there is no daemon, or it does not accept the connection in time.
    public static func open(
        path: String, timeout: Duration? = .seconds(10), acceptsRequests: Bool = false
    ) async throws(ConnectionError) -> Connection {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var pause = Duration.milliseconds(5)
        while true {
            do throws(ConnectionError) {
                return Connection(
                    try LineConnection(connectingTo: path), timeout: timeout, acceptsRequests: acceptsRequests)
            } catch {
                // The daemon's queue of connections is full. The kernel does not signal when there is room, so this
                // polls.
                guard error.reason == .busy else { throw error }
                if let deadline, let timeout, ContinuousClock.now + pause > deadline {
                    throw .busy(path, within: timeout)
                }
            }
            do { try await ConnectionThread.shared.sleep(for: pause) } catch { throw .system(path, "cancelled") }
            pause = min(pause * 2, .milliseconds(200))
        }
    }

    /// Introduces the client. Its name appears in the cause of the events that its calls make.
    ///
    /// - Returns: the daemon's description of itself.
    /// - Throws: `RemoteError` with the reason `version` if client and daemon have no protocol version in common.
    @discardableResult
    public func hello(name: String) async throws -> JSON {
        try await call("daemon.hello", Self.introduction(name: name))
    }

    /// The parameters of `daemon.hello`. With `$FASCIA_ACT_FOR`, the program acts for that user.
    package static func introduction(name: String, reason: String? = nil) -> JSON.Object {
        var params: JSON.Object = ["protocol": ["min": 1, "max": 1], "name": .string(name)]
        params["reason"] = reason.map { .string($0) }
        if let user = getenv("FASCIA_ACT_FOR").map({ String(cString: $0) }), !user.isEmpty { params["actFor"] = .string(user) }
        return params
    }

    /// Calls a method and waits for its result.
    ///
    /// - Parameter timeout: overrides the connection's timeout.
    /// - Throws: `RemoteError` if the daemon refuses; `ConnectionError` if it does not answer in time or the connection
    ///   is lost; `CancellationError` if the task is cancelled (the daemon may still carry out the call).
    public func call(_ method: String, _ params: JSON.Object = [:], timeout: Duration? = nil) async throws -> JSON {
        try await start(method, params, timeout: timeout).result
    }

    /// Sends a request immediately and returns the pending call. Successive calls are sent in order.
    public func start(_ method: String, _ params: JSON.Object = [:], timeout: Duration? = nil) -> PendingCall {
        PendingCall(connection: self, promise: socket.call(method, params, within: timeout ?? self.timeout))
    }

    /// Sends a notification, which has no answer.
    public func notify(_ method: String, _ params: JSON.Object = [:]) { socket.notify(method, params) }

    /// Answers a request from the daemon.
    public func answer(_ request: RequestID, _ result: Result<JSON, RemoteError>) { socket.answer(request, result) }

    /// Closes the connection. Pending calls fail.
    public func close() { socket.close() }
}

/// A request that has been sent and may not be answered yet.
public struct PendingCall: Sendable {
    /// Keeps the connection open until the answer arrives.
    fileprivate let connection: Connection
    fileprivate let promise: Promise<JSON>

    /// The result. Waits for it and throws what `Connection.call` throws.
    public var result: JSON {
        get async throws { try await promise.value }
    }
}

/// A notification or a request from the daemon.
public struct Notification: Hashable, Sendable {
    public var method: String
    public var params: JSON
    /// The id of a request, to be answered with `Connection.answer`; `nil` for a notification.
    public var request: RequestID?

    public init(method: String, params: JSON, request: RequestID? = nil) {
        self.method = method
        self.params = params
        self.request = request
    }
}

/// The notifications of a connection.
public struct Notifications: AsyncSequence, Sendable {
    fileprivate let connection: Connection

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: Reader(connection)) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader
        public mutating func next() async throws -> Notification? { try await reader.connection.socket.nextNotification() }
    }

    /// Released with the iterator; later notifications are dropped.
    fileprivate final class Reader {
        let connection: Connection

        init(_ connection: Connection) { self.connection = connection }

        deinit { connection.socket.dropNotifications() }
    }
}
