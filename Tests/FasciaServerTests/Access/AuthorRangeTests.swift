import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// What an author's screen can make others do: a press has the rights of whoever presses, so neither an author nor an operator gets
/// anything by the other that they could not do alone.
@Suite(.mustEnd) struct AuthorRangeTests {
    private let bench = try! AccessBench()

    /// An author of services, whose screen has a button for the network, and one whose action another agent handles.
    private func publish() throws -> LocalPeer {
        let author = try bench.user(
            "grant:\n  - {user: bob, role: author, bind: true, on: [\"option:services/**\", \"screen:svc\", \"nav:main\"]}")
        try author.call(
            "screen.put",
            [
                "screen": [
                    "id": "svc",
                    "body": [
                        "kind": "vstack",
                        "children": [
                            [
                                "kind": "button", "id": "trap", "label": "Harmless",
                                "tap": ["method": "toggle.set", "params": ["id": "network/eth0", "on": true]],
                            ],
                            ["kind": "button", "id": "reboot", "label": "Harmless, too", "emit": "onTapped-reboot"],
                        ],
                    ],
                ]
            ])
        try author.call("nav.push", ["screen": "svc"])
        return author
    }

    private static let operatorOfServices =
        "grant:\n  - {user: bob, role: operator, on: [\"option:services/**\", \"nav:main\", \"screen:svc\"]}"

    @Test func aButtonOfAnAuthorDoesNothingThatItsAuthorAndItsUserMayNot() throws {
        let agent = bench.owner
        try agent.call("bind.claim", ["ids": ["network/**"]])
        try agent.call("bind.report", ["id": "network/eth0", "value": false])
        let author = try publish()
        for peer in [author, try bench.user(Self.operatorOfServices)] {
            #expect(try peer.message("ui.tap", ["node": "trap"]) == "you have no right to operate option:network/eth0")
            #expect(try peer.message("ui.tap", ["node": "reboot"]) == "you have no right to operate action:onTapped-reboot")
        }
        try agent.call("sync")
        #expect(!agent.takeNotifications().contains { $0["method"] == "carryOut" || $0["method"] == "action" })
        #expect(try agent.state(of: "network/eth0") == "off")
    }

    /// What is asked for is the user's own request: it is recorded as theirs, and an approval shows what it really is.
    @Test func whoMayOperateItRequestsItThemselves() throws {
        let user = try bench.user("grant:\n  - {user: bob, role: operator, on: [\"**\"]}")
        _ = try publish()
        #expect(try user.reason("ui.tap", ["node": "trap"]) == nil)
        let cause = try bench.owner.call("history.get", ["id": "network/eth0"])["events"]?.arrayValue?.last?["cause"]
        #expect(cause?["uid"] == 1001 && cause?["method"] == "ui.tap")
    }

    @Test func anOperatorMakesNoAgentRunAnythingBesideItsThings() throws {
        let user = try bench.user("grant:\n  - {user: bob, role: operator, on: [\"**\"]}")
        let screen: JSON = ["id": "svc", "body": ["kind": "button", "label": "x", "emit": "onTapped-reboot"]]
        let refused: [(String, JSON)] = [
            ("toggle.declare", ["group": ["id": "network", "options": [["id": "new"]]]]), ("screen.put", ["screen": screen]),
            ("bind.claim", ["ids": ["services/new"]]), ("action.bind", ["screen": "box", "names": ["*"]]),
            ("picker.elements", ["id": "clock/zone", "elements": [["id": "$(reboot)"]]]),
            ("value.declare", ["key": "new", "kind": "string"]),
        ]
        for (method, params) in refused { #expect(try user.reason(method, params) == "denied", "\(method)") }
        #expect(try user.reason("picker.pick", ["id": "clock/zone", "element": "$(reboot)"]) == "notFound")
    }

    /// A declaration replaces the whole group, or the whole picker, with what others have in it.
    @Test func aDeclarationIsAboutAllThatItReplaces() throws {
        let component: (String) -> JSON = { ["id": .string($0), "elements": [["id": "a"]], "selection": "a"] }
        try bench.owner.call("picker.declare", ["picker": ["id": "pk", "components": [component("one"), component("two")]]])
        let author = try bench.user(
            "grant:\n  - {user: bob, role: author, on: [\"option:services/nginx\", \"picker:pk\", \"picker:pk/one\"]}")
        let nginx: JSON = ["group": ["id": "services", "title": "Mine", "options": [["id": "nginx"]]]]
        let one: JSON = ["picker": ["id": "pk", "components": [component("one")]]]
        for (method, params) in [("toggle.declare", nginx), ("picker.declare", one)] {
            #expect(try author.reason(method, params) == "denied", "\(method)")
            #expect(try author.reason("batch", ["commands": [["method": .string(method), "params": params]]]) == "denied")
        }
        // Who carries out something hidden is not told either.
        try bench.owner.call("bind.claim", ["ids": ["services/redis"]])
        let message = try author.message("toggle.declare", nginx)
        #expect(message?.hasPrefix("toggle.declare needs the right author on option:services/**, ") == true, "\(message ?? "")")
        try bench.owner.call("bind.release", ["ids": ["services/redis"]])
        #expect(try bench.owner.state(of: "services/redis") == "off")
        #expect(try bench.owner.call("picker.get", ["id": "pk"])["components"]?.arrayValue?.count == 2)
        let ofAll = try bench.user(
            "grant:\n  - {user: bob, role: author, on: [\"option:services/**\", \"picker:pk\", \"picker:pk/*\"]}")
        for (method, params) in [("toggle.declare", nginx), ("picker.declare", one)] {
            #expect(try ofAll.reason(method, params) == nil, "\(method)")
        }
    }

    @Test func anUndoOfADeclarationNeedsTheRightToAllOfIt() throws {
        let owner = bench.owner
        let users = try ["operator", "author"].map { role in
            try bench.user("grant:\n  - {user: bob, role: \(role), on: [\"value:cpu\", \"option:services/nginx\"]}")
        }
        func expectDenied(_ what: String) throws {
            let before = try owner.call("toggle.get")["groups"]
            for user in users {
                for params in [[:], ["dryRun": true], ["uid": 0]] as [JSON] {
                    let message = try user.message("history.undo", params)
                    #expect(message?.contains("would change something that you do not see") == true, "\(what): \(message ?? "")")
                }
            }
            #expect(try owner.call("toggle.get")["groups"] == before)
        }
        try owner.call("toggle.declare", ["group": ["id": "net", "options": [["id": "firewall", "on": true]]]])
        try expectDenied("declared")
        try owner.call("toggle.remove", ["id": "net"])
        try expectDenied("removed")
        try owner.call("picker.declare", ["picker": ["id": "pk", "components": [["id": "one", "elements": [["id": "a"]]]]]])
        try expectDenied("a picker declared")
        try owner.call("picker.remove", ["id": "pk"])
        try expectDenied("a picker removed")
        let author = try bench.user("grant:\n  - {user: bob, role: author, on: [\"picker:pk\", \"picker:pk/one\"]}")
        #expect(try author.reason("history.undo") == nil)
    }
}
