import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Connections survive a restart of the daemon with partial lines, unsent bytes, watches and terminals. A crash closes
/// them.
@Suite(.mustEnd, .serialized) struct HandoverTests {
    private let manager: ServiceManager

    init() throws { manager = try ServiceManager() }

    /// Receives the notification that a new process has taken over.
    private func expectResumed(_ client: JSONClient) throws {
        let told = try client.notification("resumed")
        #expect(told["epoch"]?.stringValue?.isEmpty == false)
        #expect(told["revision"]?.intValue != nil)
    }

    @Test func theNextReplyComesFromTheNewProcess() throws {
        let client = try manager.client()
        let before = try client.call("daemon.hello", ["protocol": ["min": 1, "max": 1], "name": "someone"])
        try manager.restart()
        try expectResumed(client)
        let after = try client.call("daemon.hello", ["protocol": ["min": 1, "max": 1]])
        #expect(after["peer"] == before["peer"])
    }

    /// What the manager still kept would be passed to each later process, too.
    @Test func aProcessThatKeepsNoConnectionsLeavesNoneToTheNext() throws {
        let client = try manager.client()
        try client.call("sync")
        try manager.end()
        #expect(manager.names.count == 2)
        try manager.start(keepsConnections: false)
        #expect(throws: (any Error).self) { try client.receive() }
        #expect(manager.names == [])
        let other = try manager.client()
        try other.call("sync")
        try manager.end()
        try manager.start()
        #expect(throws: (any Error).self) { try other.receive() }
        let kept = try manager.client()
        try kept.call("sync")
        try manager.restart()
        try expectResumed(kept)
    }

