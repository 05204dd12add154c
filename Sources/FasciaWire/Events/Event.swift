import FasciaModel

/// Who asked for a change, and with what.
public struct Cause: Hashable, Sendable {
    public var method: String
    public var origin: Origin
    /// The id of the request, as it came.
    public var request: RequestID?

    public init(method: String, origin: Origin, request: RequestID? = nil) {
        self.method = method
        self.origin = origin
        self.request = request
    }

    /// Who is at the other end of a connection. A reference, which all that is caused by way of it have in common.
    public final class Origin: Sendable {
        /// The daemon's number of the connection.
        public let client: Int
        /// What the client said it is called.
        public let name: String?
        public let uid: Int
        public let pid: Int

        public init(client: Int, name: String? = nil, uid: Int, pid: Int) {
            self.client = client
            self.name = name
            self.uid = uid
            self.pid = pid
        }
    }
}

extension Cause.Origin: Hashable {
    public static func == (left: Cause.Origin, right: Cause.Origin) -> Bool {
        left.client == right.client && left.name == right.name && left.uid == right.uid && left.pid == right.pid
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(client) }
}

/// All the changes of one command.
public struct Event: Sendable {
    public var cursor: Cursor
    public var time: Timestamp
    public var cause: Cause
    public var changes: [Change]

    public init(cursor: Cursor, time: Timestamp, cause: Cause, changes: [Change]) {
        self.cursor = cursor
        self.time = time
        self.cause = cause
        self.changes = changes
    }
}
