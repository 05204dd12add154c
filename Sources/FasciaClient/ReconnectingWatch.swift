import FasciaModel
import FasciaWire

/// The daemon's events, without an end: after a lost connection it goes on from where it was.
///
/// Nothing is missed that the daemon still has; what it no longer has is said (`gap`). Iterate it once.
public struct ReconnectingWatch: AsyncSequence, Sendable {
    public enum Item: Hashable, Sendable {
        /// The watch runs: at first, and again after each lost connection. The snapshot is there if it was asked for.
        case started(cursor: String, snapshot: JSON?)
        /// The parameters of one `event`.
        case event(JSON)
        /// The parameters of one `event.gap`: changes that this watch has missed.
        case gap(JSON)
        /// The connection is lost; the next item comes when there is one again.
        case lost(ConnectionError)
    }

    public var path: String
    public var topics: [String]?
    /// The cursor to go on from; from now on, where it is left out.
    public var since: String?
    public var snapshot: Bool
    public var name: String
    public var timeout: Duration?
    public var backOff: BackOff

    public init(
        path: String, topics: [String]? = nil, since: String? = nil, snapshot: Bool = false, name: String,
        timeout: Duration? = .seconds(10), backOff: BackOff = BackOff()
    ) {
        self.path = path
        self.topics = topics
        self.since = since
        self.snapshot = snapshot
        self.name = name
        self.timeout = timeout
        self.backOff = backOff
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

        /// - Throws: `ConnectionError` if the first connection cannot be made; `RemoteError` if the daemon refuses the
        ///   watch; `ConnectionError` with the reason `notFascia` if it sends what cannot be read, which it would send
        ///   again and again; `CancellationError`. After an error there is nothing more.
        public mutating func next() async throws -> Item? {
            guard !hasFailed else { return nil }
            do {
                return running == nil ? try await start() : try await goOn()
            } catch {
                running = nil
                hasFailed = true
                throw error
            }
        }

        private mutating func goOn() async throws -> Item {
            do {
                while let notification = try await running?.notifications.next() {
                    guard let item = take(notification) else { continue }
                    // Only now: a daemon that takes every connection and drops it at once is not asked in a loop.
                    backOff = watch.backOff
                    return item
                }
                // Nobody but this iterator has the connection, and it closes it only when it is cancelled.
                try Task.checkCancellation()
                return lose(.lost(watch.path))
            } catch let error as ConnectionError where error.reason != .notFascia {
                return lose(error)
            }
        }

        private mutating func lose(_ error: ConnectionError) -> Item {
            running = nil
            return .lost(error)
        }

        private mutating func take(_ notification: Notification) -> Item? {
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
                if hasStarted { try await ConnectionThread.shared.pause(for: backOff.next()) }
                do {
                    let item = try await connect()
                    hasStarted = true
                    return item
                } catch let error as ConnectionError where hasStarted {
                    // What the path is and what is said at it does not mend itself.
                    if error.reason == .pathTooLong || error.reason == .notFascia { throw error }
                } catch let error as RemoteError where hasStarted && error.reason == "limit" {
                    // It is full for now.
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
                throw ConnectionError.notFascia(watch.path, "the answer to watch.start has no watch and cursor")
            }
            // With `since` the events up to the answer's cursor are still to come; each brings its own.
            if cursor == nil { cursor = start }
            running = (connection, connection.notifications.makeAsyncIterator(), id)
            return .started(cursor: start, snapshot: answer["snapshot"])
        }
    }
}

/// How long to wait before each further attempt: twice as long each time, up to a limit, and never quite the same for
/// any two clients, so that all of them do not come back in the same moment ("full jitter").
public struct BackOff: Hashable, Sendable {
    public var first: Duration
    public var longest: Duration
    private var ceiling: Duration

    public init(first: Duration = .milliseconds(100), longest: Duration = .seconds(5)) {
        self.first = first
        self.longest = longest
        ceiling = first
    }

    public mutating func next() -> Duration {
        var generator = SystemRandomNumberGenerator()
        return next(using: &generator)
    }

    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { ceiling = min(ceiling * 2, longest) }
        // At least a tenth, so that a daemon that refuses at once is not asked in a tight loop.
        return ceiling * Double.random(in: 0.1...1, using: &generator)
    }
}
