import FasciaDocument
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// What somebody may not see is not told in passing either: by the banners of terminals, by the state of a group, or by an undo.
@Suite(.mustEnd) struct HiddenThingsTests {
    private let bench: AccessBench
    /// Carries out the changes of all switches.
    private let agent: LocalPeer

    init() throws {
        bench = try AccessBench()
        agent = LocalPeer(bench.server.connect())
        try agent.call("bind.claim", ["ids": ["network/**", "services/**"]])
        for id in ["network/eth0", "services/nginx", "services/redis"] { try report(id, false) }
    }

    private func bob(_ rules: String) throws -> LocalPeer { try bench.user("grant:\n  - " + rules) }

    private func report(_ id: String, _ value: Bool) throws {
        try agent.call("bind.report", ["id": .string(id), "value": .bool(value), "done": true])
    }

    /// Switches something that goes back by itself.
    private func change(_ id: String, within seconds: Int, by client: LocalPeer? = nil) throws {
        try (client ?? bench.owner).call("toggle.set", ["id": .string(id), "on": true, "revert": ["within": .int(seconds)]])
        try report(id, true)
    }

    private func attach(_ client: LocalPeer) throws -> JSON {
        try client.call("terminal.attach", ["columns": 100, "rows": 12, "colors": "none"])["terminal"] ?? 0
    }

    private func picture(_ client: LocalPeer, _ terminal: JSON) throws -> String {
        try client.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
    }

    @Test func countdownIsOfWhatItsReaderSees() throws {
        let bob = try bob("{user: bob, role: operator, on: [\"nav:main\", \"screen:box\", \"option:services/**\"]}")
        let terminal = try attach(bob)
        try change("network/eth0", within: 60)
        #expect(try !picture(bob, terminal).contains("goes back"))
        try change("services/nginx", within: 90, by: bob)
        #expect(try picture(bob, terminal).contains("nginx goes back to off in"))
        try bob.call("terminal.key", ["terminal": terminal, "key": "ctrl+o"])
        #expect(try bob.call("toggle.get", ["id": "services/nginx"])[at: "condition/unconfirmed"] == nil)
        #expect(try bench.owner.call("toggle.get", ["id": "network/eth0"])[at: "condition/unconfirmed"] != nil)
    }

    @Test func countdownOffersToKeepWhatItsReaderOperates() throws {
        let bob = try bob(
            "{user: bob, role: viewer}\n  - {user: bob, role: operator, on: [\"nav:main\", \"option:services/**\"]}")
        let terminal = try attach(bob)
        try change("network/eth0", within: 60)
        let seen = try picture(bob, terminal)
        #expect(seen.contains("eth0 goes back to off in") && !seen.contains("Ctrl-O keeps"), "\(seen)")
        try change("services/nginx", within: 90)
        #expect(try picture(bob, terminal).contains("nginx goes back to off in 90 s: Ctrl-O keeps on"))
    }

    @Test func bannerOfAHiddenScreenHasItsIDOnly() throws {
        try bench.owner.call(
            "screen.put", ["screen": ["id": "priv", "title": "Payroll", "body": ["kind": "text", "text": "secret"]]])
        let bob = try bob("{user: bob, role: operator, on: [\"nav:main\", \"screen:box\", \"option:services/**\"]}")
        let terminal = try attach(bob)
        // Somebody with an open palette is in the middle of something.
        try bob.call("terminal.key", ["terminal": terminal, "key": "ctrl+k"])
        try bench.owner.call("nav.modal", ["screen": "priv", "style": "alert"])
        let seen = try picture(bob, terminal)
        #expect(seen.contains("opened priv – Ctrl-G to look") && !seen.contains("Payroll"), "\(seen)")
    }

    @Test func stateOfAGroupIsNotToldToWhoSeesAPartOfIt() throws {
        let bob = try bob("{user: bob, role: viewer, on: [\"option:services/**\"], except: [\"option:services/redis\"]}")
        let all = try self.bob("{user: bob, role: viewer, on: [\"option:services/**\"]}")
        try bench.owner.call("toggle.set", ["id": "services/redis", "on": true])
        func groups(_ client: LocalPeer) throws -> [JSON] {
            let events = try client.call("history.get", ["id": "services"])["events"]?.arrayValue ?? []
            return events.flatMap { $0["changes"]?.arrayValue ?? [] }.filter { $0["kind"] == "group" }
        }
        #expect(try groups(bob) == [])
        #expect(try groups(all).count == 1)
    }

