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

    @Test func setIsIdempotent() throws {
        #expect(try client.call("toggle.set", ["id": "extras/ham", "on": true]) == ["revision": 2, "changed": true])
        #expect(try client.call("toggle.set", ["id": "extras/ham", "on": true]) == ["revision": 2, "changed": false])
    }

    @Test func flipAnswersTheNewState() throws {
        #expect(
            try client.call("toggle.flip", ["id": "extras"]) == ["revision": 2, "changed": true, "state": "on"])
        #expect(
            try client.call("toggle.flip", ["id": "extras/ham"]) == ["revision": 3, "changed": true, "state": "off"])
    }

    @Test func flipWithExpectNeverCancelsAnotherFlip() throws {
        let other = try daemon.client()
        #expect(try client.call("toggle.flip", ["id": "extras/ham", "expect": "off"])["state"] == "on")
        let error = try other.failure("toggle.flip", ["id": "extras/ham", "expect": "off"])
        #expect(error["code"] == -32002)
        #expect(error["data"] == ["reason": "conflict", "id": "extras/ham", "expect": "off", "state": "on"])
        #expect(error.message == "\"extras/ham\" is on, not off")
        #expect(try client.state(of: "extras/ham") == "on")
        #expect(try other.call("toggle.flip", ["id": "extras/ham", "expect": true])["state"] == "off")
    }

    @Test func declaringAgainKeepsTheValuesOfWhatStays() throws {
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        let again: JSON = ["group": ["id": "extras", "options": [["id": "olives", "on": true], ["id": "ham"]]]]
        #expect(try client.call("toggle.declare", again).changed == true)
        #expect(try client.state(of: "extras/ham") == "on")
        #expect(try client.state(of: "extras") == "on")
        #expect(try client.failure("toggle.get", ["id": "extras/cheese"]).reason == "notFound")
        #expect(try client.call("toggle.declare", again).changed == false)
    }

    @Test func disabledOptionsIgnoreTapsAndMastersButNotSet() throws {
        #expect(try client.call("toggle.enable", ["id": "extras/ham", "enabled": false]).changed == true)
        #expect(try client.call("toggle.enable", ["id": "extras/ham", "enabled": false]).changed == false)
        let error = try client.failure("toggle.flip", ["id": "extras/ham"])
        #expect(error["code"] == -32004)
        #expect(error.message == "option \"extras/ham\" is disabled: it takes no taps, only toggle.set")
        try client.call("toggle.set", ["id": "extras", "on": true])
        #expect(try client.state(of: "extras/ham") == "off")
        #expect(try client.state(of: "extras") == "mixed")
        #expect(try client.call("toggle.set", ["id": "extras/ham", "on": true]).changed == true)
        #expect(try client.state(of: "extras") == "on")
    }

    @Test func aRuleRefusesTheWholeCommand() throws {
        try client.call(
            "toggle.declare",
            [
                "group": [
                    "id": "size", "rules": ["exclusive": true],
                    "options": [["id": "small", "on": true], ["id": "large"]],
                ]
            ])
        try client.watch()
        let error = try client.failure("toggle.set", ["id": "size/small", "on": false])
        #expect(error["code"] == -32004)
        #expect(error[at: "data/rule"] == "exclusive")
        #expect(error[at: "data/options"] == ["size/small"])
        try client.call("toggle.set", ["id": "size/large", "on": true])
        #expect(
            try client.notification()["changes"] == [
                ["kind": "option", "id": "size/large", "from": false, "to": true, "why": "direct"],
                ["kind": "option", "id": "size/small", "from": true, "to": false, "why": "exclusive"],
            ])
    }

    @Test func anIndependentGroupHasNoMaster() throws {
        try client.call(
            "toggle.declare",
            [
                "group": ["id": "radio", "independent": true, "options": [["id": "a"], ["id": "b"]]]
            ])
        let group = try client.call("toggle.get", ["id": "radio"])
        #expect(group["independent"] == true)
        #expect(group["state"] == nil)
        #expect(try client.failure("toggle.set", ["id": "radio", "on": true]).reason == "refused")
    }

    @Test func removeTakesAWholeGroup() throws {
        #expect(try client.failure("toggle.remove", ["id": "extras/ham"]).reason == "invalid")
        #expect(try client.call("toggle.remove", ["id": "extras"]) == ["revision": 2, "changed": true])
        #expect(try client.failure("toggle.remove", ["id": "extras"]).reason == "notFound")
        #expect(try client.call("toggle.get") == ["groups": []])
    }
}
