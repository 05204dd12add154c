import FasciaClient
import FasciaDocument

/// What another program has that an edit needs: a screen, or a thing that is carried out. It may let go of it, as when a row is
/// moved from one file to another, whichever of them is saved first.
struct Holding: Hashable, Sendable {
    private let screen: String?
    private let thing: String?
    private let holder: String

    /// - Parameter refusal: the daemon's. `nil` is made of one that does not say who has what.
    init?(_ refusal: RemoteError) {
        guard let holder = refusal.data["holder"]?.stringValue else { return nil }
        screen = refusal.data["screen"]?.stringValue
        thing = refusal.data["id"]?.stringValue
        guard screen != nil || thing != nil else { return nil }
        self.holder = holder
    }

    /// What is watched for `news`.
    var topics: [String] { screen.map { ["removed:" + $0, "orphaned:" + $0] } ?? ["claimed:" + holder] }

    /// What an event says of the holder.
    enum News {
        /// It has let go of something, or may have.
        case ended
        /// It has disconnected. If it comes back, what it had is still its own.
        case absent
    }

    func news(in item: ReconnectingWatch.Item) -> News? {
        if case .gap = item { return .ended }
        guard case .event(let event) = item else { return nil }
        let changes = event["changes"]?.arrayValue ?? []
        let claims = changes.filter { $0["kind"] == "claimed" && $0["reason"] != nil }
        let releases: [JSON] = ["released", "its last change is over"]
        if changes.contains(where: { $0["kind"] == "removed" })
            || claims.contains(where: { releases.contains($0["reason"] ?? .null) })
        {
            return .ended
        }
        let isOrphaned = changes.contains { $0["kind"] == "orphaned" && $0["to"] == true }
        return isOrphaned || !claims.isEmpty ? .absent : nil
    }

    /// How long a holder that has disconnected may take to come back: its service is restarted, or its daemon.
    static let absence = Duration.seconds(15)

    /// Whether a panel that is published has it.
    func isPart(of panel: ExpandedPanel) -> Bool {
        panel.screens.contains { $0.id == screen } || thing.map(panel.declarations.thingIDs.contains) == true
    }

    /// Asks for it in a way that changes nothing while another program has it. Otherwise two files that wait for each other would
    /// try in turns for ever.
    func isFree(_ connection: Connection) async -> Bool {
        do {
            if let screen {
                try await PanelPublisher.require(screen: screen, connection)
            } else if let thing {
                _ = try await connection.call("bind.claim", ["ids": [.string(thing)]])
                _ = try await connection.call("bind.release", ["ids": [.string(thing)]])
            }
            return true
        } catch {
            return false
        }
    }
}