    @Test func whoSeesASwitchLearnsThatItsGroupIsDeclaredAgain() throws {
        let (bob, cal) = (
            try bob("{user: bob, role: viewer, on: [\"option:services/nginx\"]}"),
            try self.bob("{user: bob, role: viewer, on: [\"option:network/**\"], except: [\"option:services/**\"]}")
        )
        for user in [bob, cal] { try user.call("watch.start") }
        try bench.owner.call("value.set", ["key": "secret", "value": 2])
        try bench.owner.call("toggle.declare", ["group": ["id": "others", "options": [["id": "a"]]]])
        try agent.call("bind.release", ["ids": ["services/**"]])
        try bench.owner.call("toggle.remove", ["id": "services"])
        for (user, expected) in [(bob, ["services"]), (cal, [])] {
            try user.call("sync")
            let changes = user.takeNotifications().flatMap { $0[at: "params/changes"]?.arrayValue ?? [] }
            #expect(changes.filter { $0["kind"] == "removed" }.compactMap { $0["id"]?.stringValue } == expected)
            #expect(!changes.contains { $0["kind"] == "declared" })
        }
    }

    @Test func aCoalescedEventHasTheCauseOfWhatItTells() throws {
        let cursor = try bench.owner.call("watch.start")["cursor"] ?? .null
        try bench.owner.call("toggle.set", ["id": "services/nginx", "on": true])
        try report("services/nginx", true)
        try bench.owner.call("value.set", ["key": "secret", "value": 2, "reason": "nobody else's business"])
        let bob = try bob("{user: bob, role: viewer, on: [\"option:services/**\"]}")
        try bob.call("watch.start", ["since": cursor, "coalesce": true])
        try bob.call("sync")
        let events = bob.takeNotifications().compactMap { $0["params"] }
        #expect(events.count == 1 && events[0][at: "cause/method"] == "bind.report", "\(events)")
        #expect(events[0][at: "cause/reason"] == nil)
    }

    @Test func whetherThereIsAHiddenGroupIsNotTold() throws {
        let bob = try bob("{user: bob, role: operator, on: [\"option:services/**\"]}")
        let messages = try ["network", "nothing"].map { id in
            try bob.message("toggle.set", ["id": .string(id), "on": true])?.split(separator: id).joined(separator: "ID")
        }
        #expect(messages[0] != nil && messages[0] == messages[1], "\(messages)")
    }

    @Test func aQuestionLeavesTheTerminalsOfThoseWhoMayNotSeeItAnyMore() throws {
        let bench = try ApprovalBench(ApprovalBench.people)
        let bob = try bench.user(ApprovalBench.bob)
        let terminal = try attach(bob)
        for title in ["First", "Second"] {
            try bench.owner.call("ask.open", ["id": .string(title), "kind": "confirm", "title": .string(title)])
        }
        // The first one is put off.
        try bob.call("terminal.key", ["terminal": terminal, "key": "escape"])
        #expect(try picture(bob, terminal).contains("Second"))
        try bench.use("grant:\n  - {user: bob, role: operator, on: [\"**\"], except: [\"question:*\"]}")
        #expect(try !picture(bob, terminal).contains("Second"))
        try bob.call("terminal.key", ["terminal": terminal, "key": "ctrl+g"])
        #expect(try !picture(bob, terminal).contains("First"))
        try bench.use(ApprovalBench.people)
        #expect(try picture(bob, terminal).contains("First"))
    }

    @Test func whetherAHiddenSwitchIsEnabledIsNotToldOfItsGroup() throws {
        let bob = try bob("{user: bob, role: viewer, on: [\"option:services/**\"], except: [\"option:services/redis\"]}")
        try bench.owner.call("toggle.enable", ["id": "services/nginx", "enabled": false])
        try bob.call("watch.start")
        for isEnabled in [false, true] {
            try bench.owner.call("toggle.enable", ["id": "services/redis", "enabled": .bool(isEnabled)])
        }
        try bob.call("sync")
        #expect(bob.takeNotifications() == [])
        let events = try bob.call("history.get", ["id": "services"])["events"]?.arrayValue ?? []
        let changes: [JSON] = events.flatMap { $0["changes"]?.arrayValue ?? [] }
        #expect(!changes.contains { $0["kind"] == "enabled" })
    }

