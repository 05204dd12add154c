import FasciaModel
import FasciaWire
import Synchronization

/// A client that speaks the protocol: requests with numbers, their replies, and the notifications between them.
public final class JSONClient: Sendable {
    /// For what a well-behaved client would not send.
    public let lines: LineClient
    private let state = Mutex(State())

    private struct State {
        var lastID = 0
        /// Notifications that came while a reply was waited for, oldest first.
        var notifications: [JSON] = []
    }

    public init(connectingTo path: String) throws { lines = try LineClient(connectingTo: path) }

    // MARK: - Requests

    /// Sends a request without waiting for its reply, and answers its number.
    @discardableResult
    public func send(_ method: String, _ params: JSON = [:]) throws -> Int {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let message: JSON = ["id": .int(id), "method": .string(method), "params": params]
        try send(message)
        return id
    }

    /// Sends any JSON as a line.
    public func send(_ message: JSON) throws { try lines.send(message) }

    /// The result of a request.
    ///
    /// - Throws: `TestFailure` with the daemon's message where it answered with an error.
    @discardableResult
    public func call(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try reply(to: send(method, params), before: deadline)
        guard let result = reply["result"] else { throw TestFailure("\(method) \(params.text): \(reply.text)") }
        return result
    }

    /// The `error` that a request is answered with.
    ///
    /// - Throws: `TestFailure` where it was answered with a result.
    public func failure(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try reply(to: send(method, params), before: deadline)
        guard let error = reply["error"] else {
            throw TestFailure("\(method) \(params.text) was done: \(reply.text)")
        }
        return error
    }

    /// The reply with this number. Notifications that come before it are kept for `notification`.
    public func reply(to id: Int, before deadline: Deadline = .standard) throws -> JSON {
        while true {
            let message = try receive(before: deadline)
            if message["method"] != nil {
                state.withLock { $0.notifications.append(message) }
            } else if message["id"] == .int(id) {
                return message
            } else {
                throw TestFailure("a reply that nobody waits for: \(message.text)")
            }
        }
    }

    // MARK: - What comes

    /// The next line as JSON, whatever it is.
    public func receive(before deadline: Deadline = .standard) throws -> JSON { try lines.receive(before: deadline) }

    /// The params of the next notification, which must be of this method.
    public func notification(_ method: String = "event", before deadline: Deadline = .standard) throws -> JSON {
        let kept: JSON? = state.withLock { state in
            state.notifications.isEmpty ? Optional.none : state.notifications.removeFirst()
        }
        let message = try kept ?? receive(before: deadline)
        guard message["method"] == .string(method), let params = message["params"] else {
            throw TestFailure("expected the notification \(method), got \(message.text)")
        }
        return params
    }

    /// All notifications up to now that came between the replies, oldest first; they are taken.
    public func takeNotifications() -> [JSON] {
        state.withLock { state in
            defer { state.notifications = [] }
            return state.notifications
        }
    }
}

extension JSON {
    public init(parsing text: String) throws {
        do throws(ParseError) { self = try JSONParser.parse(text) } catch {
            throw TestFailure("not JSON: \(error.message) at byte \(error.offset) of \(text)")
        }
    }

    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// What stands at a path of names and indices: `json[at: "layers/0/entries"]`. Nil where there is nothing.
    public subscript(at path: String) -> JSON? {
        var place = self
        for step in path.split(separator: "/") {
            let below = if let index = Int(step), place.arrayValue != nil { place[index] } else { place[String(step)] }
            guard let below else { return nil }
            place = below
        }
        return place
    }
}
