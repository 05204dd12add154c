import FasciaDocument
import TestSupport
import Testing

/// Bound things over the wire. `BoundRuleTests` has the rules themselves.
@Suite(.mustEnd) struct BoundTests {
    @Test func changeIsCarriedOutByItsClaimer() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        try user.watch()
        let reply = try user.call("toggle.set", ["id": "services/nginx", "on": true])
        #expect(reply["pending"] == ["services/nginx"])
        let (id, params) = try agent.carryOut()
        #expect(params["id"] == "services/nginx" && params["to"] == true && params["from"] == JSON.null)
        #expect(params[at: "cause/method"] == "toggle.set" && params["deadline"] != nil)
        #expect(try user.words() == ["option services/nginx", "group services", "pending services/nginx"])
        #expect(try user.condition("services/nginx") == "on pending unknown")
        try agent.client.call("bind.progress", ["id": "services/nginx", "fraction": 0.5, "message": "starting"])
        #expect(try user.notification()[at: "changes/0/message"] == "starting")
        try agent.client.answer(id)
        #expect(try user.words() == ["confirmed services/nginx"])
        #expect(try user.condition("services/nginx") == "on")
    }

    /// What a client carries out is its own while it is connected: nobody declares it away.
    @Test func declarationOfOthersMayNotRemoveIt() throws {
        let (daemon, _) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        let user = try daemon.client()
        let small: JSON = ["group": ["id": "services", "options": [["id": "extra"]]]]
        let error = try user.failure("toggle.declare", small)
        #expect(error.reason == "refused")
        #expect(error.message?.hasPrefix("this would remove \"services/nginx\", which agent (pid ") == true, "\(error.text)")
        #expect(error.message?.hasSuffix(" carries out: give yours another id, or end that program") == true)
        #expect(try user.failure("toggle.remove", ["id": "services"]).reason == "refused")
        try user.call("toggle.declare", ["group": ["id": "others", "options": [["id": "extra"]]]])
        try agent.client.call("toggle.declare", small)
    }

    /// It would get values that it does not know.
    @Test func declarationOfOthersMayNotChangeIt() throws {
        let (daemon, _) = try Services.daemon()
        let agent = try daemon.client()
        let color: JSON = ["id": "box", "components": [["id": "color", "elements": [["id": "red"], ["id": "blue"]]]]]
        try agent.call("picker.declare", ["picker": color])
        try agent.call("value.declare", ["key": "load", "kind": "int", "range": [0, 10]])
        try agent.call("bind.claim", ["ids": ["picker:box/**", "value:load", "services/**"]])
        let user = try daemon.client()
        // What changes nothing makes nobody its owner.
        try user.call("picker.declare", ["picker": color])
        let other: JSON = ["id": "box", "components": [["id": "color", "elements": [["id": "red"], ["id": "evil"]]]]]
        let changes: [(String, JSON.Object)] = [
            ("picker.declare", ["picker": other]), ("picker.elements", ["id": "box/color", "elements": [["id": "evil"]]]),
            ("value.declare", ["key": "load", "kind": "string"]), ("value.declare", ["key": "load", "kind": "int"]),
        ]
        for (method, params) in changes {
            let error = try user.failure(method, .object(params))
            #expect(error.reason == "refused" && error.message?.hasPrefix("this would change \"") == true, "\(error.text)")
        }
        for (method, id) in [("picker.remove", "id"), ("value.remove", "key")] {
            let error = try user.failure(method, [id: method == "picker.remove" ? "box" : "load"])
            #expect(error.message?.hasPrefix("this would remove \"") == true, "\(error.text)")
        }
        try agent.call("picker.declare", ["picker": other])
        try agent.call("value.declare", ["key": "load", "kind": "int"])
    }

    @Test func errorTakesTheChangeBack() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        try agent.report("services/nginx", false)
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        try user.watch()
        try agent.carryOutNext(failing: "no such unit")
        #expect(try user.words() == ["option services/nginx", "group services", "reverted services/nginx: no such unit"])
        #expect(try user.condition("services/nginx") == "off failed")
    }

    @Test func missedDeadlineTakesTheChangeBack() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"], ["timeout": 0.05])
        try user.watch(["topics": ["reverted:**"]])
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        let (id, _) = try agent.carryOut()
        let name = try #require(try user.notification()[at: "changes/0/reason"]?.stringValue)
        #expect(name.contains("did not do it within 50 ms") || name.contains("within 0.05 s"), "\(name)")
        // A late answer does nothing.
        try agent.client.answer(id)
        _ = try agent.client.sync()
        #expect(try user.condition("services/nginx") == "off unknown failed")
    }

    @Test func requestsOfOneThingComeOneAtATime() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"], ["atMost": 8])
        for _ in 1...4 { try user.call("toggle.flip", ["id": "services/nginx"]) }
        #expect(try agent.requests().count == 1)
        #expect(try agent.carryOutNext()["to"] == true)
        #expect(try agent.carryOutNext()["to"] == false)
        #expect(try agent.requests().isEmpty)
        #expect(try user.condition("services/nginx") == "off")
    }

    /// Also when a report has decided the change before the claimer answers.
    @Test func nextRequestWaitsForTheAnswer() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        try user.call("toggle.set", ["id": "services/nginx", "on": true])
        let (id, _) = try agent.carryOut()
        try agent.report("services/nginx", true)
        try user.call("toggle.set", ["id": "services/nginx", "on": false])
        #expect(try agent.requests().isEmpty)
        try agent.client.answer(id)
        #expect(try agent.carryOutNext()["to"] == false)
    }

    @Test(arguments: [1, 2, 3]) func claimerGetsAtMostWhatItDeclared(atMost: Int) throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"], ["atMost": .int(atMost)])
        try user.call("toggle.flip", ["id": "services"])
        #expect(try agent.requests().count == atMost)
        for _ in 1...3 { try agent.carryOutNext() }
        #expect(try user.state(of: "services") == "on")
        _ = try agent.client.sync()
        #expect(try user.condition("services/cron") == "on")
    }

    @Test func requestIsRefusedWhenTheClaimerHasGone() throws {
        let (daemon, user) = try Services.daemon()
        try user.watch(["topics": ["stale:**"]])
        do {
            let agent = try Agent(daemon, ["services/**"])
            try agent.report("services/nginx", true)
        }
        let stale = try user.words().first { $0.hasPrefix("stale services/nginx: agent (pid ") }
        #expect(stale?.hasSuffix(" has gone: it disconnected") == true)
        let error = try user.failure("toggle.set", ["id": "services/nginx", "on": false])
        #expect(error.reason == "unavailable" && error.message?.contains("agent (pid") == true)
        #expect(error[at: "data/left"] != nil)
        #expect(try user.condition("services/nginx") == "on stale")
    }

    @Test func changeOfAClaimerThatHasGoneIsTakenBack() throws {
        let (daemon, user) = try Services.daemon()
        try user.watch(["topics": ["reverted:**"]])
        do {
            let agent = try Agent(daemon, ["services/**"], ["timeout": 0.05, "atMost": 1])
            try user.call("toggle.flip", ["id": "services"])
            _ = try agent.carryOut()
        }
        // Which of them have already been taken back by their deadline depends on the machine.
        var reverted = 0
        while reverted < 3 { reverted += try user.words().count { $0.hasPrefix("reverted") } }
        #expect(try user.state(of: "services") == "off")
    }

    @Test func overlappingClaimIsRefused() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        let error = try user.failure("bind.claim", ["ids": ["services/nginx"]])
        #expect(error.reason == "refused" && error[at: "data/holder"]?.stringValue?.hasPrefix("agent (pid") == true)
        try agent.client.call("bind.release")
        #expect(try user.call("bind.claim", ["ids": ["services/nginx", "services/none"]])["things"] == 1)
    }

    @Test func dryRunAndRepeatedRequestsBeginNothing() throws {
        let (daemon, user) = try Services.daemon()
        let agent = try Agent(daemon, ["services/**"])
        let dry = try user.call("toggle.set", ["id": "services/nginx", "on": true, "dryRun": true])
        #expect(dry["pending"] == ["services/nginx"])
        #expect(try agent.requests().isEmpty)
        let once: JSON = ["id": "services/nginx", "on": true, "once": "k"]
        let first = try user.call("toggle.set", once)
        #expect(try user.call("toggle.set", once) == first)
        try agent.carryOutNext()
        try user.call("toggle.set", once)
        #expect(try agent.requests().isEmpty)
        let error = try user.failure("toggle.set", ["id": "services/nginx", "on": false, "ifRevision": 1])
        #expect(error.reason == "conflict")
        #expect(try agent.requests().isEmpty)
    }

    @Test func pickersAndValuesAreBound() throws {
        let (daemon, user) = try Services.daemon()
        let zones: JSON = [["id": "UTC"], ["id": "Oslo"]]
        try user.call("picker.declare", ["picker": ["id": "clock", "components": [["id": "zone", "elements": zones]]]])
        try user.call("value.set", ["key": "host", "value": "box"])
        let agent = try Agent(daemon, ["picker:clock/zone", "value:host"])
        try user.call("picker.pick", ["id": "clock/zone", "element": "Oslo"])
        #expect(try agent.carryOutNext()["id"] == "picker:clock/zone")
        try user.call("value.set", ["key": "host", "value": "web"])
        #expect(try user.call("value.get", ["key": "host"])[at: "conditions/host/pending/to"] == "web")
        #expect(try agent.carryOutNext()["to"] == "web")
        _ = try agent.client.sync()
        #expect(try user.call("picker.get", ["id": "clock"])[at: "components/0/condition"]?.objectValue?.count == 1)
    }

    /// The value goes to the claimer alone.
    @Test func secretValueIsInNoEventOrCondition() throws {
        let (daemon, user) = try Services.daemon()
        try user.call("value.declare", ["key": "password", "kind": "string", "secret": true])
        let agent = try Agent(daemon, ["value:password"])
        try user.watch()
        try user.call("value.set", ["key": "password", "value": "hunter2"])
        let told = try user.notification()
        #expect(told.text.contains("\"pending\"") && !told.text.contains("hunter2"))
        let condition = try user.call("value.get", ["prefix": "pass"])
        #expect(condition[at: "conditions/password/pending"] != nil && !condition.text.contains("hunter2"))
        #expect(try agent.carryOutNext()["to"] == "hunter2")
        #expect(try !user.notification().text.contains("hunter2"))
        try daemon.kill9()
        let again = try DaemonProcess(in: daemon.directory)
        #expect(try !again.client().call("history.get").text.contains("hunter2"))
    }
}
