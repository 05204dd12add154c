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

    /// What is watched for `isEnded`.
    var topics: [String] { screen.map { ["removed:" + $0] } ?? ["claimed:" + holder] }

    /// Whether the holder has let go of something, or may have. A holder that has disconnected comes back, and finds what it had.
    func isEnded(by item: ReconnectingWatch.Item) -> Bool {
        if case .gap = item { return true }
        guard case .event(let event) = item else { return false }
        let changes = event["changes"]?.arrayValue ?? []
        let reasons: [JSON] = ["released", "its last change is over"]
        return changes.contains { change in
            change["kind"] == "removed" || change["kind"] == "claimed" && change["reason"].map(reasons.contains) == true
        }
    }

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
