import FasciaModel
import FasciaWire
import Glibc
import NIOCore
import NIOPosix

/// A refusal as the daemon sent it: reason, code, message and data.
public typealias RemoteError = WireError

/// A connection to the daemon.
///
/// Calls may be made from many tasks at once; the daemon answers them in the order they were made. A connection is
/// closed when `close` is called, when the daemon closes it, and when the process ends.
public final class Connection: Sendable {
    public let path: String
    /// What the daemon sends of its own accord, in order. It can be iterated once.
    ///
    /// Ends when `close` is called; throws a `ConnectionError` when the connection is lost. A reader that is slow
    /// slows the daemon's sending, not the connection's calls.
    public let notifications: Notifications
    private let channel: any Channel
    private let timeout: Duration?
    private let ending: Ending

    init(path: String, channel: any Channel, notifications: Notifications, timeout: Duration?, ending: Ending) {
        self.path = path
        self.ending = ending
        self.channel = channel
        self.notifications = notifications
        self.timeout = timeout
    }

    /// Connects.
    ///
    /// - Parameters:
    ///   - timeout: how long connecting and each call may take; `nil` for as long as it takes.
    ///   - takesRequests: whether this client handles what the daemon asks it. Its requests then stand among the
    ///     notifications, in the order in which they came, and each is to be answered; otherwise they are declined.
    public static func open(
        path: String, timeout: Duration? = .seconds(10), takesRequests: Bool = false
    ) async throws(ConnectionError) -> Connection {
        guard path.utf8.count <= SocketPath.longest else { throw .pathTooLong(path) }
        let deadline = timeout.map { ContinuousClock.now + $0 }
        var pause = Duration.milliseconds(5)
        while true {
            do {
                return try await connect(path: path, timeout: timeout, takesRequests: takesRequests)
            } catch let error as IOError where error.errnoCode == EAGAIN {
                // The daemon's queue of connections is full. The kernel does not say when there is room again.
                if let deadline, let timeout, ContinuousClock.now + pause > deadline {
                    throw .busy(path, within: timeout)
                }
                do { try await TaskPool.pause(for: pause) } catch { throw .system(path, "cancelled") }
                pause = min(pause * 2, .milliseconds(200))
            } catch {
                throw reason(error, path: path)
            }
        }
    }

    private static func connect(path: String, timeout: Duration?, takesRequests: Bool) async throws -> Connection {
        try await ClientBootstrap(group: TaskPool.eventLoops).connect(unixDomainSocketPath: path) { channel in
            channel.eventLoop.makeCompletedFuture {
                let new = Notifications.Producer.makeSequence(
                    backPressureStrategy: .init(lowWatermark: 64, highWatermark: 256), finishOnDeinit: true,
                    delegate: ReadingControl(channel: channel))
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(ByteToMessageHandler(LineDecoder()))
                let ending = Ending()
                try pipeline.addHandler(
                    ConnectionHandler(
                        path: path, notifications: new.source, ending: ending, takesRequests: takesRequests))
                return Connection(
                    path: path, channel: channel, notifications: Notifications(sequence: new.sequence),
                    timeout: timeout, ending: ending)
            }
        }
    }

    private static func reason(_ error: any Error, path: String) -> ConnectionError {
        guard let error = error as? IOError else { return .system(path, "\(error)") }
        return .connecting(path, failedWith: error.errnoCode)
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
        let promise = channel.eventLoop.makePromise(of: JSON.self)
        let limit = timeout ?? self.timeout
        // A closed channel has no handler any more that could fail the call.
        channel.writeAndFlush(Outgoing.call(method, params, limit: limit, promise)).whenFailure { [path, ending] _ in
            promise.fail(ending.reason ?? ConnectionError.lost(path))
        }
        return PendingCall(promise: promise)
    }

    /// Sends a request that is not answered.
    public func notify(_ method: String, _ params: JSON.Object = [:]) {
        channel.writeAndFlush(Outgoing.notification(method, params), promise: nil)
    }

    /// Answers a request of the daemon's.
    public func answer(_ request: RequestID, _ result: Result<JSON, RemoteError>) {
        channel.writeAndFlush(Outgoing.answer(request, result), promise: nil)
    }

    /// Closes the connection. Calls that wait fail.
    public func close() async {
        // It fails if the connection is closed already, which is what is wanted.
        try? await channel.close().get()
    }
}

/// A call that has been sent.
public struct PendingCall: Sendable {
    let promise: EventLoopPromise<JSON>

    /// The result, when it comes. Throws what `Connection.call` throws.
    public var result: JSON {
        get async throws {
            try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                promise.fail(CancellationError())
            }
        }
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
    typealias Producer = NIOThrowingAsyncSequenceProducer<
        Notification, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, ReadingControl
    >
    let sequence: Producer

    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: Producer.AsyncIterator
        public mutating func next() async throws -> Notification? { try await iterator.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: sequence.makeAsyncIterator()) }
}
