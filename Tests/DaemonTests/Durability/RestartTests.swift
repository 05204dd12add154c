import FasciaDocument
import Foundation
import TestSupport
import Testing

/// The state survives every kind of end: a kill, SIGTERM and `daemon.shutdown`.
@Suite(.mustEnd) struct RestartTests {
    enum End: CaseIterable {
        case killed, terminated, shutDown
    }

    private func end(_ daemon: DaemonProcess, _ end: End) throws {
        switch end {
        case .killed: try daemon.kill9()
        case .terminated: #expect(try daemon.terminate() == .exited(0))
        case .shutDown:
            try daemon.client().call("daemon.shutdown")
            #expect(try daemon.process.waitForExit() == .exited(0))
        }
    }

    private func snapshot(_ client: JSONClient) throws -> JSON {
        var start = try #require(try client.call("watch.start", ["snapshot": true]).objectValue)
        start["watch"] = JSON?.none
        return .object(start)
    }

    @Test(arguments: End.allCases) func everythingIsThereAgain(_ end: End) throws {
        let (daemon, client) = try Fixture.panel()
        try client.call("toggle.set", ["id": "extras/ham", "on": true])
        try client.call("toggle.enable", ["id": "extras/mushrooms", "enabled": false])
        try client.call("nav.push", ["screen": "a", "args": ["x": 1.0, "y": [1, .null]]])
        try client.call("nav.modal", ["screen": "b", "style": "alert"])
        try client.call("nav.set", ["stack": "side", "path": [["screen": "s"]]])
        try client.call("nav.target", ["name": "t", "path": [["screen": "a"]]])
        try client.call(
            "picker.declare", ["picker": ["id": "p", "components": [["id": "c", "elements": [["id": "1"], ["id": "2"]]]]]])
        try client.call("picker.pick", ["id": "p/c", "element": "2"])
        try client.call("value.declare", ["key": "n", "kind": "int", "range": [0, 9]])
        try client.call("value.set", ["key": "n", "value": 7])
        try client.call("screen.put", Fixture.screen("a", ["kind": "text", "text": "Hello"]))
        try client.call("environment.set", ["scope": ["stack": "side"], "values": ["tint": "red"]])
        try client.call(
            "batch", ["commands": [["method": "value.set", "params": ["key": "b", "value": true]], ["method": "nav.close"]]])
        let before = try snapshot(client)
        let screen = try client.call("screen.get", ["id": "a"])
        try self.end(daemon, end)

        let again = try DaemonProcess(in: daemon.directory)
        let other = try again.client()
        #expect(try snapshot(other) == before)
        #expect(try other.call("screen.get", ["id": "a"]) == screen)
        #expect(try other.failure("value.set", ["key": "n", "value": 10]).reason == "invalid")
        #expect(try other.call("value.set", ["key": "n", "value": 8]).revision == 15)
    }

    /// A member of a batch may be almost as long as the line, so each is admitted with the line's length as its bound.
    /// Here these bounds add up to more than the backlog limit.
    @Test func aLongRequestAmongShortOnesOfABatchIsKept() throws {
        let small = ["FASCIA_SMALL": "backlog=65536"]
        let daemon = try DaemonProcess(environment: small)
        let client = try daemon.client()
        func set(_ number: Int, _ value: JSON) -> JSON {
            ["id": .int(number), "method": "value.set", "params": ["key": .string("k\(number)"), "value": value]]
        }
        let long = JSON.string(String(repeating: "x", count: 10_000))
        try client.send(.array([set(0, long)] + (1..<20).map { set($0, 1) }))
        let replies = try client.receive()
        #expect(replies.arrayValue?.count == 20)
        #expect(replies.arrayValue?.allSatisfy { $0["result"] != nil } == true)
        try daemon.kill9()

        let again = try DaemonProcess(in: daemon.directory, environment: small)
        let values = try again.client().call("value.get", ["prefix": "k"])["values"]?.objectValue
        #expect(values?.members.count == 20)
        #expect(values?["k0"] == long)
    }

    @Test(arguments: End.allCases) func theHistoryGoesOn(_ end: End) throws {
        let (daemon, client) = try Fixture.panel()
        try client.call("daemon.hello", ["name": "the tester"])
        try client.call("toggle.set", ["id": "extras", "on": true])
        try client.call("nav.push", ["screen": "a"])
        let before = try client.call("history.get")
        try self.end(daemon, end)
        let next = try DaemonProcess(in: daemon.directory)
        let again = try next.client()
        #expect(try again.call("history.get") == before)
        #expect(before[at: "events/1/cause/name"] == "the tester")
        try again.call("value.set", ["key": "n", "value": 1])
        #expect(try again.call("history.get")["events"]?.arrayValue?.map { $0["revision"] } == [1, 2, 3, 4])
    }

