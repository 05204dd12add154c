import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import TestSupport
import Testing

@testable import FasciaServer

/// What is not known now is stale, whatever the disk does.
@Suite struct UnrecordedClaimTests {
    private let disk = FaultyDisk()
    private let directory = try! TemporaryDirectory()
    private let parts: Parts
    private let claimer: Client
    private let thing = ThingID.option("services/nginx")

    init() throws {
        parts = try Parts(store: StoreSettings(directory: directory.path), disk: disk.disk)
        claimer = parts.client()
        try parts.apply("toggle.declare", ["group": ["id": "services", "options": [["id": "nginx"]]]])
    }

    /// Executes a method as the client's request.
    private func call(_ method: String, _ params: JSON) throws {
        guard case .apply(let command, let options) = try Catalogue.call(method, params) else { return }
        _ = try parts.executor.apply(command, options, Request(method, claimer))
    }

    private func refusal(_ method: String, _ params: JSON) -> String? {
        #expect(throws: WireError.self) { try call(method, params) }?.reason
    }

    /// Fills what the journal has reserved, so that nothing can be stored.
    private func fillDisk() throws {
        disk.isFull = true
        var count = 0
        while (try? parts.set("n", .string(String(repeating: "x", count: 60_000) + "\(count)"))) != nil { count += 1 }
    }

    private var stale: String? { parts.live.panel.condition(of: thing)?.stale?.reason }

    @Test func reportThatCannotBeStoredMakesTheThingStaleUntilItCan() throws {
        try call("bind.claim", ["ids": ["services/**"]])
        try call("bind.report", ["id": "services/nginx", "value": false])
        var redrawn = 0
        parts.live.stages = [TestStage { if !$0.isEvent { redrawn += 1 } }]
        try fillDisk()
        for (method, params) in [
            ("bind.report", ["id": "services/nginx", "value": true]), ("toggle.set", ["id": "services/nginx", "on": true]),
        ] as [(String, JSON)] {
            #expect(refusal(method, params) == "unavailable")
            #expect(stale?.contains("reports cannot be stored: ") == true)
        }
        #expect(redrawn == 1)
        #expect(parts.live.panel.shownValue(of: thing) == false)
        disk.isFull = false
        try call("bind.report", ["id": "services/nginx", "value": true])
        #expect(stale == nil && parts.live.panel.shownValue(of: thing) == true)
    }

    @Test func claimThatCannotBeStoredMakesItsThingsStale() throws {
        try fillDisk()
        #expect(refusal("bind.claim", ["ids": ["services/**"]]) == "unavailable")
        #expect(stale?.contains("its claim cannot be stored: ") == true)
        disk.isFull = false
        try call("bind.claim", ["ids": ["services/**"]])
        #expect(stale == nil)
    }

    /// It is told when the disk has room again, and what it was doing ends.
    @Test func claimerThatLeavesWhileTheDiskIsFullIsGone() throws {
        try call("bind.claim", ["ids": ["services/**"]])
        try call("bind.report", ["id": "services/nginx", "value": true])
        guard case .apply(let set, let options) = try Catalogue.call("toggle.set", ["id": "services/nginx", "on": false]) else {
            return
        }
        _ = try parts.executor.apply(set, options, Request("toggle.set", parts.client()))
        parts.live.stages = [ChangeDeadlines(parts.live, loop: parts.loop)]
        try fillDisk()
        parts.live.record(.leave(clients: [claimer.id], reason: "it disconnected"), .ofDaemon("disconnected"))
        #expect(stale?.hasSuffix("has gone: it disconnected") == true)
        let revision = parts.live.revision
        disk.isFull = false
        parts.live.retryUnrecorded()
        parts.live.retryUnrecorded()
        #expect(parts.live.revision == revision + 1)
        let kinds = parts.live.history[revision + 1]?.changes.map(\.topic.kind)
        #expect(kinds == ["claimed", "stale"])
        #expect(stale?.hasSuffix("has gone: it disconnected") == true)
        #expect(parts.live.panel.condition(of: thing)?.pending != nil)
        parts.loop.fireTimers(dueAt: .now.advanced(by: .seconds(100_000)))
        #expect(parts.live.panel.condition(of: thing)?.pending == nil)
        #expect(parts.live.panel.shownValue(of: thing) == true)
    }

    @Test func silenceWhileTheDiskIsFullIsToldWhenItHasRoom() throws {
        try call("bind.claim", ["ids": ["services/**"]])
        try call("bind.report", ["id": "services/nginx", "value": true])
        try fillDisk()
        for reason in ["does not answer", nil] {
            parts.live.record(.silence(client: claimer.id, reason: reason), .ofDaemon("ping"))
            #expect((stale != nil) == (reason != nil))
        }
        let revision = parts.live.revision
        disk.isFull = false
        parts.live.retryUnrecorded()
        let kinds = (1...2).map { parts.live.history[revision + $0]?.changes.map(\.topic.kind) ?? [] }
        #expect(kinds == [["stale"], ["reported"]])
        #expect(parts.live.revision == revision + 2 && stale == nil)
    }
}
