import FasciaDocument
import TestSupport
import Testing

/// What a screen does not allow, no other method allows.
@Suite(.mustEnd) struct AllowedActionTests {
    private let daemon: DaemonProcess
    private let (app, user): (JSONClient, JSONClient)

    init() throws {
        daemon = try DaemonProcess()
        (app, user) = (try daemon.client(), try daemon.client())
        try app.call("value.set", ["key": "word", "value": ""])
        try app.call("toggle.declare", Fixture.extras)
    }

    /// Shows buttons that send the same action, one for each of these modifiers; returns the entry.
    private func show(_ buttons: (payload: JSON, modifiers: JSON)...) throws -> JSON {
        let nodes = buttons.enumerated().map { index, button -> JSON in
            [
                "kind": "button", "id": .string("b\(index)"), "label": .string("B\(index)"), "emit": "onGo",
                "payload": button.payload, "modifiers": button.modifiers,
            ]
        }
        let body: JSON = ["kind": "vstack", "children": [["kind": "vstack", "children": .array(nodes)]]]
        try app.call("screen.put", ["screen": ["id": "s", "emits": ["onGo", "onOwn"], "body": body]])
        try app.call("action.bind", ["screen": "s", "names": ["*"]])
        try app.call("nav.set", ["path": [["screen": "s"]]])
        return try app.top()
    }

    private func send(_ entry: JSON, _ payload: JSON, _ name: String = "onGo") throws -> JSON {
        let id = try user.send("action.send", ["entry": entry, "name": .string(name), "payload": payload])
        // The app is asked before it answers the question.
        try user.lines.send("")
        let sync = try app.send("sync")
        while true {
            let message = try app.receive()
            if message["method"] == "action" {
                try app.answer(message["id"] ?? .null)
            } else if message["id"] == .int(sync) {
                break
            }
        }
        return try user.reply(to: id)
    }

    @Test(
        arguments: [
            ([["disabled": true]], "disabled"), ([["hidden": true]], "hidden"),
            ([["shown": ["value": "word", "is": "yes"]]], "hidden"), ([["shown": ["toggle": "extras/ham"]]], "hidden"),
        ] as [(JSON, String)])
    func theActionOfAControlThatCannotBeOperatedIsRefused(_ modifiers: JSON, _ why: String) throws {
        let entry = try show((["row": 1], modifiers), (["row": 2], []))
        for payload in [["row": 1], ["row": 1.0], ["row": 1, "more": true]] as [JSON] {
            let error = try #require(try send(entry, payload)["error"])
            #expect(error.reason == "refused")
            #expect(error.message == "the screen \"s\" does not allow onGo now: what sends it is \(why)")
        }
        // Another control sends it with another payload, and an action of the app's own belongs to no control.
        #expect(try send(entry, ["row": 2])[at: "result/outcome"] == "handled")
        #expect(try send(entry, .null, "onOwn")[at: "result/outcome"] == "handled")
    }

    @Test func theSameActionOfAControlThatCanBeOperatedIsAllowed() throws {
        let entry = try show((.null, [["disabled": true]]), (.null, []))
        #expect(try send(entry, .null)[at: "result/outcome"] == "handled")
    }

    @Test func aConditionThatComesTrueAllowsIt() throws {
        let entry = try show((.null, [["shown": ["value": "word", "is": "yes"]]]))
        #expect(try send(entry, .null)["error"] != nil)
        try user.call("value.set", ["key": "word", "value": "yes"])
        #expect(try send(entry, .null)[at: "result/outcome"] == "handled")
    }

    // MARK: - Switches

    @Test func onlyItsOwnerSetsADisabledOption() throws {
        try app.call("toggle.enable", ["id": "extras/ham", "enabled": false])
        let error = try user.failure("toggle.set", ["id": "extras/ham", "on": true])
        #expect(error.reason == "refused")
        #expect(
            error.message == "switch \"extras/ham\" is disabled: only the program that has declared it reports its state")
        let set: JSON = ["method": "toggle.set", "params": ["id": "extras/ham", "on": true]]
        #expect(try user.failure("batch", ["commands": [set]]).reason == "refused")
        #expect(try app.call("toggle.set", ["id": "extras/ham", "on": true]).changed == true)
        // A group's set skips it.
        #expect(try user.call("toggle.set", ["id": "extras", "on": false]).changed == true)
        #expect(try user.state(of: "extras/ham") == "on")
    }

    @Test(.enabled(if: isRoot)) func authorsSetTheOptionsOfAnOwnerThatHasGone() throws {
        do {
            let owner = try daemon.client()
            try owner.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a", "disabled": true]]]])
        }
        try user.wait(forClients: 2)
        let set: JSON = ["id": 1, "method": "toggle.set", "params": ["id": "g/a", "on": true]]
        #expect(try daemon.replies(toOperator: [set])[0][at: "error/data/reason"] == "refused")
        #expect(try user.call("toggle.set", ["id": "g/a", "on": true]).changed == true)
    }

    // MARK: - Handlers

    /// What another process is answered that binds actions.
    private func bind(_ params: JSON) throws -> JSON {
        let line: JSON = ["id": 1, "method": "action.bind", "params": params]
        let socket = "UNIX-CONNECT:\(daemon.socketPath)"
        let output = try runProcess("/usr/bin/socat", ["-t", "300", "-", socket], input: line.text + "\n").checked().output
        return try JSON(parsing: String(output.dropLast()))
    }

    @Test func anotherProgramCannotTakeTheActionsOfAScreen() throws {
        let entry = try show((.null, []))
        try app.call("daemon.hello", ["name": "the app"])
        let pid = try #require(try app.call("daemon.hello")[at: "peer/pid"]?.intValue)
        for params in [["screen": "s", "names": ["onGo"]], ["entry": entry, "names": ["other", "onGo"]]] as [JSON] {
            let error = try #require(try bind(params)["error"])
            #expect(error.reason == "refused")
            let first = params["screen"] == nil ? "other" : "onGo"
            #expect(error.message == "the app (pid \(pid)) handles \(first) there: end it first, or handle other actions")
        }
        #expect(try bind(["screen": "s", "names": ["*"]])[at: "error/data/reason"] == "refused")
        #expect(try send(entry, .null)[at: "result/outcome"] == "handled")
        // Another screen is free, and so is this one without its app.
        #expect(try bind(["screen": "other", "names": ["onGo"]])[at: "result/bound/0"] == "onGo")
        try app.call("action.unbind", ["screen": "s"])
        #expect(try bind(["screen": "s", "names": ["onGo"]])[at: "result/bound/0"] == "onGo")
    }
}