    @Test(arguments: End.allCases) func aWatchGoesOnFromItsCursor(_ end: End) throws {
        let (daemon, client) = try Fixture.panel()
        let watcher = try daemon.client()
        try watcher.watch()
        try client.call("value.set", ["key": "n", "value": 1])
        let last = try #require(try watcher.notification()["cursor"])
        let missed = try (2...5).map { number in
            try client.call("value.set", ["key": "n", "value": .int(number)])
            return try watcher.notification()
        }
        try self.end(daemon, end)

        let again = try DaemonProcess(in: daemon.directory)
        let resumed = try again.client()
        let watch = try resumed.watch(["since": last])
        for expected in missed {
            var event = try #require(expected.objectValue)
            event["watch"] = .int(watch)
            #expect(try resumed.notification() == .object(event))
        }
        try resumed.call("value.set", ["key": "n", "value": 6])
        #expect(try resumed.notification()["revision"] == 7)
        #expect(try resumed.sync() == 7)
        #expect(resumed.takeNotifications().isEmpty)
    }

    /// After a crash of the machine, changes may be lost. The new epoch prevents their revisions from being reused for
    /// other changes.
    @Test func aMachineThatWentDownMeansANewEpochAndAGap() throws {
        let (daemon, client) = try Fixture.panel()
        let cursor = try #require(try client.call("watch.start")["cursor"])
        let before = try snapshot(client)
        try daemon.kill9()
        // Simulates a reboot: the first line of the file is the machine's boot id.
        let mark = try String(contentsOfFile: daemon.statePath + "/in-use", encoding: .utf8)
        let rest = mark.split(separator: "\n", maxSplits: 1)[1]
        try daemon.directory.write("another-boot\n\(rest)", to: "state/in-use")
        let next = try DaemonProcess(in: daemon.directory)
        let again = try next.client()
        try again.watch(["since": cursor])
        let gap = try again.notification("event.gap")
        #expect(gap["from"] == cursor)
        #expect(gap["snapshot"]?["groups"] == before["snapshot"]?["groups"])
        #expect(try next.fascia(["issues"]).output.contains("the machine crashed while the state was in use"))
        try next.log.wait(for: "the machine crashed while the state was in use")
    }

    @Test func manyKillsInARow() throws {
        let (first, client) = try Fixture.panel()
        var expected = try snapshot(client)
        try first.kill9()
        for round in 1...8 {
            let daemon = try DaemonProcess(in: first.directory)
            let client = try daemon.client()
            #expect(try snapshot(client) == expected, "round \(round)")
            try client.call("toggle.flip", ["id": "extras/ham"])
            try client.call("nav.push", ["screen": .string("s\(round)")])
            expected = try snapshot(client)
            try end(daemon, End.allCases[round % 3])
        }
    }

    @Test func namesOfEntriesAreNeverUsedAgain() throws {
        let (daemon, client) = try Fixture.panel()
        let batch: JSON = ["commands": [["method": "nav.push", "params": ["screen": "a"]], ["method": "nav.pop"]]]
        let given = try client.call("batch", batch)[at: "results/0/entry"]
        try daemon.kill9()
        let next = try DaemonProcess(in: daemon.directory)
        let again = try next.client()
        #expect(given == "e2")
        #expect(try again.call("nav.push", ["screen": "a"])["entry"] == "e3")
    }

    @Test func aVeryLongLineIsKeptToo() throws {
        let daemon = try DaemonProcess(arguments: ["--max-line", "33554432"])
        let client = try daemon.client()
        let title = JSON.string(String(repeating: "long ", count: 50))
        let options = (0..<10_000).map { JSON.object(["id": .string("option-with-a-long-name-\($0)"), "title": title]) }
        try client.call("toggle.declare", ["group": ["id": "many", "options": .array(options)]])
        try client.call("toggle.set", ["id": "many/option-with-a-long-name-7", "on": true])
        try daemon.kill9()
        let next = try DaemonProcess(in: daemon.directory, arguments: ["--max-line", "33554432"])
        let again = try next.client()
        #expect(try again.state(of: "many") == "mixed")
        #expect(try again.state(of: "many/option-with-a-long-name-7") == "on")
        #expect(try again.state(of: "many/option-with-a-long-name-9999") == "off")
    }

    @Test func ephemeralKeepsNothing() throws {
        let (daemon, client) = try Fixture.panel(arguments: ["--ephemeral"])
        #expect(try client.call("toggle.set", ["id": "extras/ham", "on": true, "durable": true]).changed == true)
        let epoch = try client.call("daemon.hello")["epoch"]
        try daemon.terminate()
        let next = try DaemonProcess(in: daemon.directory, arguments: ["--ephemeral"])
        let again = try next.client()
        #expect(try again.sync() == 0)
        #expect(try again.call("daemon.hello")["epoch"] != epoch)
    }
}
