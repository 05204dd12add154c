import FasciaDocument
import FasciaModel
import FasciaRender
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

@Suite(.mustEnd) struct FinderTests {
    private func finder(_ parts: Parts) -> Finder {
        let gestures = Gestures(
            live: parts.live, clients: parts.clients, screens: parts.screens, executor: parts.executor, actions: parts.actions,
            rows: parts.rows, approvals: parts.approvals)
        return Finder(live: parts.live, gestures: gestures, questions: parts.questionSheets)
    }

    /// What a press of Space leads to is not said of a switch that nobody knows.
    @Test func anUnknownSwitchIsNotTurnedOnOrOff() throws {
        let parts = try Parts()
        let finder = finder(parts)
        let client = parts.client()
        try parts.apply("toggle.declare", ["group": ["id": "g", "options": [["id": "a", "title": "Lamp"]]]])
        func apply(_ command: Command, client: Int? = 7) throws {
            let (changes, effects) = try parts.live.apply(command, by: Sender(client: client, name: "agent"))
            parts.live.append(changes, effects, cause: .ofDaemon("test"))
        }
        func rows() -> [String] {
            var palette = FindPalette()
            palette.text = "lamp"
            palette = finder.updated(palette, stack: "main", for: client, wasOpen: false)
            palette.updateStates(in: parts.live.panel)
            return palette.rows.map { "\($0.state): \($0.operation)" }
        }
        func found() throws -> JSON? { try finder.find(UIFind("lamp"), client)["found"]?.arrayValue?.first }
        #expect(rows() == ["off: turn on"])
        #expect(try found()?["condition"] == nil)
        var claim = ClaimRequest()
        claim.ids = [ThingPattern("g/a")]
        try apply(.claim(claim))
        #expect(rows() == ["unknown: switch"])
        #expect(try found()?["state"] == "unknown")
        #expect(try found()?["conditions"] == ["unknown"])
        #expect(try found()?["condition"] == ["claimer": "agent", "unknown": true])
        try apply(.reportThing(ThingID("g/a"), .value(true, failure: nil)))
        #expect(rows() == ["on: turn off"])
        try apply(.leave(clients: [7], reason: "it ended"), client: nil)
        #expect(rows() == ["on (stale): turn off"])
        #expect(try found()?["conditions"] == ["stale"])
    }

    /// While a palette is open, only new things make the index again: a panel may change all the time.
    @Test func anOpenPaletteSearchesAgainOnlyForNewThings() throws {
        let parts = try Parts()
        let finder = finder(parts)
        let client = parts.client()
        func search(wasOpen: Bool) -> [String] {
            var palette = FindPalette()
            palette.text = "load"
            return finder.updated(palette, stack: "main", for: client, wasOpen: wasOpen).rows.map { "\($0.title) \($0.state)" }
        }
        finder.take(Turn(revision: 0, changes: try parts.apply("value.set", ["key": "load", "value": 1]), cause: nil))
        #expect(search(wasOpen: false) == ["load 1"])
        finder.take(Turn(revision: 0, changes: try parts.apply("value.set", ["key": "load", "value": 2]), cause: nil))
        #expect(search(wasOpen: true) == ["load 1"], "the palette itself shows the current state")
        finder.take(Turn(revision: 0, changes: try parts.apply("value.set", ["key": "loader", "value": 3]), cause: nil))
        #expect(search(wasOpen: true) == ["load 2", "loader 3"])
        finder.take(Turn(revision: 0, changes: try parts.apply("value.set", ["key": "load", "value": 4]), cause: nil))
        #expect(search(wasOpen: false) == ["load 4", "loader 3"])
    }
}
