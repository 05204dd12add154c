/// The request that a change of a bound thing comes from, and its sender. It goes with the change to whoever carries it out.
///
/// A class, because a request for a group of 100,000 options is the same for all of them.
public final class Requester: Sendable {
    public let method: String
    /// The number of the sender's connection.
    public let client: Int
    /// The name of its program.
    public let name: String?
    public let uid: Int
    public let pid: Int
    /// The user whose program acts for `uid`; `nil` if it is the user's own.
    public let relay: Int?
    /// The id of the request, in its exact spelling.
    public let request: String?

    public init(method: String, client: Int, name: String?, uid: Int, pid: Int, relay: Int?, request: String?) {
        self.method = method
        self.client = client
        self.name = name
        self.uid = uid
        self.pid = pid
        self.relay = relay
        self.request = request
    }
}

extension Requester: Hashable {
    public static func == (left: Requester, right: Requester) -> Bool {
        left === right
            || left.method == right.method && left.client == right.client && left.name == right.name && left.uid == right.uid
                && left.pid == right.pid && left.relay == right.relay && left.request == right.request
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(client)
        hasher.combine(request)
    }
}
