import FasciaDocument
import FasciaWire

/// The daemon's events without an end: after a lost connection the watch reconnects and resumes at its cursor.
///
/// Events that the daemon no longer keeps are reported as a `gap`. Can be iterated once.
public struct ReconnectingWatch: AsyncSequence, Sendable {
    public enum Item: Hashable, Sendable {
        /// The watch has started: the first item, and again after each lost connection. `snapshot` is set if it was
        /// requested.
        case started(cursor: String, snapshot: JSON?)
        /// The parameters of one `event`.
        case event(JSON)
        /// The parameters of one `event.gap`: the range of changes that this watch missed.
        case gap(JSON)
        /// The connection is lost. The next item follows when the watch is connected again.
        case lost(ConnectionError)
    }

    public var path: String
    public var topics: [String]?
    /// The cursor to resume from; `nil` to start with the next event.
    public var since: String?
    public var snapshot: Bool
    public var name: String
    public var timeout: Duration?
    public var backOff: BackOff
    /// Whether the caller has reached the daemon before, so that the first connection, too, is only lost if it cannot be made.
    public var isContinued: Bool

    public init(
        path: String, topics: [String]? = nil, since: String? = nil, snapshot: Bool = false, name: String,
        timeout: Duration? = .seconds(10), backOff: BackOff = BackOff(), isContinued: Bool = false
    ) {
        self.path = path
        self.topics = topics
        self.since = since
        self.snapshot = snapshot
        self.name = name
        self.timeout = timeout
        self.backOff = backOff
        self.isContinued = isContinued
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(watch: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let watch: ReconnectingWatch
        private var cursor: String?
        private(set) var backOff: BackOff
        private var running: (connection: Connection, notifications: Notifications.AsyncIterator, id: JSON)?
        private var hasStarted = false
        private var hasFailed = false

        init(watch: ReconnectingWatch) {
            self.watch = watch
            cursor = watch.since
            backOff = watch.backOff
        }

        /// - Throws: `ConnectionError` if the first connection cannot be made, unless `isContinued` (one that is made and lost
        ///   before the watch has started is a lost one); `RemoteError` if the daemon
        ///   refuses the watch; `ConnectionError` with the reason `protocolError` if the daemon sends malformed messages, which
        ///   reconnecting would not fix; `CancellationError`. After an error the sequence ends.
        public mutating func next() async throws -> Item? {
            guard !hasFailed else { return nil }
            do {
                return running == nil ? try await start() : try await receive()
            } catch {
                running = nil
                hasFailed = true
                throw error
            }
        }

        private mutating func receive() async throws -> Item {
            do {
                while let notification = try await running?.notifications.next() {
                    guard let item = item(for: notification) else { continue }
                    // The back-off is reset only by an item, so that a daemon that accepts and drops every connection is
                    // not retried in a tight loop.
                    backOff = watch.backOff
                    return item
                }
                // Notifications end only if this side closes the connection, which only cancellation does.
                try Task.checkCancellation()
                return connectionLost(.connectionLost(watch.path))
            } catch let error as ConnectionError where error.reason != .protocolError {
                return connectionLost(error)
            }
        }

        private mutating func connectionLost(_ error: ConnectionError) -> Item {
            running = nil
            return .lost(error)
        }

        private mutating func item(for notification: Notification) -> Item? {
            guard notification.params["watch"] == running?.id else { return nil }
            switch notification.method {
            case "event":
                cursor = notification.params["cursor"]?.stringValue ?? cursor
                return .event(notification.params)
            case "event.gap":
                cursor = notification.params["to"]?.stringValue ?? cursor
                return .gap(notification.params)
            default:
                return nil
            }
        }

        private mutating func start() async throws -> Item {
            while true {
                if hasStarted { try await ConnectionThread.shared.sleep(for: backOff.next()) }
                do {
                    let item = try await connect()
                    hasStarted = true
                    return item
                } catch let error as ConnectionError where !hasStarted && error.isWaitedFor(hasReached: watch.isContinued) {
                    hasStarted = true
                    return .lost(error)
                } catch let error as ConnectionError where hasStarted {
                    // Reconnecting cannot fix a path that is too long or a peer that is not a daemon.
                    if error.reason == .pathTooLong || error.reason == .protocolError { throw error }
                } catch let error as RemoteError where hasStarted && error.reason == "limit" {
                    // The daemon has too many connections or watches for now.
                    continue
                }
            }
        }

        private mutating func connect() async throws -> Item {
            let connection = try await Connection.open(path: watch.path, timeout: watch.timeout)
            try await connection.hello(name: watch.name)
            var params: JSON.Object = [:]
            params["topics"] = watch.topics.map { .array($0.map { .string($0) }) }
            params["since"] = cursor.map { .string($0) }
            if watch.snapshot { params["snapshot"] = true }
            let answer = try await connection.call("watch.start", params)
            guard let start = answer["cursor"]?.stringValue, let id = answer["watch"] else {
                throw ConnectionError.protocolError(watch.path, "the answer to watch.start has no watch and cursor")
            }
            // With `since`, events up to the answer's cursor follow, and each of them carries its own cursor.
            if cursor == nil { cursor = start }
            running = (connection, connection.notifications.makeAsyncIterator(), id)
            return .started(cursor: start, snapshot: answer["snapshot"])
        }
    }
}

/// The delay before each reconnection attempt: doubled each time up to a maximum, and randomized so that clients do not
/// reconnect at the same moment ("full jitter",
/// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
public struct BackOff: Hashable, Sendable {
    public var initial: Duration
    public var maximum: Duration
    private var limit: Duration

    public init(initial: Duration = .milliseconds(100), maximum: Duration = .seconds(5)) {
        self.initial = initial
        self.maximum = maximum
        limit = initial
    }

    public mutating func next() -> Duration {
        var generator = SystemRandomNumberGenerator()
        return next(using: &generator)
    }

    /// - Parameter lasted: how long it ran before it failed. If longer than the longest delay, the next delay is the shortest.
    package mutating func next(after lasted: Duration) -> Duration {
        if lasted > maximum { limit = initial }
        return next()
    }

    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { limit = min(limit * 2, maximum) }
        // At least a tenth of the maximum, so that a daemon that refuses at once is not retried in a tight loop.
        return limit * Double.random(in: 0.1...1, using: &generator)
    }
}
