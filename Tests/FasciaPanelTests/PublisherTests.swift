import FasciaClient
import FasciaDocument
import TestSupport
import Testing

@testable import FasciaPanel

/// What an agent sends to a real daemon.
@Suite(.mustEnd) struct PublisherTests {
    private let daemon: DaemonProcess

    init() throws { daemon = try DaemonProcess() }

    /// It is asked for between the question whether it has a change and its release.
    @Test func aThingWhoseChangeBeganBeforeItsReleaseRemainsUntilThatIsOver() async throws {
        let text = panel(
            """
            - each: {from: [links], id: line}
              switch: link/{line}
              on: [up, "{line}"]
              off: [down, "{line}"]
              status: [up, "{line}"]
            """)
        let file = try #require(parse(text).file)
        let command = try #require(RowSources(file, missing: []).sources.first).command
        var data = ExpandedPanel.Data()
        data.rows[command] = [["line": "a"], ["line": "b"]]
        let before = ExpandedPanel(file, data)
        data.rows[command] = [["line": "a"]]
        let after = ExpandedPanel(file, data)

        let connection = try await Connection.open(path: daemon.socketPath, timeout: nil, acceptsRequests: true)
        try await connection.hello(name: "agent")
        var publisher = PanelPublisher(connection)
        #expect(try await publisher.update(before, Thing.all(before)) == .published(claimed: ["link/a", "link/b"]))
        _ = try await connection.call("bind.report", ["id": "link/b", "value": false])
        _ = try daemon.fascia(["toggle", "set", "link/b", "on"]).checked()
        #expect(try await publisher.update(after, Thing.all(after)) == .held(["link/b"]))
        #expect(try daemon.fascia(["toggle", "list"]).checked().output.contains("b"), "nothing is published")
        let kept = ExpandedPanel(file, data, keeping: ["link/b"], of: before)
        #expect(try await publisher.update(kept, Thing.all(kept)) == .published(claimed: ["link/b"]))

        for try await notification in connection.notifications {
            guard let change = CarryOut(notification) else { continue }
            #expect(change.id == "link/b" && change.to == true)
            connection.complete(change)
            break
        }
        _ = try daemon.fascia(["wait", "toggle", "link/b", "on", "--timeout", "inf"]).checked()
        #expect(try await publisher.update(after, Thing.all(after)) == .published(claimed: []))
        connection.close()
    }
}
