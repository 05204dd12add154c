import FasciaModel
import FasciaWire

/// Something of which one connection may have only so much at one time.
///
/// To limit one more thing is to add a case, its limit and its count here, and to call `require` where it is made.
enum LimitedResource: String, CaseIterable {
    case watches, terminals
    /// Names of actions that it has bound.
    case names
    /// Actions that it has sent and nobody has answered.
    case actions
    /// Actions that it was asked to handle and has not answered.
    case requests
    /// Bytes of the requests to it that wait for it to read.
    case queuedBytes
}

/// The most that one connection may have of everything; `daemon.hello` reports it.
struct ConnectionLimits: Sendable {
    subscript(resource: LimitedResource) -> Int {
        switch resource {
        case .watches, .terminals, .actions: 64
        case .names: 10_000
        case .requests: 256
        case .queuedBytes: Client.outputLimit
        }
    }

    var json: JSON.Object {
        LimitedResource.allCases.reduce(into: [:]) { $0[$1.rawValue] = .int(self[$1]) }
    }
}

/// How much of everything one connection has now. It is counted where it is kept, so that no count can go wrong.
struct ConnectionUsage {
    let client: Client
    let core: Core

    subscript(resource: LimitedResource) -> Int {
        switch resource {
        case .watches: client.watches.count
        case .terminals: client.terminals.count
        case .names: core.actions.bindings.count(of: client.id)
        case .actions: core.actions.pending.values.count { $0.cause.origin.client == client.id }
        case .requests: core.actions.pending.values.count { $0.asked === client }
        case .queuedBytes: client.output.bytes.count
        }
    }
}

extension Core {
    /// Refuses what would be more than a connection may have.
    ///
    /// - Parameter more: how much is to be added.
    func require(_ resource: LimitedResource, adding more: Int = 1, for client: Client) throws(Refusal) {
        let limit = settings.connection[resource]
        guard ConnectionUsage(client: client, core: self)[resource] + more > limit else { return }
        throw Refusal(
            .limit, resource.complaint(limit, client),
            details: ["limit": .string(resource.rawValue), "value": .int(limit)])
    }
}

extension LimitedResource {
    fileprivate func complaint(_ limit: Int, _ client: Client) -> String {
        let name = "\(client.origin.name ?? "a program") (pid \(client.peer.pid))"
        return switch self {
        case .watches:
            "this connection has \(limit) watches, which is the limit: stop one, or give one more topics"
        case .terminals: "this connection shows \(limit) terminals, which is the limit: detach one"
        case .names: "a connection binds at most \(limit) names: unbind some, or bind \"*\" for all"
        case .actions: "\(limit) actions of this connection wait for an answer already: send this one again later"
        case .requests: "\(name) has not answered \(limit) actions, which is the limit: send this one again later"
        case .queuedBytes: "\(name) does not read what it is asked: send this one again later"
        }
    }
}
