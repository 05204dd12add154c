import FasciaDocument
import TestSupport
import Testing

/// Commands for switches that a client carries out.
@Suite(.mustEnd) struct CarryOutCommandTests {
    private let daemon: DaemonProcess
    private let agent: JSONClient

    init() throws {
        daemon = try DaemonProcess()
        agent = try daemon.client()
        try agent.call("toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"], ["id": "cron"]]]])
        try agent.call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": "agent"])
        try agent.call("bind.claim", ["ids": ["services/**"], "timeout": 600, "atMost": 4])
        for id in ["services/nginx", "services/cron"] { try agent.call("bind.report", ["id": .string(id), "value": false]) }
    }

    private func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(
            Products.executable("fascia"), arguments, environment: ["FASCIA_SOCKET": daemon.socketPath])
    }

    private func answer(failing reason: String? = nil) throws {
        var request = try agent.takeNotifications().first ?? agent.receive()
        while request["method"] == "carryOut.cancel" { request = try agent.takeNotifications().first ?? agent.receive() }
        guard request["method"] == "carryOut", let id = request["id"] else { throw TestFailure("not carryOut: \(request.text)") }
        if let reason {
            try agent.send(["jsonrpc": "2.0", "id": id, "error": ["code": 1, "message": .string(reason)]])
        } else {
            try agent.send(["jsonrpc": "2.0", "id": id, "result": [:]])
        }
    }

    @Test func waitEndsWhenTheChangeIsConfirmed() throws {
        let set = try start("toggle", "set", "services/nginx", "on", "--wait")
        try answer()
        #expect(try set.process.waitForExit() == .exited(0))
        let group = try start("toggle", "flip", "services", "--wait")
        try answer()
        #expect(try group.process.waitForExit() == .exited(0))
        // What is so already needs no waiting.
        #expect(try daemon.fascia(["toggle", "set", "services", "on", "--wait"]).output == "unchanged\n")
    }

    /// The answer to a request that is repeated is that of the first one, whose events are over.
    @Test func waitEndsForARepeatedRequest() throws {
        let done = ["toggle", "set", "services/nginx", "on", "--wait", "--once", "done"]
        let first = try RunningProcess(
            Products.executable("fascia"), done, environment: ["FASCIA_SOCKET": daemon.socketPath])
        try answer()
        #expect(try first.process.waitForExit() == .exited(0))
        #expect(try daemon.fascia(done).status == .exited(0))
        let failing = try start("toggle", "set", "services/cron", "on", "--wait", "--once", "failing")
        try answer(failing: "no such unit")
        #expect(try failing.process.waitForExit() == .exited(1))
        let again = try daemon.fascia(["toggle", "set", "services/cron", "on", "--wait", "--once", "failing"])
        #expect(again.status == .exited(1))
        #expect(again.error == "fascia: services/cron was not changed: no such unit\n")
    }

    /// Events of changes that were made before it are no end.
    @Test func eachWaitsForItsOwnChange() throws {
        let ids = (1...12).map { "many/s\($0)" }
        try agent.call(
            "toggle.declare", ["group": ["id": "many", "options": .array(ids.map { ["id": .string(String($0.dropFirst(5)))] })]])
        try agent.call("bind.claim", ["ids": ["many/**"], "timeout": 600, "atMost": 12])
        for id in ids { try agent.call("bind.report", ["id": .string(id), "value": false]) }
        let sets = try ids.map { try start("toggle", "set", $0, "on", "--wait") }
        for _ in ids { try answer(failing: "broken") }
        for set in sets { #expect(try set.process.waitForExit() == .exited(1), "\(set.error.text)") }
    }

    /// The last known state is what is asked for, but nobody knows whether it still holds: the claimer is asked.
    @Test func waitDoesNotTakeAnUnverifiedStateForDone() throws {
        try agent.call("bind.report", ["id": "services/nginx", "stale": "the bus is gone"])
        let set = try start("toggle", "set", "services/nginx", "off", "--wait")
        try answer(failing: "the bus is gone")
        #expect(try set.process.waitForExit() == .exited(1))
        #expect(try set.error.wait(for: "\n") == "fascia: services/nginx was not changed: the bus is gone\n")
    }

    /// It was carried out, and nobody knows what that has led to.
    @Test func waitSaysThatTheStateIsNotKnownAfterwards() throws {
        let set = try start("toggle", "set", "services/nginx", "on", "--wait")
        let request = try agent.takeNotifications().first ?? agent.receive()
        #expect(request["method"] == "carryOut")
        try agent.call("bind.report", ["id": "services/nginx", "value": true, "stale": "the bus is gone"])
        #expect(try set.process.waitForExit() == .exited(75))
        #expect(
            try set.error.wait(for: "\n")
                == "fascia: services/nginx was changed, but its state is not known: the bus is gone\n")
        #expect(try daemon.fascia(["get", "services/nginx"]).status == .exited(75))
    }

    @Test func waitFailsWithTheReasonWhenTheChangeIsReverted() throws {
        let set = try start("toggle", "set", "services/nginx", "on", "--wait")
        try answer(failing: "no such unit")
        #expect(try set.process.waitForExit() == .exited(1))
        #expect(try set.error.wait(for: "\n") == "fascia: services/nginx was not changed: no such unit\n")
        #expect(try daemon.fascia(["toggle", "list", "services"]).output.contains("[ ] nginx (failed: no such unit)"))
    }

    /// The claimer comes back and reports that it was done.
    @Test func waitGoesOnWhileTheDaemonIsRestarted() throws {
        let set = try start("toggle", "set", "services/nginx", "on", "--wait")
        let request = try agent.takeNotifications().first ?? agent.receive()
        #expect(request["method"] == "carryOut")
        // Its result is printed at the end. What the daemon answers to the claimer it sends after its reply to the request.
        try agent.call("sync")
        try daemon.kill9()
        _ = try set.error.wait(for: "waiting for the daemon")
        let again = try DaemonProcess(in: daemon.directory)
        let next = try again.client()
        try next.call("bind.claim", ["ids": ["services/**"], "timeout": 600])
        try next.call("bind.report", ["id": "services/nginx", "value": true])
        #expect(try set.process.waitForExit() == .exited(0), "\(set.error.text)")
    }

    @Test func waitEndsWithTheTimeThatIsGiven() throws {
        let set = try start("toggle", "set", "services/nginx", "on", "--wait", "--timeout", "5")
        #expect(try set.process.waitForExit() == .exited(124))
        #expect(set.error.text == "fascia: timeout: the change was not carried out within 5.0 s, and may still be\n")
    }

    @Test func waitIsAboutTheOwnRequest() throws {
        try daemon.client().call("toggle.set", ["id": "services/nginx", "on": true])
        let off = try start("toggle", "set", "services/nginx", "off", "--wait")
        try agent.waitForQueue(of: "services/nginx")
        try answer()
        try answer(failing: "it is busy")
        #expect(try off.process.waitForExit() == .exited(1))
        #expect(try off.error.wait(for: "\n").contains("it is busy"))
    }

    @Test func linesStateTheConditionAndTheReason() throws {
        let body: JSON = ["kind": "form", "children": [["kind": "group", "bind": "services"]]]
        try daemon.client().call("screen.put", ["screen": ["id": "home", "title": "Box", "body": body]])
        func line() throws -> Substring? {
            let lines = try daemon.fascia(["attach", "--linear"], input: "q\n", environment: ["LANG": "C.UTF-8"]).output
            return lines.split(separator: "\n").first { $0.contains("nginx") }
        }
        try daemon.client().call("toggle.set", ["id": "services/nginx", "on": true])
        #expect(try line() == "2. nginx, switch: on, pending")
        try answer(failing: "no such unit")
        _ = try agent.call("sync")
        #expect(try line() == "2. nginx, switch: off, failed, no such unit")
    }

    /// A change that goes back by itself is announced, and one word keeps it.
    @Test func linesAnnounceAnUnconfirmedChange() throws {
        let body: JSON = ["kind": "form", "children": [["kind": "group", "bind": "services"]]]
        try daemon.client().call("screen.put", ["screen": ["id": "home", "title": "Box", "body": body]])
        let linear = try RunningProcess(
            Products.executable("fascia"), ["attach", "--linear"],
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8"])
        try linear.output.wait(for: "2. nginx, switch: off\n")
        try linear.send("keep\n")
        try linear.output.wait(for: "Nothing that was announced here waits for a confirmation.\n")
        try daemon.client().call("toggle.set", ["id": "services/nginx", "on": true, "revert": ["within": 3_600]])
        try answer()
        try linear.output.wait(for: "services/nginx goes back to off in 3600 s: type keep to keep it.\n")
        try linear.output.wait(for: "nginx: on, unconfirmed\n")
        try linear.send("keep\n")
        try linear.output.wait(for: "nginx: on\n")
        try linear.send("q\n")
        #expect(try linear.process.waitForExit() == .exited(0))
    }

    @Test func getTellsPendingFromDone() throws {
        try daemon.client().call("toggle.set", ["id": "services/nginx", "on": true])
        let pending = try daemon.fascia(["get", "services/nginx"])
        #expect(pending.status == .exited(75) && pending.output == "on\n")
        #expect(pending.error == "fascia: services/nginx is pending\n")
        try answer()
        _ = try agent.call("sync")
        #expect(try daemon.fascia(["get", "services/nginx"]).status == .exited(0))
    }

    /// A group's state is known as far as it does not depend on what is not.
    @Test func whatNobodyKnowsIsNotPrintedAsAState() throws {
        let user = try daemon.client()
        let options: JSON = [["id": "a"], ["id": "b"], ["id": "c"]]
        try user.call("toggle.declare", ["group": ["id": "g", "options": options]])
        let components: JSON = [["id": "x", "elements": [["id": "1"]]], ["id": "y", "elements": [["id": "2"]]]]
        try user.call("picker.declare", ["picker": ["id": "p", "components": components]])
        try agent.call("bind.claim", ["ids": ["g/**", "picker:p/**"], "timeout": 600])
        try agent.call("bind.report", ["id": "picker:p/y", "value": "2"])
        func get(_ names: String...) throws -> String { try daemon.fascia(["get"] + names).output }
        #expect(try get("g", "g/a", "p/x", "p/y", "p") == "unknown\nunknown\nunknown\n2\n{\"x\":null,\"y\":\"2\"}\n")
        #expect(try daemon.fascia(["toggle", "list", "g"]).output.hasPrefix("[?] g\n    [?] a (unknown)"))
        #expect(try daemon.fascia(["picker", "list", "p"]).output.contains("‹ ? ›"))
        try agent.call("bind.report", ["id": "g/a", "value": false])
        #expect(try get("g", "g/a") == "unknown\noff\n")
        try agent.call("bind.report", ["id": "g/b", "value": true])
        #expect(try get("g") == "mixed\n", "whatever the third one is")
        try user.call("toggle.set", ["id": "g/c", "on": true])
        #expect(try get("g/c") == "on\n", "what is wanted, while it is pending")
    }

    @Test func confirmKeepsAChange() throws {
        let set = try start("toggle", "set", "services/nginx", "on", "--wait", "--revert-within", "3600")
        try answer()
        #expect(try set.process.waitForExit() == .exited(0))
        #expect(try daemon.fascia(["toggle", "list", "services"]).output.contains("nginx (unconfirmed)"))
        #expect(try daemon.fascia(["confirm", "services/nginx"]).status == .exited(0))
        #expect(try daemon.fascia(["toggle", "list", "services"]).output.contains("[x] nginx\n"))
    }

    /// The ids of `fascia get` do, without the prefix of the kind.
    @Test func confirmAndPollTakeTheIdOfAValue() throws {
        try agent.call("value.declare", ["key": "net/address", "kind": "string", "value": "10.0.0.1"])
        try agent.call("bind.claim", ["ids": ["value:net/address"]])
        try agent.call("bind.report", ["id": "value:net/address", "value": "10.0.0.1"])
        let poll = try start("poll", "net/address")
        let request = try agent.takeNotifications().first ?? agent.receive()
        #expect(request["method"] == "poll" && request[at: "params/id"] == "value:net/address")
        try agent.send(["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": [:]])
        #expect(try poll.process.waitForExit() == .exited(0))
        let confirm = try daemon.fascia(["confirm", "net/address"])
        #expect(confirm.status == .exited(1) && confirm.error.contains("value:net/address"), "\(confirm.error)")
    }

    /// One that does not answer keeps nobody waiting.
    @Test func whatNobodyHasClaimedIsAskedOfAllProgramsAtOnce() throws {
        let other = try daemon.client()
        for (client, screen) in [(agent, "one"), (other, "two")] {
            try client.call("screen.put", ["screen": ["id": .string(screen), "body": ["kind": "divider"]]])
        }
        let poll = try start("poll", "somelist")
        var ids: [JSON] = []
        for client in [agent, other] {
            var request = try client.takeNotifications().first ?? client.receive()
            while request["method"] != "poll" { request = try client.receive() }
            ids.append(request["id"] ?? .null)
        }
        try other.send(["jsonrpc": "2.0", "id": ids[1], "result": [:]])
        #expect(try poll.process.waitForExit() == .exited(0))
    }

    /// It is not the daemon that takes too long.
    @Test func aPollThatNobodyAnswersNamesTheProgram() throws {
        for (key, timeout) in [("net/address", 1), ("net/mask", 600)] {
            try agent.call("value.declare", ["key": .string(key), "kind": "string", "value": "10.0.0.1"])
            try agent.call("bind.claim", ["ids": [.string("value:" + key)], "timeout": .int(timeout)])
        }
        let late = try daemon.fascia(["poll", "net/address"])
        #expect(late.error.hasPrefix("fascia: timeout: \"value:net/address\" was not read by agent"), "\(late.error)")
        let short = try daemon.fascia(["poll", "net/mask", "--timeout", "5"])
        let words = "\"net/mask\" was not read by the program that carries it out within 5.0 s, and may still be"
        #expect(short.error == "fascia: timeout: \(words)\n")
        #expect(late.status == .exited(124) && short.status == .exited(124))
    }
}

extension JSONClient {
    /// Waits until two changes of an option are requested.
    fileprivate func waitForQueue(of option: String) throws {
        while try call("toggle.get", ["id": .string(option)])[at: "condition/pending/next"] == nil {}
    }
}
