import FasciaDocument
import Glibc
import TestSupport
import Testing

/// A watch that continues from a cursor older than the events in memory gets them from the journal.
@Suite(.mustEnd) struct RecallTests {
    private static let small = ["FASCIA_SMALL": "history=40"]
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        daemon = try DaemonProcess(environment: Self.small)
        client = try daemon.client()
        try client.call("toggle.declare", Fixture.extras)
    }

    private func set(_ range: ClosedRange<Int>, _ client: JSONClient? = nil) throws {
        let client = client ?? self.client
        for number in range {
            try client.send(["method": "value.set", "params": ["key": .string("k\(number % 3)"), "value": .int(number)]])
        }
        _ = try client.sync()
    }

    private func epoch(_ client: JSONClient) throws -> String {
        try #require(try client.call("daemon.hello")["epoch"]?.stringValue)
    }

    /// The notifications of a watch from a revision, up to the reply to the next request.
    private func told(_ client: JSONClient, since revision: Int, _ params: JSON.Object = [:]) throws -> [JSON] {
        var params = params
        params["since"] = .string("\(try epoch(client)):\(revision)")
        let watch = try client.watch(.object(params))
        _ = try client.sync()
        let told = client.takeNotifications()
        try client.call("watch.stop", ["watch": .int(watch)])
        return told
    }

    private func revisions(_ told: [JSON]) -> [Int] { told.compactMap { $0[at: "params/revision"]?.intValue } }

    /// Events from memory and from the journal are identical.
    @Test func theEventsAreTheSameAsTheyWere() throws {
        let watcher = try daemon.client()
        try watcher.watch()
        try client.call("nav.push", ["screen": "a", "args": ["x": 0.1, "text": "é\n\"", "n": .null]])
        try client.call("issue.report", ["severity": "warning", "message": "something", "breadcrumbs": ["a": [1]]])
        try client.call("environment.set", ["scope": ["stack": "main"], "values": ["tint": "red"]])
        try client.call("toggle.flip", ["id": "extras"])
        try set(1...100)
        _ = try watcher.sync()
        var before = watcher.takeNotifications()
        let after = try told(watcher, since: 1)
        #expect(after.count == before.count)
        for index in before.indices { before[index] = before[index][at: "params/cursor"] ?? .null }
        #expect(after.map { $0[at: "params/cursor"] ?? .null } == before)
        let history = try client.call("history.get", ["since": 0, "limit": 1_000])["events"]?.arrayValue ?? []
        #expect(
            history.dropFirst()
                == after.map { notification in
                    var event = notification["params"]?.objectValue ?? [:]
                    event["watch"] = JSON?.none
                    return JSON.object(event)
                }[...])
    }

    @Test(arguments: [true, false]) func itGoesOnAfterARestart(_ isKilled: Bool) throws {
        try set(1...250)
        if isKilled { try daemon.kill9() } else { #expect(try daemon.terminate() == .exited(0)) }
        let next = try DaemonProcess(in: daemon.directory, environment: Self.small)
        let client = try next.client()
        #expect(revisions(try told(client, since: 5)) == Array(6...251))
        try set(251...400, client)
        #expect(revisions(try told(client, since: 5)) == Array(6...401))
    }

    @Test func aGapIsSaidOnlyBeyondTheDatabase() throws {
        try set(1...200)
        #expect(try daemon.terminate() == .exited(0))
        let database = daemon.statePath + "/journal.db"
        let sql = "DELETE FROM journal WHERE revision < (SELECT max(revision) FROM journal)"
        let result = try runProcess("/usr/bin/env", ["sqlite3", database, sql])
        #expect(result.status == .exited(0))
        let next = try DaemonProcess(in: daemon.directory, environment: Self.small)
        let client = try next.client()
        try set(201...300, client)
        #expect(try next.terminate() == .exited(0))
        #expect(try runProcess("/usr/bin/env", ["sqlite3", database, sql]).status == .exited(0))
        let last = try DaemonProcess(in: daemon.directory, environment: Self.small)
        let late = try last.client()
        let told = try told(late, since: 2)
        #expect(told.first?["method"] == "event.gap")
        #expect(told.first?[at: "params/from"]?.stringValue?.hasSuffix(":2") == true)
        #expect(told.count == 1)
    }
}
