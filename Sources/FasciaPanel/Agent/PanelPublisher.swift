import FasciaClient
import FasciaDocument
import struct FasciaModel.ClaimRequest

/// The screens, actions and claims of a panel over one connection. Sends only the differences.
struct PanelPublisher {
    let connection: Connection?
    private(set) var published = Publication()
    private var claims: [String: Claim] = [:]
    /// Things that nothing reads, of which the daemon waits for the outcome of a change.
    private var unsettled: Set<String> = []
    private var actions: [String: [String]] = [:]
    /// Things that only remember what is set: an earlier run of the file may have carried them out.
    private var released: Set<String> = []

    private struct Claim: Hashable {
        var timeout: Double
        var atMost: Int
        var retry: Bool
        var isAssumed: Bool
        var within: Double?

        func params(_ ids: [String]) -> JSON.Object {
            var params: JSON.Object = [
                "ids": .array(ids.map { .string($0) }), "timeout": .double(timeout), "atMost": .int(atMost),
                "retry": .bool(retry), "assumed": .bool(isAssumed),
            ]
            params["revert"] = within.map { ["within": .double($0)] }
            return params
        }
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
        guard let connection else { return }
        for screen in panel.screens { try await PanelPublisher.require(screen: screen.id, connection) }
    }

    /// Asks for a screen without publishing it.
    ///
    /// - Throws: `RemoteError` that names the owner, if another program has it.
    static func require(screen id: String, _ connection: Connection) async throws {
        let empty: JSON = ["id": .string(id), "body": ["kind": "divider"]]
        _ = try await connection.call("screen.put", ["screen": empty, "dryRun": true])
    }

    /// Sends what differs. The claims come first: an agent whose claim is refused publishes nothing.
    ///
    /// A change may have begun between the question whether a thing is busy and its release. Then nothing is published.
    ///
    /// - Parameter unsettled: the ids of things that nothing reads, with changes whose outcome will be reported.
    /// - Throws: what `Connection.call` throws.
    mutating func update(
        _ panel: ExpandedPanel, _ things: [Thing], unsettled: Set<String> = []
    ) async throws -> Outcome {
        guard let connection else { return .published(claimed: []) }
        let held = try await release(things, panel.atMost, connection)
        guard held.isEmpty else { return .held(held) }
        let claimed = try await claim(things, panel.atMost, unsettled, connection)
        try await releaseFormer(panel, connection)
        let publication = Publication(panel)
        let steps = publication.steps(after: published)
        let gone = steps.filter { $0.call.method == "screen.remove" }.compactMap { $0.call.params["id"]?.stringValue }
        await OpenQuestions.close(Set(gone), connection)
        for step in steps {
            do {
                _ = try await connection.call(step.call.method, step.call.params)
            } catch let error as RemoteError where step.isRemoval && error.data["rule"] == "owner" {
                // It is another program's meanwhile: a row may have moved from one file to another.
            }
            published.apply(step)
        }
        published = publication
        try await bind(panel.buttons, connection)
        return .published(claimed: claimed)
    }

    private static func wantedClaims(_ things: [Thing], _ atMost: Int) -> [String: Claim] {
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
        let wanted = PanelPublisher.wantedClaims(things, atMost)
        // A claim with other settings is a new one.
        let gone = claims.filter { wanted[$0.key] != $0.value }.map(\.key)
        guard !gone.isEmpty else { return [] }
        var held: Set<String> = []
        for ids in PanelPublisher.parts(gone.sorted()) {
            let result = try await connection.call("bind.release", ["ids": .array(ids.map { .string($0) })])
            for id in ids { claims[id] = nil }
            held.formUnion(result["held"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        }
        return held.subtracting(wanted.keys)
    }

    /// - Returns: the things that have been claimed, or claimed again.
    private mutating func claim(
        _ things: [Thing], _ atMost: Int, _ unsettled: Set<String>, _ connection: Connection
    ) async throws -> Set<String> {
        let new = PanelPublisher.wantedClaims(things, atMost).filter { claims[$0.key] == nil }
        var first = new
        // Where a state is assumed, the daemon expects no report of a change that it was asked for before it was started again.
        for id in unsettled { first[id]?.isAssumed = false }
        for (claim, ids) in PanelPublisher.grouped(first) {
            _ = try await connection.call("bind.claim", claim.params(ids))
            for id in ids { claims[id] = new[id] }
        }
        self.unsettled.subtract(new.keys)
        self.unsettled.formUnion(unsettled.intersection(new.keys))
        return Set(new.keys)
    }

    /// The change of a thing that nothing reads has ended. If the daemon waits for that, it is told of a failure, and does not
    /// expect a report of its state any more.
    mutating func settle(_ id: String, _ failure: CarrierEvents.Failure?) async throws {
        guard let connection, unsettled.contains(id), let claim = claims[id] else { return }
        let report = failure.map { ["id": .string(id), "value": $0.value, "failed": .string($0.reason)] as JSON.Object }
        if let report, report["value"] != .null { _ = try await connection.call("bind.report", report) }
        _ = try await connection.call("bind.claim", claim.params([id]))
        unsettled.remove(id)
        // The daemon has taken the change back, and does not know why.
        if let failure, failure.value == .null {
            _ = try await connection.call("bind.report", ["id": .string(id), "failed": .string(failure.reason)])
        }
    }

    /// The claims of a new publication, as calls.
    static func claims(of things: [Thing], atMost: Int) -> [Publication.Call] {
        grouped(wantedClaims(things, atMost)).map { .init(method: "bind.claim", params: $0.params($1)) }
    }

    /// The ids of each kind of claim.
    private static func grouped(_ wanted: [String: Claim]) -> [(Claim, [String])] {
        Dictionary(grouping: wanted.sorted { $0.key < $1.key }, by: \.value).flatMap { claim, things in
            parts(things.map(\.key)).map { (claim, $0) }
        }
    }

    /// Ids for one call each.
    private static func parts(_ ids: [String]) -> [[String]] {
        stride(from: 0, to: ids.count, by: ClaimRequest.mostIDs).map {
            Array(ids[$0..<min($0 + ClaimRequest.mostIDs, ids.count)])
        }
    }

    /// Releases the claims of disconnected programs on things that this file only declares. Such a thing cannot be set while
    /// it waits for a program that no longer carries it out.
    private mutating func releaseFormer(_ panel: ExpandedPanel, _ connection: Connection) async throws {
        for id in panel.declarations.thingIDs.subtracting(claims.keys).subtracting(released).sorted() {
            released.insert(id)
            // Refused if nobody has claimed it, or if a connected program has: then the declaration below is refused, with the reason.
            do { _ = try await connection.call("bind.release", ["ids": [.string(id)]]) } catch is RemoteError {}
        }
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
