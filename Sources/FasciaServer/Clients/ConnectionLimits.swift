import FasciaDocument
import FasciaModel
import FasciaWire

/// A resource that is limited for each connection.
///
/// To add one: add a case, its limit and its message here, and call `require` where it is created.
enum LimitedResource: String, CaseIterable {
    case watches, terminals
    /// Bytes of the topics of its watches, with 256 for each topic, 2,048 for one with a wildcard and 8,192 for one with several.
    case filterBytes
    /// Bytes of the view states that its terminals were attached with.
    case viewBytes
    /// Names of actions that the connection has bound.
    case names
    /// Actions that the connection has sent and that are unanswered.
    case actions
    /// Requests of the daemon to the connection, such as actions, that it has not answered.
    case requests
    /// Requests of the connection that are answered later. Those without an id have no reply, but somebody works for them.
    case replies
    /// Bytes of output that wait for the peer to read, checked before an action is sent to it.
    case queuedBytes
}

/// The limits of one connection, reported by `daemon.hello`.
package struct ConnectionLimits: Sendable {
    subscript(resource: LimitedResource) -> Int {
        switch resource {
        case .watches, .terminals, .actions: 64
        case .filterBytes: 524_288
        case .viewBytes: 262_144
        case .names: 10_000
        // A claimer may carry out 256 changes at once, and is asked by others meanwhile.
        case .requests: 512
        case .replies: 128
        case .queuedBytes: Client.outputLimit
        }
    }

    /// - Parameters:
    ///   - used: How many the connection has.
    ///   - more: How many are to be added.
    /// - Throws: `limit` if the connection would exceed a limit.
    func require(_ resource: LimitedResource, used: Int, adding more: Int = 1, by client: Client) throws(Refusal) {
        let limit = self[resource]
        guard used + more > limit else { return }
        throw Refusal(
            .limit, resource.message(limit, client),
            details: ["limit": .string(resource.rawValue), "value": .int(limit)])
    }

    var json: JSON.Object {
        LimitedResource.allCases.reduce(into: [:]) { $0[$1.rawValue] = .int(self[$1]) }
    }
}

extension LimitedResource {
    fileprivate func message(_ limit: Int, _ client: Client) -> String {
        let name = "\(client.origin.name ?? "a program") (pid \(client.peer.pid))"
        return switch self {
        case .watches:
            "this connection has \(limit) watches, which is the limit: stop one, or watch more topics with one"
        case .filterBytes:
            "the topics of this connection would have more than \(limit) bytes: stop a watch, or use fewer topics"
        case .viewBytes:
            "the view states of this connection's terminals would have more than \(limit) bytes: attach without resume"
        case .terminals: "this connection has \(limit) terminals, which is the limit: detach one"
        case .names: "a connection can bind at most \(limit) names: unbind some, or bind \"*\" for all"
        case .actions: "this connection has \(limit) unanswered actions, which is the limit: send this one again later"
        case .requests: "\(name) has not answered \(limit) requests, which is the limit: send this again later"
        case .replies: "\(limit) requests of this connection are not done, which is the limit: send this one again later"
        case .queuedBytes: "\(name) does not read its requests: send this again later"
        }
    }
}