    @Test func whetherAHiddenSwitchIsEnabledIsNotToldOfAGroupInsideItsGroup() throws {
        func declare(_ inner: [String]) throws {
            let options: [JSON] = inner.map { ["id": .string($0), "disabled": .bool($0 != "hidden")] }
            let seen: JSON = ["id": "seen", "options": [["id": "x"]]]
            let group: JSON = ["id": "g", "options": [["id": "inner", "options": .array(options)], seen, ["id": "last"]]]
            try bench.owner.call("toggle.declare", ["group": group])
        }
        try declare(["a", "hidden"])
        let bob = try bob("{user: bob, role: viewer, on: [\"option:g/**\"], except: [\"option:g/inner/hidden\"]}")
        let cal = try self.bob("{user: bob, role: viewer, on: [\"option:g/last\"]}")
        for user in [bob, cal] { try user.call("watch.start") }
        func enable(_ id: String, _ isEnabled: Bool) throws {
            try bench.owner.call("toggle.enable", ["id": .string(id), "enabled": .bool(isEnabled)])
        }
        // The only enabled switch of the inner group is the hidden one.
        for isEnabled in [false, true] { try enable("g/inner/hidden", isEnabled) }
        // It is removed, and comes back.
        try declare(["a"])
        try declare(["a", "hidden"])
        for id in ["g/seen", "g/last"] { try enable(id, false) }
        func enabled(_ changes: [JSON]) -> [String] {
            changes.filter { $0["kind"] == "enabled" }.compactMap { $0["id"]?.stringValue }
        }
        func told(_ user: LocalPeer) throws -> [String] {
            try user.call("sync")
            return enabled(user.takeNotifications().flatMap { $0[at: "params/changes"]?.arrayValue ?? [] })
        }
        let seen = ["g/seen/x", "g/seen", "g/last"]
        #expect(try told(bob) == seen)
        #expect(try told(cal) == ["g/last"])
        let events = try bob.call("history.get", ["limit": 100])["events"]?.arrayValue ?? []
        let past = events.flatMap { $0["changes"]?.arrayValue ?? [] }
        #expect(Set(enabled(past)) == Set(seen))
        #expect(try bob.call("history.get", ["id": "g/inner"])["events"] == [])
    }

    @Test func whoSeesAPartOfAGroupFindsTheStateOfThat() throws {
        let bob = try bob("{user: bob, role: operator, on: [\"nav:main\", \"screen:box\", \"option:services/nginx\"]}")
        try report("services/nginx", true)
        let found = try bob.call("ui.find", ["query": "services"])["found"]?.arrayValue ?? []
        #expect(found.first { $0["address"] == "switch/services" }?["state"] == "on", "\(found)")
        let terminal = try attach(bob)
        for key in ["ctrl+k"] + "services".map({ String($0) }) {
            try bob.call("terminal.key", ["terminal": terminal, "key": .string(key)])
        }
        let seen = try picture(bob, terminal)
        #expect(seen.contains("services") && !seen.contains("mixed"), "\(seen)")
    }

    /// Whoever may answer any question may not know of one that is for somebody else.
    @Test func aRefusalNamesNoQuestionForOthers() throws {
        let bob = try bob("{user: bob, role: operator}")
        try bench.owner.call("ask.open", ["id": "first", "kind": "confirm", "title": "?", "to": ["user:root"]])
        let requests: [(String, JSON)] = [
            ("ask.list", [:]), ("ask.answer", ["answer": true]), ("ask.cancel", [:]), ("ask.progress", ["percent": 1]),
        ]
        func messages(_ id: String) throws -> Set<String?> {
            var messages: Set<String?> = []
            for (method, params) in requests {
                var params = params.objectValue ?? [:]
                params["id"] = .string(id)
                messages.insert(try bob.message(method, .object(params)))
            }
            return messages
        }
        #expect(try messages("firs") == ["no question \"firs\": none is asked"])
        try bench.owner.call("ask.open", ["id": "second", "kind": "confirm", "title": "?"])
        #expect(try messages("secon") == ["no question \"secon\": did you mean \"second\"?"])
        let cancel: JSON = ["method": "ask.cancel", "params": ["id": "firs"]]
        #expect(try bob.message("batch", ["commands": [cancel]])?.hasSuffix("no question \"firs\"") == true)
    }

