import FasciaModel

/// Who asked for a change, and with what.
public struct Cause: Hashable, Sendable {
    public var method: String
    /// The daemon's number of the connection.
    public var client: Int
    /// What the client said it is called.
    public var name: String?
    public var uid: Int
    public var pid: Int
    /// The id of the request, as it came.
    public var request: RequestID?

    public init(method: String, client: Int, name: String? = nil, uid: Int, pid: Int, request: RequestID? = nil) {
        self.method = method
        self.client = client
        self.name = name
        self.uid = uid
        self.pid = pid
        self.request = request
    }
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
