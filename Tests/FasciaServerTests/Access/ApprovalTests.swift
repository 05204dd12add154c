import FasciaAccess
import FasciaDocument
import FasciaModel
import FasciaWire
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

/// Requests that are carried out when somebody else has approved them.
@Suite(.mustEnd) struct ApprovalTests {
    private let bench = try! ApprovalBench()
    private let bob: LocalPeer
    private let ada: LocalPeer

    init() throws {
        bob = try bench.user(ApprovalBench.bob)
        ada = try bench.user(ApprovalBench.ada)
    }

    private func state(_ id: String) throws -> String? { try bench.owner.state(of: id) }

    @Test func aRequestWaitsUntilSomebodyElseApprovesIt() throws {
        let reply = try bob.call("toggle.set", ["id": "network/eth0", "on": true])
        #expect(reply["changed"] == false)
        #expect(reply[at: "approval/of"] == ["role:admin"])
        #expect(reply[at: "approval/things"] == ["option:network/eth0"])
        let question = try #require(reply[at: "approval/question"]?.stringValue)
        #expect(try state("network/eth0") == "off")
        let waiting = try bench.owner.call("toggle.get", ["id": "network/eth0"])
        #expect(waiting[at: "condition/approval/question"] == .string(question))
        let asked = try ada.call("ask.list", ["id": .string(question)])["questions"]?[0]
        #expect(asked?["mine"] == true)
        #expect(asked?[at: "question/text"]?.stringValue?.hasSuffix("with toggle.set:\n  network/eth0 off → on") == true)
        #expect(asked?[at: "approval/request/method"] == "toggle.set")
        #expect(try ada.approve(question) == nil)
        #expect(try state("network/eth0") == "on")
        #expect(try bench.owner.call("toggle.get", ["id": "network/eth0"])["condition"] == nil)
        // It is done in the name of whoever has asked, and tells who has approved it.
        let cause = try ada.call("history.get", ["id": "network/eth0"])["events"]?.arrayValue?.last?["cause"]
        #expect(cause?["uid"] == 1001 && cause?["method"] == "toggle.set")
        #expect(cause?[at: "approval/uid"] == 1000 && cause?[at: "approval/question"] == .string(question))
    }

    /// Those who approve see it, and the change keeps it.
    @Test func theReasonOfARequestIsThatOfTheChange() throws {
        let reply = try bob.call("toggle.set", ["id": "network/eth0", "on": true, "reason": "the cable is back"])
        let question = try #require(reply[at: "approval/question"]?.stringValue)
        let text = try ada.call("ask.list", ["id": .string(question)])[at: "questions/0/question/text"]?.stringValue
        #expect(text?.contains("with toggle.set, because \"the cable is back\":") == true, "\(text ?? "")")
        #expect(try ada.approve(question) == nil)
        let cause = try ada.call("history.get", ["id": "network/eth0"])["events"]?.arrayValue?.last?["cause"]
        #expect(cause?["reason"] == "the cable is back" && cause?["approval"] != nil)
    }

