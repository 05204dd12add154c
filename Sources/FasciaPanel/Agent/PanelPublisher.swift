import FasciaClient
import FasciaDocument

/// The screens, actions and claims of a panel over one connection. Sends only the differences.
struct PanelPublisher {
    let connection: Connection?
    private(set) var published = Publication()
    private var claims: [String: Claim] = [:]
    private var actions: [String: [String]] = [:]

    private struct Claim: Hashable {
        var timeout: Double
        var atMost: Int
        var retry: Bool
        var isAssumed: Bool
        var within: Double?
    }

    enum Outcome: Hashable {
        /// - Parameter claimed: the things that have been claimed, or claimed again.
        case published(claimed: Set<String>)
        /// These have gone from the panel, but their changes are not over: they have to remain.
        case held(Set<String>)
    }

    init(_ connection: Connection?) { self.connection = connection }

    /// Asks for the screens before anything is claimed or declared: another agent may publish one of them.
    ///
    /// - Throws: `RemoteError` that names the owner.
    func requireScreens(_ panel: ExpandedPanel) async throws {
        for screen in panel.screens {
            let empty: JSON = ["id": .string(screen.id), "body": ["kind": "divider"]]
            _ = try await connection?.call("screen.put", ["screen": empty, "dryRun": true])
        }
    }

    /// Sends what differs. The claims come first: an agent whose claim is refused publishes nothing.
    ///
    /// A change may have begun between the question whether a thing is busy and its release. Then nothing is published.
    ///
    /// - Throws: what `Connection.call` throws.
    mutating func update(_ panel: ExpandedPanel, _ things: [Thing]) async throws -> Outcome {
        guard let connection else { return .published(claimed: []) }
        let held = try await release(things, panel.atMost, connection)
        guard held.isEmpty else { return .held(held) }
        let claimed = try await claim(things, panel.atMost, connection)
        let publication = Publication(panel)
        for step in publication.steps(after: published) {
            _ = try await connection.call(step.call.method, step.call.params)
            published.apply(step)
        }
        published = publication
        try await bind(panel.buttons, connection)
        return .published(claimed: claimed)
    }

    private func wantedClaims(_ things: [Thing], _ atMost: Int) -> [String: Claim] {
        var wanted: [String: Claim] = [:]
        for thing in things {
            let within = thing.binding.revertWithin.map { $0 / .seconds(1) }
            wanted[thing.id] = Claim(
                timeout: thing.claimTimeout, atMost: atMost, retry: thing.binding.retry, isAssumed: !thing.binding.isRead,
                within: within)
        }
        return wanted
    }

    /// - Returns: things that have gone, with changes that are not over.
    private mutating func release(_ things: [Thing], _ atMost: Int, _ connection: Connection) async throws -> Set<String> {
        let wanted = wantedClaims(things, atMost)
        // A claim with other settings is a new one.
        let gone = claims.filter { wanted[$0.key] != $0.value }.map(\.key)
        guard !gone.isEmpty else { return [] }
        let result = try await connection.call("bind.release", ["ids": .array(gone.sorted().map { .string($0) })])
        for id in gone { claims[id] = nil }
        let held = result["held"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return Set(held).subtracting(wanted.keys)
    }

    /// - Returns: the things that have been claimed, or claimed again.
    private mutating func claim(_ things: [Thing], _ atMost: Int, _ connection: Connection) async throws -> Set<String> {
        let wanted = wantedClaims(things, atMost)
        let new = wanted.filter { claims[$0.key] == nil }
        for (claim, ids) in Dictionary(grouping: new.keys.sorted(), by: { wanted[$0] }) {
            guard let claim else { continue }
            var params: JSON.Object = [
                "ids": .array(ids.map { .string($0) }), "timeout": .double(claim.timeout), "atMost": .int(claim.atMost),
                "retry": .bool(claim.retry), "assumed": .bool(claim.isAssumed),
            ]
            params["revert"] = claim.within.map { ["within": .double($0)] }
            _ = try await connection.call("bind.claim", params)
            for id in ids { claims[id] = claim }
        }
        return Set(new.keys)
    }

    private mutating func bind(_ buttons: [PanelButton], _ connection: Connection) async throws {
        var wanted: [String: [String]] = [:]
        for button in buttons where button.runs {
            wanted[button.screen, default: []].append(button.action)
            if button.item.asks { wanted[button.questionScreen] = [button.action] }
        }
        for screen in actions.keys where wanted[screen] != actions[screen] {
            _ = try await connection.call("action.unbind", ["screen": .string(screen), "names": []])
        }
        for (screen, names) in wanted where actions[screen] != names {
            _ = try await connection.call(
                "action.bind", ["screen": .string(screen), "names": .array(names.map { .string($0) })])
        }
        actions = wanted
    }
}
