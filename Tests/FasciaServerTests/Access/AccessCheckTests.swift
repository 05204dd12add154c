import FasciaAccess
import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// What users may do whose rights are limited by an access file.
@Suite(.mustEnd) struct AccessCheckTests {
    private let bench = try! AccessBench()

    private static let operatorOfServices = """
        grant:
          - {user: bob, role: operator, on: ["option:services/**", "nav:**", "screen:**", "value:cpu"]}
          - {user: bob, role: viewer, on: ["option:network/eth0"]}
        """

    @Test func aSwitchInTheRangeIsSet_andAnotherIsNot() throws {
        let bob = try bench.user(Self.operatorOfServices)
        #expect(try bob.call("toggle.set", ["id": "services/nginx", "on": true])["changed"] == true)
        let denied = try bob.reply("toggle.set", ["id": "network/eth0", "on": true])
        #expect(denied[at: "error/data/reason"] == "denied")
        #expect(denied[at: "error/data/right"] == "operate")
        #expect(denied[at: "error/data/held"] == "view")
        #expect(denied[at: "error/data/add"]?.stringValue?.hasSuffix(", role: operator, on: [\"option:network/eth0\"]}") == true)
        #expect(try bob.reason("toggle.set", ["id": "network/wifi", "on": true]) == "denied")
        #expect(try bench.owner.state(of: "network") == "off")
    }