    @Test func undoOpensNoScreenThatItsUserMayNotSee() throws {
        try bench.owner.call("nav.push", ["screen": "net"])
        try bench.owner.call("nav.pop")
        let bob = try bob("{user: bob, role: operator, on: [\"nav:main\", \"screen:box\"]}")
        #expect(try bob.message("history.undo") == Self.hiddenUndo)
        #expect(try bench.owner.call("nav.get")["top"] != "net")
        #expect(try bench.owner.message("history.undo") == nil)
    }

    private static let hiddenUndo =
        "history.undo would change something that you do not see: undo less, or ask the owner of the panel"

    /// Nor of which kind it is, nor what right it would need.
    @Test func aRefusedUndoDoesNotTellWhatItsUserDoesNotSee() throws {
        let bob = try bob("{user: bob, role: operator, on: [\"option:services/**\"]}")
        let changes: [(String, JSON)] = [
            ("value.set", ["key": "secret", "value": 2]), ("value.declare", ["key": "new", "kind": "int"]),
            ("nav.push", ["screen": "net"]),
        ]
        var replies: Set<String> = []
        for (method, params) in changes {
            try bench.owner.call(method, params)
            let error = try bob.reply("history.undo", ["revert": ["within": 5]])["error"]
            #expect(error?["message"]?.stringValue == Self.hiddenUndo, "\(method): \(error?.text ?? "")")
            replies.insert(error?.text ?? "")
        }
        #expect(replies.count == 1)
    }

