import FasciaDocument
import FasciaWire
import Synchronization

/// A client that speaks the protocol: numbered requests, their replies, and notifications.
public final class JSONClient: Sendable {
    /// The underlying connection, for malformed input.
    public let lines: LineClient
    private let state = Mutex(State())

    private struct State {
        var lastID = 0
        /// Notifications that arrived while waiting for a reply, oldest first.
        var notifications: [JSON] = []
    }

    public init(connectingTo path: String) throws { lines = try LineClient(connectingTo: path) }

    // MARK: - Requests

    /// Sends a request without waiting for its reply, and returns its id.
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

    /// Sends any JSON value as a line.
    public func send(_ message: JSON) throws { try lines.send(message) }

    /// Sends a request and returns its result.
    ///
    /// - Throws: `TestFailure` with the reply if it is an error.
    @discardableResult
    public func call(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try reply(to: send(method, params), before: deadline)
        guard let result = reply["result"] else { throw TestFailure("\(method) \(params.text): \(reply.text)") }
        return result
    }

    /// Sends a request and returns the `error` of its reply.
    ///
    /// - Throws: `TestFailure` if the reply is a result.
    public func failure(_ method: String, _ params: JSON = [:], before deadline: Deadline = .standard) throws -> JSON {
        let reply = try reply(to: send(method, params), before: deadline)
        guard let error = reply["error"] else {
            throw TestFailure("\(method) \(params.text) was done: \(reply.text)")
        }
        return error
    }

    /// The reply with this id. Notifications that arrive before it are kept for `notification`.
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

    // MARK: - Receiving

    /// The next line as JSON, of any kind.
    public func receive(before deadline: Deadline = .standard) throws -> JSON { try lines.receive(before: deadline) }

    /// The parameters of the next notification, which must have this method.
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

    /// Removes and returns the notifications that have arrived so far, oldest first.
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

    /// The value at a path of names and indices: `json[at: "layers/0/entries"]`; `nil` if there is none.
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