    @Test func whatIsDeniedDoesNotTellWhetherItExists() throws {
        let bob = try bench.user(Self.operatorOfServices)
        #expect(
            try bob.message("value.get", ["key": "secret"])?.replacing("secret", with: "X")
                == bob.message("value.get", ["key": "nothing"])?.replacing("nothing", with: "X"))
    }

    @Test func aGroupNeedsTheRightToEachOfItsSwitches() throws {
        let bob = try bench.user(
            "grant:\n  - {user: bob, role: operator, on: [\"option:services/**\"], except: [\"option:services/redis\"]}")
        #expect(try bob.reason("toggle.set", ["id": "services", "on": true]) == "denied")
        #expect(try bob.reason("toggle.set", ["id": "services/nginx", "on": true]) == nil)
    }

    /// The rules of a panel switch other things than the command names.
    @Test func aConsequenceNeedsTheRightToo() throws {
        try bench.owner.call(
            "toggle.declare",
            ["group": ["id": "mode", "rules": ["exclusive": true], "options": [["id": "a", "on": true], ["id": "b"]]]])
        let bob = try bench.user("grant:\n  - {user: bob, role: operator, on: [\"option:mode/b\"]}")
        #expect(
            try bob.message("toggle.set", ["id": "mode/b", "on": true])?.hasPrefix(
                "toggle.set, which would change it, needs the right operate on option:**, and ") == true)
        #expect(try bench.owner.state(of: "mode/a") == "on")
    }

    @Test func anUndoTakesBackOnlyWhatMayBeChanged() throws {
        let bob = try bench.user(Self.operatorOfServices)
        try bob.call("toggle.set", ["id": "services/nginx", "on": true])
        #expect(try bob.reason("history.undo") == nil)
        try bench.owner.call("toggle.set", ["id": "network/wifi", "on": true])
        #expect(try bob.reason("history.undo") == "denied")
        #expect(try bench.owner.state(of: "network/wifi") == "on")
    }

    @Test func aBatchNeedsTheRightsOfAllItsCommands() throws {
        let bob = try bench.user(Self.operatorOfServices)
        func batch(_ ids: String...) -> JSON {
            ["commands": .array(ids.map { ["method": "toggle.set", "params": ["id": .string($0), "on": true]] })]
        }
        #expect(try bob.reason("batch", batch("services/nginx", "network/wifi")) == "denied")
        #expect(try bench.owner.state(of: "services/nginx") == "off")
        #expect(try bob.reason("batch", batch("services/nginx", "services/redis")) == nil)
    }

    @Test func aGestureNeedsTheRightOfItsCommand() throws {
        let bob = try bench.user(Self.operatorOfServices)
        #expect(try bob.reason("ui.tap", ["node": "group:nginx"]) == nil)
        #expect(try bench.owner.state(of: "services/nginx") == "on")
        #expect(try bob.message("ui.tap", ["node": "eth0"]) == "you have no right to operate option:network/eth0")
        #expect(try bob.reason("ui.tap", ["node": "button"]) == nil)
        let viewer = try bench.user(
            "grant:\n  - {user: bob, role: operator, on: [\"option:services/**\"]}\n  - {user: bob, role: viewer, on: [\"**\"]}")
        #expect(try viewer.reason("ui.tap", ["node": "button"]) == "denied")
    }

    @Test func authorsDeclareClaimAndBindWithinTheirRangeOnly() throws {
        let agent = try bench.user(
            "grant:\n  - {user: bob, role: author, bind: true, on: [\"option:services/**\", \"screen:box\", \"value:services/*\"]}"
        )
        #expect(try agent.reason("bind.claim", ["ids": ["services/**"]]) == nil)
        for ids in [["**"], ["network/**"], ["services/nginx", "network/eth0"], ["value:cpu"], ["*/nginx"]] {
            #expect(try agent.reason("bind.claim", ["ids": .array(ids.map { .string($0) })]) == "denied", "\(ids)")
        }
        #expect(try agent.reason("toggle.declare", ["group": ["id": "services", "options": [["id": "new"]]]]) == nil)
        #expect(try agent.reason("toggle.declare", ["group": ["id": "other", "options": [["id": "new"]]]]) == "denied")
        #expect(try agent.reason("toggle.remove", ["id": "network"]) == "denied")
        #expect(try agent.reason("value.declare", ["key": "services/x", "kind": "int"]) == nil)
        #expect(try agent.reason("value.declare", ["key": "cpu", "kind": "int"]) == "denied")
        #expect(try agent.reason("action.bind", ["screen": "box", "names": ["*"]]) == nil)
        #expect(try agent.reason("action.bind", ["screen": "net", "names": ["*"]]) == "denied")
        #expect(try agent.reason("screen.put", ["screen": ["id": "net", "body": ["kind": "text", "text": "x"]]]) == "denied")
        #expect(try agent.reason("daemon.shutdown") == "denied")
    }

    @Test func anAuthorWithoutBindClaimsNothing() throws {
        let author = try bench.user("grant:\n  - {user: bob, role: author, on: [\"option:services/**\"]}")
        let denied = try author.reply("bind.claim", ["ids": ["services/**"]])
        #expect(denied[at: "error/data/right"] == "bind")
        #expect(
            denied[at: "error/data/add"]?.stringValue?.hasSuffix(", role: author, on: [\"option:services/**\"], bind: true}")
                == true)
    }

    // MARK: - Reading

    @Test func onlyWhatIsSeenIsRead() throws {
        let bob = try bench.user(Self.operatorOfServices)
        func ids(_ method: String, _ list: String, _ id: String = "id") throws -> [String] {
            try (bob.call(method)[list]?.arrayValue ?? []).compactMap { $0[id]?.stringValue }
        }
        #expect(try ids("toggle.get", "groups") == ["services", "network"])
        let network = try bob.call("toggle.get", ["id": "network"])
        #expect(network["options"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["network/eth0"])
        #expect(try bob.call("value.get")["values"] == ["cpu": 1])
        #expect(try ids("picker.get", "pickers") == [])
        #expect(try ids("screen.list", "screens") == ["box", "net"])
        let snapshot = try bob.call("watch.start", ["snapshot": true])["snapshot"]
        #expect(snapshot?["values"] == ["cpu": 1])
        #expect(snapshot?["targets"] == [])
        #expect(snapshot?["pickers"] == [])
    }

    @Test func watchesAndTheHistoryHaveOnlyWhatIsSeen() throws {
        let bob = try bench.user(Self.operatorOfServices)
        try bob.call("watch.start")
        try bench.owner.call("value.set", ["key": "secret", "value": 2])
        try bench.owner.call(
            "batch",
            [
                "commands": [
                    ["method": "value.set", "params": ["key": "secret", "value": 3]],
                    ["method": "value.set", "params": ["key": "cpu", "value": 4]],
                ]
            ])
        try bob.call("sync")
        let events = bob.takeNotifications().filter { $0["method"] == "event" }
        #expect(events.count == 1)
        #expect(events.first?[at: "params/changes"] == [["kind": "value", "key": "cpu", "from": 1, "to": 4]])
        let history = try bob.call("history.get").text
        #expect(history.contains("\"cpu\"") && !history.contains("secret"))
        #expect(try bob.call("history.get", ["id": "secret"])["events"] == [])
    }

    @Test func screensShowOnlyWhatIsSeen_andDimWhatMayNotBeOperated() throws {
        let bob = try bench.user(Self.operatorOfServices)
        let nodes = try bob.call("ui.tree", ["stack": "main"])["nodes"]?.arrayValue ?? []
        func node(_ id: String) -> JSON? { nodes.first { $0["id"]?.stringValue == id } }
        #expect(node("secret")?["value"] == nil && node("secret")?["label"] != "1")
        #expect(node("cpu")?["label"] == "1")
        #expect(node("group:nginx")?["enabled"] == true && node("group:nginx")?["denied"] == nil)
        #expect(node("eth0")?["enabled"] == false)
        #expect(node("eth0")?["denied"] == "you have no right to operate option:network/eth0")
        let picture = try bob.call("ui.render", ["stack": "main"])["data"]?.stringValue ?? ""
        #expect(picture.contains("nginx") && !picture.contains("no value"))
        #expect(try bob.reason("screen.get", ["id": "box"]) == "denied", "the document names what is hidden")
        #expect(try bob.call("ui.find", ["query": "wifi"])["found"] == [])
        #expect(
            try bench.owner.call("ui.tree", ["stack": "main"])["nodes"]?.arrayValue?.allSatisfy { $0["denied"] == nil } == true)
    }

    @Test func aScreenThatIsNotSeenSaysSo() throws {
        let bob = try bench.user("grant:\n  - {user: bob, role: viewer, on: [\"nav:main\"]}")
        #expect(
            try bob.call("ui.render", ["stack": "main"])["data"]?.stringValue?.contains("You may not see this screen.") == true)
        #expect(try bob.reason("screen.get", ["id": "box"]) == "denied")
        let none = try bench.user("grant:\n  - {user: bob, role: viewer, on: [\"option:a\"]}")
        #expect(try none.reason("ui.tree", ["stack": "main"]) == "denied")
        #expect(try none.reason("terminal.attach", ["columns": 40, "rows": 10, "colors": "none"]) == "denied")
    }

    @Test func terminalsShowOnlyWhatIsSeen() throws {
        let bob = try bench.user(Self.operatorOfServices)
        let terminal = try bob.call("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])["terminal"] ?? 0
        let picture = try bob.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        #expect(picture.contains("nginx") && picture.contains("eth0") && !picture.contains("wifi"))
        #expect(try bench.owner.call("ui.render", ["stack": "main"])["data"]?.stringValue?.contains("eth0") == true)
    }

    @Test func aTerminalOfTheSameUserWithOtherRightsIsNotSeen() throws {
        let bob = try bench.user(Self.operatorOfServices)
        let terminal = try bob.call("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])["terminal"] ?? 0
        let other = try bench.user("grant:\n  - {user: bob, role: viewer, on: [\"nav:**\"]}")
        #expect(try other.reason("ui.render", ["terminal": terminal]) == "denied")
        #expect(try bench.owner.reason("ui.render", ["terminal": terminal]) == nil)
    }

    // MARK: - Terminals

    private static let terminal: JSON.Object = ["columns": 40, "rows": 12, "colors": "none"]

    private func attach(_ peer: LocalPeer, _ more: JSON.Object) throws -> JSON {
        var params = Self.terminal
        for member in more.members { params[member.key] = member.value }
        return try peer.reply("terminal.attach", .object(params))
    }

    @Test func theStackOfATerminalsOwnIsNavigatedByItsUserOnly() throws {
        let services = "grant:\n  - {user: NAME, role: operator, on: [\"option:services/**\", \"screen:**\"]}"
        func user(_ uid: UInt32, _ name: String) throws -> LocalPeer {
            LocalPeer(bench.server.connect(uid: uid, try AccessBench.permit(services.replacing("NAME", with: name), name)))
        }
        let (ada, bob) = (try user(1000, "ada"), try user(1001, "bob"))
        #expect(try attach(ada, ["own": true])[at: "result/stack"] == "own-1000/1")
        #expect(try attach(bob, ["own": true])[at: "result/stack"] == "own-1001/1")
        #expect(try bob.reason("nav.push", ["stack": "own-1001/1", "screen": "net"]) == nil)
        #expect(try bob.reason("nav.push", ["stack": "own-1000/1", "screen": "net"]) == "denied")
        #expect(try bob.reason("nav.get", ["stack": "own-1000/1"]) == "denied")
        #expect(try bob.reason("nav.push", ["screen": "net"]) == "denied")
        // Not even when its terminal has gone.
        #expect(try attach(bob, ["own": true, "stack": "own-1000/1"])[at: "result/stack"] == "own-1001/2")
        #expect(try bob.call("watch.start", ["snapshot": true])[at: "snapshot/stacks"]?.arrayValue?.count == 2)
    }

    /// Their number is limited for all together.
    @Test func onlyATerminalMakesAStackOfItsOwn() throws {
        let bob = try bench.user("grant:\n  - {user: bob, role: operator, on: [\"option:services/**\", \"screen:**\"]}")
        let path: JSON = [["screen": "net"]]
        #expect(try bob.reason("nav.set", ["stack": "own-1001/9", "path": path]) == "denied")
        #expect(try attach(bob, ["stack": "own-1001/9", "create": true])[at: "error/data/reason"] == "denied")
        #expect(try attach(bob, ["own": true])[at: "result/stack"] == "own-1001/1")
        #expect(try bob.reason("nav.set", ["stack": "own-1001/1", "path": path]) == nil)
    }

    /// Those of the user's former terminals go with the next one.
    @Test func aStackOfAnotherOrWithANameLikeItStays() throws {
        for name in ["own-desk", "own-1001/keep", "own-1000/7"] {
            try bench.owner.call("nav.set", ["stack": .string(name), "path": [["screen": "box"]]])
        }
        let bob = try bench.user("grant:\n  - {user: bob, role: operator, on: [\"option:services/**\", \"screen:**\"]}")
        #expect(try attach(bob, ["own": true])[at: "result/stack"] == "own-1001/1")
        for name in ["own-desk", "own-1001/keep", "own-1000/7"] {
            #expect(try bench.owner.reason("nav.get", ["stack": .string(name)]) == nil, "\(name)")
        }
    }

    /// What it does not show needs no right.
    @Test func aTerminalThatFollowsNeedsTheRightToTheStackThatItShows() throws {
        try bench.owner.call("nav.set", ["stack": "work", "path": [["screen": "box"]]])
        let bob = try bench.user("grant:\n  - {user: bob, role: operator, on: [\"nav:work\", \"screen:**\"]}")
        let onMain = try attach(bench.owner, [:])[at: "result/terminal"]?.intValue ?? 0
        #expect(try attach(bob, ["follow": .int(onMain)])[at: "error/data/reason"] == "notFound")
        // There is nobody to follow, so it would show the main stack.
        let denied = try attach(bob, ["follow": 0])
        #expect(denied[at: "error/data/reason"] == "denied" && denied[at: "error/data/on"] == "nav:main", "\(denied.text)")
        let onWork = try attach(bench.owner, ["stack": "work"])[at: "result/terminal"]?.intValue ?? 0
        for leader in [onWork, 0] {
            #expect(try attach(bob, ["follow": .int(leader)])[at: "result/stack"] == "work")
        }
    }

    @Test func aSecretIsReadOnlyByWhoMayOperateIt() throws {
        try bench.owner.call("value.declare", ["key": "pin", "kind": "int", "secret": true])
        try bench.owner.call("value.set", ["key": "pin", "value": 7])
        let bob = try bench.user(
            "grant:\n  - {user: bob, role: viewer, on: [\"**\"]}\n  - {user: bob, role: operator, on: [\"value:cpu\"]}")
        #expect(try bob.call("value.get", ["key": "pin"])["values"] == ["pin": .null])
        #expect(try bob.reason("ui.wait", ["for": ["value": "pin", "equals": 7]]) == "denied")
        #expect(try bench.owner.call("value.get", ["key": "pin"])["values"] == ["pin": 7])
    }

    @Test func aWaitIsForWhatIsSeen() throws {
        let bob = try bench.user(Self.operatorOfServices)
        #expect(try bob.reason("ui.wait", ["for": ["value": "secret", "equals": 1]]) == "denied")
        #expect(try bob.reason("ui.wait", ["for": ["value": "cpu", "equals": 1]]) == nil)
        #expect(try bob.reason("ui.wait", ["for": ["toggle": "network/wifi", "state": "off"]]) == "denied")
    }

    @Test func aQuestionIsSeenAndAnsweredByWhoMay() throws {
        try bench.owner.call("ask.open", ["id": "q1", "kind": "confirm", "title": "Go?"])
        let bob = try bench.user("grant:\n  - {user: bob, role: viewer, on: [\"question:**\"]}")
        #expect(try bob.call("ask.list")["questions"]?.arrayValue?.count == 1)
        #expect(try bob.call("ask.list")["questions"]?[0]?["mine"] == false)
        #expect(try bob.reason("ask.answer", ["id": "q1", "answer": true]) == "denied")
        let none = try bench.user(Self.operatorOfServices)
        #expect(try none.call("ask.list")["questions"] == [])
    }

    @Test func helloReportsTheIdentity() throws {
        let bob = try bench.user(Self.operatorOfServices)
        let peer = try bob.call("daemon.hello")["peer"]
        #expect(peer?["uid"] == 1001)
        #expect(peer?["role"] == "operator")
        #expect(peer?["access"] == "/access.yaml")
        #expect(try bench.owner.call("daemon.hello")[at: "peer/access"] == nil)
    }

    @Test func theCommandsOfTheCatalogueAreThoseOfTheirMethods() throws {
        for method in Catalogue.methods where method.kind == .mutation && method.name != "batch" {
            #expect(method.needs.right != .view, "\(method.name)")
        }
    }
}