    @Test func aHalfReadLineIsReadToItsEnd() throws {
        let client = try manager.client()
        try client.lines.sendBytes(Array(#"{"id":1,"meth"#.utf8))
        // The order of a reply on another connection ensures that the daemon has the partial line.
        try manager.client().call("sync")
        try manager.restart()
        try client.lines.sendBytes(Array("od\":\"sync\"}\n".utf8))
        try expectResumed(client)
        #expect(try client.receive()["id"] == 1)
    }

    @Test func linesBetweenTwoProcessesAreRead() throws {
        let client = try manager.client()
        try client.call("sync")
        try manager.end()
        let id = try client.send("sync")
        try manager.start()
        try expectResumed(client)
        #expect(try client.receive()["id"] == .int(id))
    }

    @Test func theRestOfALineThatIsTooLongIsPassedOver() throws {
        let client = try manager.client()
        let part = [UInt8](repeating: 120, count: 600_000)
        try client.lines.sendBytes(part + part)
        try manager.client().call("sync")
        try manager.restart()
        try client.lines.sendBytes(part + [10])
        try client.send(["id": 2, "method": "sync"])
        try expectResumed(client)
        #expect(try client.receive().reasonOfError == "lineTooLong")
        #expect(try client.receive()["id"] == 2)
    }

    @Test func unsentBytesSurvive() throws {
        let client = try manager.client()
        let text = String(repeating: "0123456789", count: 6_000)
        try client.call("value.set", ["key": "long", "value": .string(text)])
        let requests = 30
        let ids = try (0..<requests).map { _ in try client.send("value.get", ["key": "long"]) }
        // The replies are more than the socket buffers hold, so the daemon has unsent bytes.
        try manager.client().call("sync")
        try manager.restart()
        var answers: [JSON] = []
        var resumed = 0
        while answers.count < requests {
            let message = try client.receive()
            if message["method"] == "resumed" { resumed += 1 } else { answers.append(message) }
        }
        #expect(resumed == 1)
        #expect(answers.map { $0["id"] } == ids.map { .int($0) })
    }

    /// A draft that waits for Enter survives the restart, and Enter submits it.
    @Test func draftSurvivesHandover() throws {
        let client = try manager.client()
        try client.call("value.set", ["key": "name", "value": ""])
        let field: JSON = ["kind": "textField", "label": "Name", "bind": "name"]
        try client.call("screen.put", ["screen": ["id": "c", "body": ["kind": "form", "children": [field]]]])
        try client.call("nav.set", ["path": [["screen": "c"]]])
        let terminal = try client.attach(40, 8)
        for key in ["A", "d", "a", "left"] { try client.call("terminal.key", ["terminal": terminal, "key": .string(key)]) }
        let before = try client.call("ui.render", ["terminal": terminal])["data"]
        #expect(before?.stringValue?.contains("Ada") == true)
        for _ in 0..<2 {
            // Discards earlier frames.
            _ = client.takeNotifications()
            try manager.restart()
            try expectResumed(client)
            #expect(try client.call("ui.render", ["terminal": terminal])["data"] == before)
        }
        for key in ["x", "enter"] { try client.call("terminal.key", ["terminal": terminal, "key": .string(key)]) }
        #expect(try client.call("value.get", ["key": "name"])[at: "values/name"] == "Adxa")
    }

    /// An attached terminal resumes with the same screen and focus, and keys typed between the processes are handled.
    @Test func anAttachedTerminalGoesOn() throws {
        let client = try manager.client()
        try client.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "b", "title": "Second"]]]])
        let nodes: [JSON] = [["kind": "toggle", "bind": "g/a"], ["kind": "toggle", "bind": "g/b"]]
        try client.call("screen.put", ["screen": ["id": "c", "body": ["kind": "vstack", "children": .array(nodes)]]])
        try client.call("nav.set", ["path": [["screen": "c"]]])
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach"],
            environment: ["FASCIA_SOCKET": manager.socketPath, "LANG": "C.UTF-8"])
        try terminal.output.wait(for: "Second")
        let witness = try manager.client()
        let number = try #require(try witness.call("daemon.status")[at: "terminals/0/terminal"])
        func focused() throws -> String? {
            try witness.call("ui.tree", ["terminal": number])["nodes"]?.arrayValue?.first { $0["focused"] == true }?["label"]?
                .stringValue
        }
        try terminal.type("\u{1B}[B")
        while try focused() != "Second" {}
        for state: JSON in ["on", "off"] {
            let pictures = terminal.output.text.ranges(of: "Second").count
            try manager.end()
            // The terminal still shows the picture with the focus there.
            try terminal.type(" ")
            try manager.start()
            try expectResumed(witness)
            try terminal.output.wait("the picture again") { $0.ranges(of: "Second").count > pictures }
            try witness.call("ui.wait", ["for": ["toggle": "g/b", "state": state], "timeout": 3_600])
            #expect(try focused() == "Second")
        }
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }

    @Test func watchesAndTerminalsGoOn() throws {
        let (client, other) = (try manager.client(), try manager.client())
        try client.watch(["topics": ["value:*"]])
        let terminal = try client.attach(40, 12)
        _ = try client.notification("terminal.frame")
        try other.call("sync")
        try manager.restart()
        try expectResumed(client)
        try expectResumed(other)
        let frame = try client.notification("terminal.frame")
        #expect(frame["full"] == true)
        #expect(frame["terminal"] == terminal)
        try other.call("value.set", ["key": "a", "value": 1])
        #expect(try client.notification("event")[at: "changes/0/key"] == "a")
        // Ids stay unique across processes.
        #expect(try client.attach() != terminal)
    }

    /// It stays as long as one of those who have asked it.
    @Test func aQuestionGoesOnWithAllWhoHaveAskedIt() throws {
        let (second, user) = (try manager.client(), try manager.client())
        do {
            let first = try manager.client()
            for asker in [first, second] { try asker.call("ask.open", ["kind": "confirm", "id": "q", "title": "?"]) }
            try manager.restart()
            for client in [first, second, user] { try expectResumed(client) }
        }
        try user.wait(forClients: 2)
        try user.call("ask.answer", ["id": "q", "answer": true])
        #expect(try second.notification("ask.ended")["answer"] == true)
    }

    /// Numbers of connections begin anew after a crash.
    @Test func anAnswerIsNotToldToAnotherClientWithTheNumberOfTheAsker() throws {
        let asked = try manager.client().call("ask.open", ["kind": "confirm", "id": "q", "title": "?", "keep": true])
        #expect(asked.changed == true)
        try manager.end(SIGKILL)
        try manager.start()
        let others = try (0..<4).map { _ in try manager.client() }
        for client in others { try client.call("sync") }
        try manager.restart()
        for client in others { try expectResumed(client) }
        try others[0].call("ask.answer", ["id": "q", "answer": true])
        for client in others {
            try client.call("sync")
            #expect(!client.takeNotifications().contains { $0["method"] == "ask.ended" })
        }
    }

    /// An answered wait is not answered again by the next process.
    @Test func anAnsweredWaitIsNotRepeated() throws {
        let (client, other) = (try manager.client(), try manager.client())
        let id = try client.send("ui.wait", ["for": ["value": "a", "equals": 1], "timeout": 3_600])
        try other.call("sync")
        try other.call("value.set", ["key": "a", "value": 1])
        #expect(try client.receive()["id"] == .int(id))
        try manager.restart()
        try expectResumed(client)
        let next = try client.send("sync")
        #expect(try client.receive()["id"] == .int(next))
    }

    /// A started wait is refused at the restart; the request after it is carried out by the next process.
    @Test func aWaitIsAnsweredWithAnErrorAndTheNextRequestIsCarriedOut() throws {
        let (client, other) = (try manager.client(), try manager.client())
        let id = try client.send("ui.wait", ["for": ["value": "a", "equals": 1], "timeout": 3_600])
        try client.lines.send(String(repeating: "x", count: 1_100_000))
        let next = try client.send("sync")
        try other.call("sync")
        try manager.restart()
        let reply = try client.receive()
        #expect(reply["id"] == .int(id))
        #expect(reply.reasonOfError == "unavailable")
        #expect(reply["error"]?.message == "the daemon restarted before it could answer ui.wait: send it again")
        try expectResumed(client)
        #expect(try client.receive().reasonOfError == "lineTooLong")
        #expect(try client.receive()["id"] == .int(next))
    }

    /// The members of a batch that were carried out keep their results; the others are refused and not carried out later.
    @Test func aBatchIsNotContinuedByTheNextProcess() throws {
        let (client, other) = (try manager.client(), try manager.client())
        let text = String(repeating: "0123456789", count: 6_000)
        try client.call("value.set", ["key": "long", "value": .string(text)])
        try client.watch()
        try other.watch()
        // The client does not read its own batch's events, so backpressure keeps the batch from completing.
        let count = 14
        let members: [JSON] = (0..<count).map {
            ["id": .int($0), "method": "value.set", "params": ["key": "long", "value": .string("\($0)" + text)]]
        }
        try client.send(.array(members))
        // The first member has been carried out.
        _ = try other.notification()
        try manager.end()
        try manager.start()
        var replies: [JSON] = []
        while replies.isEmpty { replies = try client.receive().arrayValue ?? [] }
        try expectResumed(client)
        #expect(replies.map { $0["id"] } == (0..<count).map { .int($0) })
        let refused = replies.filter { $0["result"] == nil }
        #expect(refused.allSatisfy { $0.reasonOfError == "unavailable" })
        #expect(!refused.isEmpty && refused.count < count)
        #expect(try client.call("sync")["revision"] == .int(1 + count - refused.count))
    }

    @Test func unansweredActionsAreAnsweredAfterHandover() throws {
        let (app, client) = (try manager.client(), try manager.client())
        try app.call("screen.put", Standups.edit)
        let entry = try #require(try app.call("nav.push", ["screen": "edit"])["entry"])
        try app.call("action.bind", ["screen": "edit", "names": ["onDeleteButtonTapped"]])
        let id = try client.send("action.send", ["entry": entry, "name": "onDeleteButtonTapped"])
        _ = try app.action()
        try manager.restart()
        let reply = try client.receive()
        try expectResumed(client)
        #expect(reply["id"] == .int(id))
        #expect(
            reply["error"]?.message
                == "the daemon restarted while action.send waited for an app's answer: check whether it was done, and "
                + "send it again if not")
        #expect(reply.reasonOfError == "timeout")
    }

    @Test func closedConnectionsAreNotStored() throws {
        do {
            let client = try manager.client()
            try client.call("sync")
        }
        let other = try manager.client()
        try other.wait(forClients: 1)
        try manager.end()
        #expect(manager.names.filter { $0.contains("connection") }.count == 1)
        try manager.start()
        try expectResumed(other)
        #expect(try other.call("daemon.status")[at: "counts/clients"] == 1)
        // The manager stores nothing while the daemon runs.
        #expect(manager.names.isEmpty)
    }

    @Test func aCrashClosesTheConnections() throws {
        let client = try manager.client()
        try client.call("sync")
        try manager.restart()
        try expectResumed(client)
        try manager.end(SIGKILL)
        #expect(try client.lines.receiveLineOrEnd() == nil)
        #expect(manager.names.isEmpty)
        try manager.start()
        try manager.client().call("sync")
    }

    /// A stored document is used once. If the process that took it over crashes, the next one does not use it again, even
    /// if the manager still stores it.
    @Test func aDocumentIsUsedOnce() throws {
        let client = try manager.client()
        try client.lines.sendBytes(Array(#"{"id":1,"method":"value.set","params":{"key":"a","val"#.utf8))
        try manager.client().call("sync")
        try manager.end()
        let kept = manager.stored
        try manager.start()
        try expectResumed(client)
        try manager.end(SIGKILL)
        manager.stored = kept
        try manager.start()
        #expect(try client.lines.receiveLineOrEnd() == nil)
        try manager.log.wait(for: "another process has taken the document")
    }

    @Test func unreadableHandoverIsLogged_andNewClientsAreServed() throws {
        let client = try manager.client()
        try client.call("sync")
        try manager.end()
        try manager.spoil()
        try manager.start()
        #expect(try client.lines.receiveLineOrEnd() == nil)
        try manager.client().call("sync")
        try manager.log.wait(for: "the connections of the previous process cannot be taken over and are closed")
    }
}

extension JSON {
    fileprivate var reasonOfError: String? { self["error"]?.reason }
}
