import FasciaModel

/// The request that caused a change, and its sender.
public struct Cause: Hashable, Sendable {
    public var method: String
    public var origin: Origin
    /// The id of the request, in its exact spelling.
    public var request: RequestID?
    /// Who has approved the request, if it had to be approved.
    public var approval: Approval?
    /// Why it was made, as its sender says.
    public var reason: String?

    public init(
        method: String, origin: Origin, request: RequestID? = nil, approval: Approval? = nil, reason: String? = nil
    ) {
        self.method = method
        self.origin = origin
        self.request = request
        self.approval = approval
        self.reason = reason
    }

    /// The answer that has approved a request.
    public struct Approval: Hashable, Sendable {
        public var question: String
        public var by: Origin

        public init(question: String, by: Origin) { (self.question, self.by) = (question, by) }
    }

    /// The sender, shared by all causes from the same connection.
    public final class Origin: Sendable {
        /// The daemon's number of the connection.
        public let client: Int
        /// The name that the client gave for itself.
        public let name: String?
        public let uid: Int
        public let pid: Int
        /// The user whose program acts for `uid`; `nil` if it is the user's own.
        public let relay: Int?

        public init(client: Int, name: String? = nil, uid: Int, pid: Int, relay: Int? = nil) {
            self.relay = relay
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
            && left.relay == right.relay
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(client) }
}

/// All changes of one command.
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
