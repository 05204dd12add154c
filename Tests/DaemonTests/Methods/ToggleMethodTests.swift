import FasciaDocument
import TestSupport
import Testing

@Suite struct ToggleMethodTests {
    private let client: JSONClient
    private let daemon: DaemonProcess

    init() throws { (daemon, client) = try Fixture.panel() }

    @Test func getTellsAGroupWithAllBelowIt() throws {
        let extras: JSON = [
            "id": "extras", "title": "Extras", "state": "mixed", "enabled": true,
            "options": [
                ["id": "extras/cheese", "title": "cheese", "state": "on", "enabled": true],
                ["id": "extras/ham", "title": "Ham", "state": "off", "enabled": true],
                ["id": "extras/mushrooms", "title": "mushrooms", "state": "off", "enabled": true],
            ],
        ]
        #expect(try client.call("toggle.get", ["id": "extras"]) == extras)
        #expect(try client.call("toggle.get") == ["groups": [extras]])
        #expect(
            try client.call("toggle.get", ["id": "extras/ham"])
                == ["id": "extras/ham", "title": "Ham", "state": "off", "enabled": true])
    }

    @Test func flipAnswersTheNewState() throws {
        #expect(
            try client.call("toggle.flip", ["id": "extras"]) == ["revision": 2, "changed": true, "state": "on"])
        #expect(
            try client.call("toggle.flip", ["id": "extras/ham"]) == ["revision": 3, "changed": true, "state": "off"])
    }
}