    /// What is seen is named, with the line that would allow it.
    @Test func aRefusedUndoNamesWhatItsUserSees() throws {
        try bench.owner.call("value.set", ["key": "secret", "value": 2])
        let bob = try bob(
            "{user: bob, role: operator, on: [\"option:services/**\"]}\n  - {user: bob, role: viewer, on: [\"value:secret\"]}")
        let error = try bob.reply("history.undo")["error"]
        #expect(
            error?["message"]?.stringValue?.hasPrefix(
                "history.undo, which would change it, needs the right operate on value:secret, and ") == true,
            "\(error?.text ?? "")")
    }

    @Test func anImpossibleUndoDoesNotNameWhatItsUserDoesNotSee() throws {
        func declare(_ least: Int) throws {
            try agent.call("value.declare", ["key": "hidden", "kind": "int", "range": [.int(least), 10]])
        }
        try declare(0)
        for value in [5, 7] { try bench.owner.call("value.set", ["key": "hidden", "value": .int(value)]) }
        // The agent is still there, so that its declaration stays, and 5 does not fit any more.
        try declare(6)
        #expect(try bench.owner.message("history.undo")?.hasPrefix("value \"hidden\" cannot be what it was") == true)
        let bob = try bob("{user: bob, role: operator, on: [\"option:services/**\"]}")
        let reply = try bob.reply("history.undo")
        #expect(reply[at: "error/data/reason"] == "conflict" && !reply.text.contains("hidden"), "\(reply.text)")
    }

    @Test func aRuleDoesNotNameAHiddenSwitch() throws {
        let options: [JSON] = [["id": "a"], ["id": "b", "on": true], ["id": "hidden", "on": true]]
        let group: JSON = ["id": "g", "options": .array(options), "rules": ["requires": ["hidden": ["b"]]]]
        try bench.owner.call("toggle.declare", ["group": group])
        let bob = try bob("{user: bob, role: operator, on: [\"option:g/a\", \"option:g/b\"]}")
        for isTried in [true, false] {
            let reply = try bob.reply("toggle.set", ["id": "g/b", "on": false, "dryRun": .bool(isTried)])
            #expect(reply[at: "error/data/options"] == ["g/b"] && !reply.text.contains("hidden"), "\(reply.text)")
        }
        let message = try bench.owner.message("toggle.set", ["id": "g/b", "on": false])
        #expect(message == "\"g/b\" cannot be turned off: \"g/hidden\" is on and needs it")
    }

    /// It would be turned off by the rule, and nobody is there to do so.
    @Test func whatNobodyCarriesOutIsNotNamedToWhoDoesNotSeeIt() throws {
        let options: [JSON] = [["id": "a"], ["id": "hidden", "on": true]]
        try bench.owner.call(
            "toggle.declare", ["group": ["id": "g", "options": .array(options), "rules": ["exclusive": true]]])
        let claimer = LocalPeer(bench.server.connect())
        try claimer.call("bind.claim", ["ids": ["g/hidden"]])
        try claimer.call("bind.report", ["id": "g/hidden", "value": true])
        claimer.close()
        let bob = try bob("{user: bob, role: operator, on: [\"option:g/a\"]}")
        for isTried in [true, false] {
            let reply = try bob.reply("toggle.set", ["id": "g/a", "on": true, "dryRun": .bool(isTried)])
            #expect(reply[at: "error/data/reason"] == "unavailable" && !reply.text.contains("hidden"), "\(reply.text)")
            #expect(reply[at: "error/data/claimer"] == nil, "\(reply.text)")
        }
        let message = try bench.owner.message("toggle.set", ["id": "g/a", "on": true])
        #expect(message?.hasPrefix("\"g/hidden\" cannot be changed: ") == true, "\(message ?? "")")
    }

    @Test func whetherTheAppOfAHiddenScreenHasGoneIsNotTold() throws {
        let app = LocalPeer(bench.server.connect())
        try app.call("screen.put", ["screen": ["id": "app", "emits": ["onGo"], "body": ["kind": "text", "text": "x"]]])
        try app.call("action.bind", ["screen": "app", "names": ["onGo"]])
        try bench.owner.call("nav.push", ["screen": "app"])
        app.close()
        let bob = try bob("{user: bob, role: viewer, on: [\"nav:main\", \"screen:box\"]}")
        func orphaned(_ client: LocalPeer) throws -> JSON? {
            try client.call("nav.get")["layers"]?[0]?["entries"]?.arrayValue?.last?["orphaned"]
        }
        #expect(try orphaned(bench.owner) == true)
        #expect(try orphaned(bob) == false)
    }

    /// What somebody spells wrong is compared with what they see.
    @Test func noSuggestionNamesAHiddenThing() throws {
        try bench.owner.call("nav.set", ["stack": "side", "path": [["screen": "net"]]])
        try bench.owner.call("ask.open", ["id": "quiz", "kind": "confirm", "title": "?"])
        let bob = try bob(
            """
            {user: bob, role: operator, on: ["option:services/**", "nav:s*", "question:q*", "value:*", "picker:*"], \
            except: ["option:services/redis", "nav:side", "question:quiz", "value:secret"]}
            """)
        let attempts: [(String, JSON)] = [
            ("toggle.set", ["id": "services/redi", "on": true]),
            ("toggle.set", ["id": "services/redi", "on": true, "dryRun": true]),
            ("toggle.get", ["id": "services/redi"]),
            ("batch", ["commands": [["method": "toggle.flip", "params": ["id": "services/redi"]]]]),
            ("nav.pop", ["stack": "sid"]), ("nav.get", ["stack": "sid"]), ("ui.open", ["stack": "sid", "address": "x"]),
            ("ui.find", ["stack": "sid", "query": "x"]), ("ui.tree", ["stack": "sid"]), ("ui.render", ["stack": "sid"]),
            ("ui.tap", ["stack": "sid", "node": "x"]),
            ("terminal.attach", ["stack": "sid", "columns": 20, "rows": 5, "colors": "none"]),
            ("ui.wait", ["for": ["toggle": "services/redi", "state": "on"], "mustExist": true]),
            ("ui.wait", ["for": ["value": "secre", "equals": 1], "mustExist": true]),
            ("ui.wait", ["for": ["screen": "x"], "stack": "sid", "mustExist": true]), ("value.get", ["key": "secre"]),
            ("value.set", ["key": "secre", "value": 1, "expect": 3]), ("ask.answer", ["id": "qui", "answer": true]),
            ("ask.list", ["id": "qui"]), ("ask.cancel", ["id": "qui"]), ("ask.progress", ["id": "qui"]),
        ]
        for (method, params) in attempts {
            let reply = try bob.reply(method, params).text
            for name in ["redis", "side", "main", "quiz", "secret"] { #expect(!reply.contains(name), "\(method): \(reply)") }
        }
        let message = try bob.message("toggle.set", ["id": "services/redi", "on": true])
        #expect(message?.contains("group \"services\" has nginx") == true, "\(message ?? "")")
    }

    @Test func noWaitTellsThatSomethingHiddenIsThere() throws {
        try bench.owner.call("nav.set", ["stack": "side", "path": [["screen": "net"]]])
        let hidden = try #require(try bench.owner.call("nav.get", ["stack": "side"])["top"])
        let bob = try bob("{user: bob, role: viewer, on: [\"nav:main\", \"screen:box\"]}")
        func reason(_ subject: JSON) throws -> String? { try bob.reason("ui.wait", ["for": subject, "mustExist": true]) }
        #expect(try reason(["screen": "net"]) == "notFound")
        #expect(try reason(["screen": "none"]) == "notFound")
        // As for one that was removed.
        #expect(try reason(["entry": hidden]) == "entryGone")
    }

    @Test func aReportOfAHiddenPlaceDoesNotTellTheWayThere() throws {
        try bench.owner.call("nav.set", ["stack": "side", "path": [["screen": "net"], ["screen": "priv"]]])
        let hidden = try #require(try bench.owner.call("nav.get", ["stack": "side"])["top"])
        let bob = try bob("{user: bob, role: author, on: [\"nav:main\", \"screen:box\", \"issue:*\"]}")
        for place: JSON.Object in [["entry": hidden], ["screen": "priv"]] {
            var params = place
            (params["severity"], params["message"]) = ("warning", "m")
            try bob.call("issue.report", .object(params))
        }
        let issues = try bob.call("daemon.status")["issues"]?.text ?? ""
        #expect(issues.contains("\"priv\"") && !issues.contains("\"side\"") && !issues.contains("\"net\""), "\(issues)")
    }

    @Test func nobodyFollowsATerminalOnAHiddenStack() throws {
        try bench.owner.call("nav.set", ["stack": "side", "path": [["screen": "net"]]])
        var params: JSON.Object = ["stack": "side", "columns": 40, "rows": 5, "colors": "none"]
        let hidden = try #require(try bench.owner.call("terminal.attach", .object(params))["terminal"])
        let bob = try bob("{user: bob, role: operator, on: [\"nav:main\", \"screen:box\"]}")
        let own = try attach(bob)
        (params["stack"], params["follow"]) = (nil, hidden)
        #expect(
            try bob.message("terminal.attach", .object(params))
                == "there is no terminal \(hidden.text) to follow: the attached ones are \(own.text)")
        // Of those that were used last, it is the last one that is seen.
        try bench.owner.call("terminal.key", ["terminal": hidden, "key": "down"])
        params["follow"] = 0
        let follower = try #require(try bob.call("terminal.attach", .object(params))["terminal"])
        #expect(try bob.message("ui.render", ["terminal": follower]) == nil)
        #expect(try bob.message("ui.tree", ["terminal": follower]) == nil)
    }

    @Test func nobodyCanWaitForAQuestionThatTheyDoNotSee() throws {
        let bob = try bob("{user: bob, role: viewer, on: [\"option:services/**\", \"question:q\"]}")
        try bench.owner.call("ask.open", ["id": "other", "kind": "confirm", "title": "?"])
        #expect(try bob.reason("ui.wait", ["for": ["question": "*", "gone": true]]) == nil)
        try bench.owner.call("ask.open", ["id": "q", "kind": "confirm", "title": "?"])
        #expect(try bob.reason("ui.wait", ["for": ["question": "*"]]) == nil)
    }

    @Test func theStatusCountsWhatItsReaderSees() throws {
        try bench.owner.call("issue.report", ["severity": "warning", "message": "m"])
        let bob = try bob("{user: bob, role: viewer, on: [\"option:services/nginx\", \"value:cpu\"]}")
        let counts = try bob.call("daemon.status")["counts"]
        #expect(counts?["options"] == 1 && counts?["groups"] == 1 && counts?["values"] == 1, "\(counts?.text ?? "")")
        #expect(counts?["screens"] == 0 && counts?["pickers"] == 0 && counts?["stacks"] == 0 && counts?["issues"] == 0)
        #expect(try bench.owner.call("daemon.status")["counts"]?["issues"] == 1)
    }

    @Test func whoMayNotAskIsToldWhichQuestionsTheRightIsFor() throws {
        let bob = try bob("{user: bob, role: operator, on: [\"option:services/**\"]}")
        let denied = try bob.reply("ask.open", ["kind": "message", "title": "hello"])
        #expect(
            denied[at: "error/data/add"]?.stringValue?.hasSuffix(", role: operator, on: [\"question:**\"]}") == true,
            "\(denied.text)")
    }
}
