import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// Roles of the access file with `needs: {reason: true}`.
@Suite(.mustEnd) struct ReasonTests {
    private let bench = try! AccessBench()

    private static let careful =
        "roles: {careful: {extends: operator, needs: {reason: true}}}\ngrant:\n  - {user: bob, role: careful}"

    private func cause(_ peer: LocalPeer, of id: String) throws -> JSON? {
        try peer.call("history.get", ["id": .string(id)])["events"]?.arrayValue?.last?["cause"]
    }

    @Test func aChangeWithoutAReasonIsRefused() throws {
        let bob = try bench.user(Self.careful)
        let refusal = try bob.reply("toggle.set", ["id": "services/nginx", "on": true])["error"]
        #expect(
            refusal?["message"]?.stringValue
                == "toggle.set on option:services/nginx needs a reason, as line 3 of /access.yaml says: give one with --reason, or as "
                + "reason in the request or in daemon.hello")
        #expect(refusal?[at: "data/needs"] == "reason" && refusal?[at: "data/rule"] == "/access.yaml:3")
        #expect(try bob.reason("toggle.set", ["id": "services/nginx", "on": true]) == "denied")
        #expect(try bob.reason("toggle.get", ["id": "services/nginx"]) == nil, "nobody says why they look")
        try bob.call("toggle.set", ["id": "services/nginx", "on": true, "reason": "the site is down"])
        #expect(try cause(bench.owner, of: "services/nginx")?["reason"] == "the site is down")
    }

    @Test(
        arguments: [
            ("ui.tap", ["node": "eth0"]), ("ui.tap", ["node": "button"]), ("history.undo", ["steps": 1]),
            ("batch", ["commands": [["method": "value.set", "params": ["key": "cpu", "value": 8]]]]),
            ("action.send", ["entry": "e1", "name": "go"]), ("ask.open", ["id": "q", "kind": "confirm", "title": "?"]),
        ] as [(String, JSON)])
    func whateverChangesSomethingNeedsOne(_ method: String, _ params: JSON) throws {
        try bench.owner.call("toggle.set", ["id": "services/redis", "on": true])
        let bob = try bench.user(Self.careful)
        #expect(try bob.message(method, params)?.contains("needs a reason, as line 3") == true)
        // One for all that this connection does.
        try bob.call("daemon.hello", ["reason": "night shift"])
        #expect(try bob.reason(method, params) != "denied")
    }

    @Test func anotherGrantWithoutThatIsEnough() throws {
        let bob = try bench.user(Self.careful + "\n  - {group: staff, role: operator, on: [\"option:network/**\"]}")
        #expect(try bob.reason("toggle.set", ["id": "network/eth0", "on": true]) == nil)
        #expect(try bob.reason("toggle.set", ["id": "services/nginx", "on": true]) == "denied")
    }

    /// What was filled in is there still, for whoever says why on another connection, or gets the right.
    @Test func anAnswerThatIsRefusedIsNotLost() throws {
        let bob = try bench.user(Self.careful)
        try bench.owner.call("ask.open", ["kind": "input", "id": "q", "title": "Name?"])
        let terminal = try #require(
            try bob.call("terminal.attach", ["columns": 60, "rows": 14, "colors": "none"])["terminal"])
        func press(_ key: String) throws -> JSON {
            try bob.reply("terminal.key", ["terminal": terminal, "key": .string(key)])
        }
        for key in "attic" { _ = try press(String(key)) }
        #expect(try press("enter")[at: "error/data/needs"] == "reason")
        #expect(try bob.call("ui.render", ["terminal": terminal])["data"]?.stringValue?.contains("attic") == true)
        try bob.call("daemon.hello", ["reason": "night shift"])
        #expect(try press("enter")["error"] == nil)
        let asked = try bench.owner.call("ask.list", ["id": "q"])
        #expect(asked[at: "questions/0/answer"] == "attic", "\(asked.text)")
    }

    @Test func aRequestSaysItBetterThanItsConnection() throws {
        let bob = try bench.user(Self.careful)
        try bob.call("daemon.hello", ["reason": "night shift"])
        try bob.call("value.set", ["key": "cpu", "value": 2])
        #expect(try cause(bench.owner, of: "cpu")?["reason"] == "night shift")
        try bob.call("value.set", ["key": "cpu", "value": 3, "reason": "too hot"])
        #expect(try cause(bench.owner, of: "cpu")?["reason"] == "too hot")
    }

    @Test(arguments: [("  ", "expected a reason, found only blanks"), ("a\nb", "found a control character")])
    func aReasonIsALineOfText(_ reason: String, _ problem: String) throws {
        let message = try bench.owner.message("value.set", ["key": "cpu", "value": 2, "reason": .string(reason)])
        #expect(message?.contains(problem) == true, "\(message ?? "")")
    }
}