    /// The panel has another revision as soon as the question is asked.
    @Test func aRequestForOneRevisionCannotWait() throws {
        let revision = try bob.call("sync")["revision"] ?? 0
        let reply = try bob.reply("toggle.set", ["id": "network/eth0", "on": true, "ifRevision": revision])
        let failure = try #require(reply["error"])
        #expect(
            failure["message"]?.stringValue
                == "option:network/eth0 has to be approved, and ifRevision cannot hold until then: ask without it")
        #expect(try state("network/eth0") == "off")
    }

    @Test func whatNeedsNoApprovalIsDoneAtOnce() throws {
        #expect(try bob.call("toggle.set", ["id": "services/nginx", "on": true])["changed"] == true)
        #expect(try bob.call("toggle.set", ["id": "network/eth0", "on": false])["approval"] == nil)
    }

    /// To replace what can be selected may select something else, which whoever carries it out then does. Only who has declared it
    /// may do that.
    @Test func toDeclareABoundThingAgainIsARequest() throws {
        let bench = try ApprovalBench(
            "approve:\n  - {on: [\"picker:watch/**\"], role: admin}\n"
                + "grant:\n  - {user: ada, role: admin}\n  - {user: bob, role: author, on: [\"**\"]}")
        let author = try bench.user(ApprovalBench.bob)
        let zone: JSON = ["id": "zone", "elements": [["id": "utc"], ["id": "cet"]]]
        #expect(try author.message("picker.declare", ["picker": ["id": "watch", "components": [zone]]]) == nil)
        try bench.owner.call("bind.claim", ["ids": ["picker:watch/zone"]])
        let elements: JSON = ["id": "watch/zone", "elements": [["id": "cet"]]]
        let message = try author.message("picker.elements", elements)
        #expect(message?.contains("has to be approved, and cannot wait for that") == true, "\(message ?? "it was done")")
        // As long as nobody carries it out, it only says what there is.
        try bench.owner.call("bind.release")
        #expect(try author.message("picker.elements", elements) == nil)
    }

    @Test func nobodyApprovesWhatTheyHaveAskedForThemselves() throws {
        let question = try bob.on("network/eth0")
        #expect(try bob.approve(question) == "denied")
        let own = try ada.on("network/wifi")
        #expect(try ada.approve(own) == "denied")
        #expect(
            try ada.message("ask.answer", ["id": .string(own), "answer": true])
                == "you may not approve \"\(own)\": it was asked for by the same person, who has logged in as "
                + "\(UserNames().name(of: 1000)): somebody else has to approve it")
        #expect(try ada.call("ask.list", ["id": .string(own)])["questions"]?[0]?["mine"] == false)
        #expect(try bench.owner.approve(own) == nil)
        #expect(try state("network/wifi") == "on")
    }

    /// The owner of the panel may answer every question but this one.
    @Test func theOwnerOfThePanelDoesNotApproveTheirOwnRequest() throws {
        let question = try bench.owner.on("network/eth0")
        #expect(try bench.owner.approve(question) == "denied")
        #expect(try state("network/eth0") == "off")
    }

    @Test func aSecondAccountOfTheSameLoginIsTheSamePerson() throws {
        // Bob has become Ada with su: the login is still his.
        let disguised = try bench.user(ApprovalBench.ada, logins: [ApprovalBench.bob])
        #expect(try disguised.approve(try bob.on("network/eth0")) == "denied")
        // And the other way round.
        let asked = try bench.user(ApprovalBench.bob, logins: [ApprovalBench.ada]).on("network/wifi")
        #expect(try ada.approve(asked) == "denied")
        let eve = try bench.user(ApprovalBench.ada, logins: [ApprovalBench.eve])
        #expect(try eve.approve(asked) == "denied")
        #expect(try bench.owner.approve(asked) == nil)
    }

    @Test func theLoginIsThatOfTheAuditAndOfTheSlice() {
        #expect(Peer.logins(audit: "1001\n", groups: "") == [1001])
        #expect(Peer.logins(audit: "4294967295", groups: "0::/user.slice/user-1000.slice/session-3.scope\n") == [1000])
        let desktop = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/x.scope"
        #expect(Peer.logins(audit: "1001", groups: desktop) == [1000, 1001])
        #expect(Peer.logins(audit: "", groups: "0::/system.slice/cron.service\n12:cpu:/user.slice/user-7.slice\n") == [])
        #expect(Peer.logins(audit: "x", groups: "0::/user.slice/user-x.slice/a") == [])
    }

    @Test func onlyWhoMeetsAllRulesApproves() throws {
        try bench.use(
            "approve:\n  - {on: [\"option:network/**\"], role: admin}\n  - {on: [\"option:network/eth0\"], user: 1002}\n"
                + ApprovalBench.people + "\n  - {user: 1002, role: admin}")
        let eve = try bench.user(ApprovalBench.eve)
        let question = try bob.on("network/eth0")
        let denied = try ada.message("ask.answer", ["id": .string(question), "answer": true])
        #expect(denied?.hasSuffix("only user:1002 may approve option:network/eth0") == true)
        #expect(try eve.approve(question) == nil)
        #expect(try ada.approve(try bob.on("network/wifi")) == nil)
        #expect(try state("network") == "on")
    }

    @Test func aRefusalLeavesEverythingAsItWas_andTellsWhy() throws {
        let question = try bob.on("network/eth0")
        #expect(try ada.approve(question, false) == nil)
        #expect(try state("network/eth0") == "off")
        try bob.call("sync")
        let ended = bob.takeNotifications().first { $0["method"] == "ask.ended" }
        #expect(ended?[at: "params/id"] == .string(question) && ended?[at: "params/by/uid"] == 1000)
        #expect(try bench.owner.call("toggle.get", ["id": "network/eth0"])["condition"] == nil)
        #expect(try ada.approve(question) == "conflict")
    }

    @Test func whatWasRefusedOrExpiredIsMarkedWhereItIsBound() throws {
        let agent = bench.owner
        try agent.call("bind.claim", ["ids": ["network/**"]])
        for id in ["network/eth0", "network/wifi"] { try agent.call("bind.report", ["id": .string(id), "value": false]) }
        try ada.call("ask.answer", ["id": .string(try bob.on("network/eth0")), "decline": true])
        try bench.expire(try bob.on("network/wifi"))
        func reason(_ id: String) throws -> String? {
            try agent.call("toggle.get", ["id": .string(id)])[at: "condition/failed/reason"]?.stringValue
        }
        #expect(try reason("network/eth0")?.hasPrefix("its approval was refused by ") == true)
        #expect(try reason("network/wifi") == "nobody approved it in time")
        #expect(try state("network") == "off")
        #expect(!agent.takeNotifications().contains { $0["method"] == "carryOut" })
    }

    @Test func whatIsApprovedIsCarriedOutOnce_andTheClaimerReportsWithoutAsking() throws {
        let agent = bench.owner
        try agent.call("bind.claim", ["ids": ["network/**"]])
        try agent.call("bind.report", ["id": "network/eth0", "value": false])
        let question = try bob.on("network/eth0")
        _ = agent.takeNotifications()
        #expect(try ada.approve(question) == nil)
        try agent.call("sync")
        let asked = agent.takeNotifications().filter { $0["method"] == "carryOut" }
        #expect(asked.count == 1)
        #expect(asked.first?[at: "params/cause/uid"] == 1001)
        #expect(try agent.call("toggle.set", ["id": "network/wifi", "on": true])["approval"] == nil)
        #expect(try state("network/wifi") == "on")
    }

    /// What is not known to be so is requested again, though nothing differs.
    @Test func aRequestForWhatIsShownButNotKnownWaits() throws {
        try bench.owner.call("bind.claim", ["ids": ["network/**"], "assumed": true])
        #expect(try bob.call("toggle.set", ["id": "network/eth0", "on": false])["approval"] != nil)
    }

    @Test func theRequesterMayLeave() throws {
        let question = try bob.on("network/eth0")
        bench.leave()
        let ada = try bench.user(ApprovalBench.ada)
        #expect(try ada.approve(question) == nil)
        #expect(try state("network/eth0") == "on")
        let cause = try ada.call("history.get", ["id": "network/eth0"])["events"]?.arrayValue?.last?["cause"]
        #expect(cause?["uid"] == 1001)
    }

    @Test func rightsThatWereLostMeanwhileCount() throws {
        let question = try bob.on("network/eth0")
        try bench.use(
            ApprovalBench.approve + "grant:\n  - {user: ada, role: admin}\n  - {user: bob, role: viewer}")
        #expect(try ada.approve(question) == nil)
        #expect(try state("network/eth0") == "off")
        let issues = try ada.call("daemon.status")["issues"]?.text ?? ""
        #expect(issues.contains("toggle.set of option:network/eth0 was approved, and not carried out: "), "\(issues)")
    }

    @Test func whoMayNotEvenConnectAnyMoreGetsNothing() throws {
        let question = try bob.on("network/eth0")
        try bench.use(ApprovalBench.approve + "grant:\n  - {user: ada, role: admin}")
        #expect(try ada.approve(question) == nil)
        #expect(try state("network/eth0") == "off")
    }

    @Test func whatNobodyHasToApproveAnyMoreIsNotAskedAnyMore() throws {
        let question = try bob.on("network/eth0")
        try bench.use(ApprovalBench.people)
        #expect(try ada.approve(question) == "notFound")
        let issues = try ada.call("daemon.status")["issues"]?.text ?? ""
        #expect(
            issues.contains("toggle.set of option:network/eth0 is not carried out: nobody has to approve it any more"),
            "\(issues)")
        #expect(try bob.call("toggle.set", ["id": "network/eth0", "on": true])["changed"] == true)
    }

    @Test func theNextRequestForAThingTakesThePlaceOfTheFirst() throws {
        let first = try bob.request("value.set", ["key": "secret", "value": 2])
        #expect(try bob.request("value.set", ["key": "secret", "value": 2]) == first)
        let second = try bob.request("value.set", ["key": "secret", "value": 3])
        #expect(try ada.approve(first) == "notFound")
        // Somebody else's stays.
        let eve = try bench.user(ApprovalBench.eve).request("value.set", ["key": "secret", "value": 4])
        #expect(try ada.approve(second) == nil)
        #expect(try bench.owner.value("secret") == 3)
        #expect(try ada.approve(eve) == nil)
        #expect(try bench.owner.value("secret") == 4)
    }

    @Test func aRequestForWhatIsSoTakesThePlaceOfTheFirst() throws {
        let first = try bob.on("network/eth0")
        let eve = try bench.user(ApprovalBench.eve).on("network/eth0")
        #expect(try bob.call("toggle.set", ["id": "network/eth0", "on": false])["changed"] == false)
        #expect(try ada.approve(first) == "notFound")
        #expect(try state("network/eth0") == "off")
        #expect(try ada.approve(eve) == nil, "somebody else's stays")
        let call: JSON = ["method": "toggle.set", "params": ["id": "network/wifi", "on": false]]
        let wifi = try bob.on("network/wifi")
        let revision = try bob.call("batch", ["commands": [call]])["revision"]?.intValue
        #expect(try ada.approve(wifi) == "notFound")
        #expect(revision.map { $0 < bench.core.live.revision } == true, "no revision is given twice")
        let group = try bob.request("toggle.set", ["id": "network/wifi", "on": true])
        #expect(try bob.call("toggle.set", ["id": "network/wifi", "on": false, "dryRun": true])["changed"] == false)
        #expect(try ada.approve(group) == nil, "a dry run does nothing")
    }

    @Test func theRequesterMayCancelIt() throws {
        let question = try bob.on("network/eth0")
        #expect(try bob.reason("ask.cancel", ["id": .string(question)]) == nil)
        #expect(try ada.approve(question) == "notFound")
    }

    @Test func aSecretIsApprovedWithoutBeingShownOrKept() throws {
        // Whoever declares it does not request it.
        #expect(try bench.owner.call("value.declare", ["key": "secret", "kind": "string", "secret": true])["changed"] == true)
        let question = try bob.request("value.set", ["key": "secret", "value": "4711-x"])
        #expect(bench.core.live.panel.question(question)?.request.approval?.request == .null)
        let asked = try ada.call("ask.list", ["id": .string(question)]).text
        #expect(asked.contains("secret, a secret") && !asked.contains("4711-x"))
        #expect(try ada.approve(question) == nil)
        #expect(try bench.owner.value("secret") == "4711-x")
    }

    @Test func aSecretThatIsOnlyTriedIsNotKept() throws {
        try bench.owner.call("value.declare", ["key": "secret", "kind": "string", "secret": true])
        let tried = try bob.call("value.set", ["key": "secret", "value": "4711-x", "dryRun": true])
        #expect(tried[at: "approval/question"] == "")
        #expect(bench.core.approvalDesk.secretCount == 0)
        let question = try bob.request("value.set", ["key": "secret", "value": "4711-x"])
        #expect(bench.core.approvalDesk.secretCount == 1)
        #expect(try ada.approve(question) == nil)
        #expect(try bench.owner.value("secret") == "4711-x")
        #expect(bench.core.approvalDesk.secretCount == 0)
    }

    @Test func dryRunTellsWhoWouldHaveToApprove() throws {
        let reply = try bob.call("toggle.set", ["id": "network/eth0", "on": true, "dryRun": true])
        #expect(reply["approval"] == ["question": "", "of": ["role:admin"], "things": ["option:network/eth0"]])
        #expect(try ada.call("ask.list")["questions"] == [])
    }

    @Test func aRequestThatIsSentAgainIsAskedOnce() throws {
        let params: JSON = ["id": "network/eth0", "on": true, "once": "k1"]
        let question = try bob.request("toggle.set", params)
        #expect(try ada.approve(question) == nil)
        #expect(try bob.request("toggle.set", params) == question)
        #expect(try ada.call("ask.list")["questions"]?.arrayValue?.count == 1)
    }

    // MARK: - No way around it

    @Test func everyWayToOperateAThingWaits() throws {
        try bench.owner.call(
            "toggle.declare",
            ["group": ["id": "mode", "rules": ["exclusive": true], "options": [["id": "a", "on": true], ["id": "b"]]]])
        try bench.use(
            "approve:\n  - {on: [\"option:mode/a\", \"option:network/eth0\", \"picker:**\", \"value:cpu\"], role: admin}\n"
                + ApprovalBench.people)
        let batch: JSON = ["commands": [["method": "toggle.flip", "params": ["id": "network/eth0"]]]]
        for (method, params) in [
            ("toggle.set", ["id": "network", "on": true]), ("toggle.flip", ["id": "network"]),
            ("toggle.flip", ["id": "network/eth0"]), ("toggle.set", ["id": "mode/b", "on": true]),
            ("picker.pick", ["id": "clock/zone", "element": "cet"]), ("value.set", ["key": "cpu", "value": 9]),
            ("batch", batch), ("ui.tap", ["node": "eth0"]), ("ui.tap", ["node": "button"]),
            ("ui.set", ["node": "eth0", "value": true]),
        ] as [(String, JSON)] {
            let reply = try bob.call(method, params)
            #expect(reply["changed"] == false && reply["approval"] != nil, "\(method) \(params.text): \(reply.text)")
        }
        #expect(try state("mode/a") == "on" && state("network") == "off")
        #expect(try bench.owner.value("cpu") == 1)
    }

    @Test func anUndoThatWouldChangeItIsRefused() throws {
        #expect(try ada.approve(try bob.on("network/eth0")) == nil)
        #expect(
            try bob.message("history.undo")
                == "history.undo would change option:network/eth0, which has to be approved, and cannot wait for that: ask for "
                + "that change alone, with toggle.set, picker.pick or value.set")
        #expect(try bob.reason("history.undo") == "refused")
        #expect(try state("network/eth0") == "on")
    }

    @Test func aKeyAtATerminalWaits_andSaysSo() throws {
        let terminal = try bob.call("terminal.attach", ["columns": 60, "rows": 12, "colors": "none"])["terminal"] ?? 0
        func picture() throws -> String { try bob.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? "" }
        for key in ["home", "down", "down", "down", "space"] {
            try bob.call("terminal.key", ["terminal": terminal, "key": .string(key)])
        }
        let shown = try picture()
        #expect(!bench.core.live.panel.awaitedApprovals.isEmpty, "\(shown)")
        #expect(shown.contains("waits for approval of role:admin"), "\(shown)")
        #expect(try state("network/eth0") == "off")
    }

    @Test func anActionWaits() throws {
        let app = bench.owner
        try app.call("action.bind", ["screen": "box", "names": ["go"]])
        let entry = try bob.entries().last?["id"] ?? ""
        let reply = try bob.call("action.send", ["entry": entry, "name": "go", "payload": ["x": 1]])
        #expect(reply["outcome"] == "waits")
        let question = try #require(reply[at: "approval/question"]?.stringValue)
        try app.call("sync")
        #expect(!app.takeNotifications().contains { $0["method"] == "action" })
        #expect(try ada.approve(question) == nil)
        try app.call("sync")
        let action = try #require(app.takeNotifications().first { $0["method"] == "action" })
        #expect(action[at: "params/cause/uid"] == 1001 && action[at: "params/cause/approval/uid"] == 1000)
        #expect(action[at: "params/payload"] == ["x": 1])
    }

    /// Its sender may have lost the right to it by then.
    @Test func aTapThatWaitsForItsRowEndsWithItsConnection() throws {
        let app = bench.bench.server.connect()
        func send(_ message: JSON) { app.receive(Array((message.text + "\n").utf8)) }
        func row(_ number: Int) -> JSON {
            [
                "kind": "button", "id": .string("r\(number)"), "label": "Row",
                "tap": ["method": "value.set", "params": ["key": "cpu", "value": 7]],
            ]
        }
        let list: JSON = ["kind": "rows", "id": "rows", "total": 100, "children": [row(0)]]
        let screen: JSON = ["id": "many", "body": ["kind": "list", "children": [list]]]
        send(["id": 1, "method": "screen.put", "params": ["screen": screen]])
        send(["id": 2, "method": "nav.push", "params": ["screen": "many"]])
        _ = app.takeOutput()
        let user = try bench.user(ApprovalBench.eve)
        user.send("ui.tap", ["node": "r50"])
        let messages = try String(decoding: app.takeOutput(), as: UTF8.self).split(separator: "\n").map {
            try JSON(parsing: String($0))
        }
        let asked = try #require(messages.first { $0["method"] == "rows" }?["id"])
        bench.leave()
        let rows: JSON = ["node": "rows", "total": 100, "keep": [], "runs": [["first": 50, "children": [row(50)]]]]
        send(["id": 3, "method": "screen.rows", "params": ["screen": "many", "rows": rows]])
        send(["jsonrpc": "2.0", "id": asked, "result": ["found": true]])
        #expect(try bench.value("cpu") == 1)
    }

    /// An edit is held while too many earlier ones are unanswered, and sent when the terminal goes.
    @Test func anEditThatATerminalHoldsNeedsTheRightsOfThen() throws {
        let app = bench.owner
        let field: JSON = ["kind": "textField", "text": "", "id": "field", "emit": "onTyped"]
        try app.call("screen.put", ["screen": ["id": "typing", "body": ["kind": "form", "children": [field]]]])
        try app.call("action.bind", ["screen": "typing", "names": ["*"]])
        try app.call("nav.push", ["screen": "typing"])
        let user = try bench.user(ApprovalBench.eve)
        let terminal = try #require(
            try user.call("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])["terminal"])
        for key in "abcdefghij" { try user.call("terminal.key", ["terminal": terminal, "key": .string(String(key))]) }
        try app.call("sync")
        #expect(app.takeNotifications().count { $0["method"] == "action" } == 8)
        try bench.use("grant:\n  - {user: 1002, role: viewer}")
        bench.leave()
        try app.call("sync")
        #expect(!app.takeNotifications().contains { $0["method"] == "action" })
    }

    @Test func whoeverSendsTheSameActionIsToldTheEndToo() throws {
        let again = try bench.user(ApprovalBench.bob)
        let entry = try bob.entries().last?["id"] ?? ""
        let question = try bob.request("action.send", ["entry": entry, "name": "go"])
        #expect(try again.request("action.send", ["entry": entry, "name": "go"]) == question)
        #expect(try ada.approve(question, false) == nil)
        for client in [bob, again] {
            try client.call("sync")
            #expect(client.takeNotifications().contains { $0["method"] == "ask.ended" })
        }
    }

    /// By the time of the approval, the same request would do more.
    @Test func onlyWhatWasApprovedIsDone() throws {
        let options: JSON = [["id": "a"], ["id": "b"], ["id": "c", "on": true]]
        try bench.owner.call("toggle.declare", ["group": ["id": "mode", "rules": ["exclusive": true], "options": options]])
        try bench.use("approve:\n  - {on: [\"option:mode/**\"], role: admin}\n" + ApprovalBench.people)
        let question = try bob.on("mode/a")
        #expect(try bench.owner.approve(try ada.on("mode/b")) == nil)
        #expect(try state("mode/b") == "on")
        #expect(try ada.approve(question) == nil)
        #expect(try state("mode/a") == "off" && state("mode/b") == "on")
        #expect(try ada.call("daemon.status")["issues"]?.text.contains("it would change option:mode/b by now, too") == true)
    }
}
