import FasciaHandover
import FasciaModel
import FasciaWire
import Glibc
import TestSupport
import Testing

/// Connections that outlive a process whose next one is of another version: what that cannot read of them is left out,
/// and nothing else.
@Suite(.mustEnd, .serialized) struct UpgradeTests {
    private let manager: ServiceManager
    private let client: JSONClient
    private let other: JSONClient
    private let terminal: JSON
    private static let attach: JSON = ["columns": 40, "rows": 12, "colors": "none"]

    /// Somebody who watches two things and shows a screen with the focus on its second button, as the process before has
    /// left them.
    init() throws {
        manager = try ServiceManager()
        (client, other) = (try manager.client(), try manager.client())
        try other.call("sync")
        try other.call(
            "screen.put",
            Fixture.screen("a", ["kind": "button", "label": "One", "tap": ["method": "value.set", "params": ["key": "x", "value": 1]]], ["kind": "button", "label": "Two", "tap": ["method": "value.set", "params": ["key": "x", "value": 2]]]))
        try other.call("nav.push", ["screen": "a"])
        try client.watch(["topics": ["value:a"], "coalesce": true])
        try client.watch(["topics": ["value:b"]])
        terminal = try #require(try client.call("terminal.attach", Self.attach)["terminal"])
        _ = try client.notification("terminal.frame")
        try client.call("terminal.key", ["terminal": terminal, "key": "down"])
        try other.call("sync")
        _ = client.takeNotifications()
        try manager.end()
    }

    private func focused(_ client: JSONClient) throws -> JSON? {
        let tree = try client.call("ui.tree", ["terminal": terminal])
        return tree["nodes"]?.arrayValue?.first { $0["focused"] == true }?["label"]
    }

    /// Changes the sessions that wait, as a process of another version would have written them.
    private func rewrite(_ change: (inout JSON.Object) -> Void) throws {
        let descriptor = dup(try manager.descriptor(of: "memory"))
        defer { close(descriptor) }
        let connections = manager.names.compactMap { name in
            name.firstRange(of: "connection-").flatMap { Int(name[$0.upperBound...]) }
        }
        let memory = try HandoverMemory(of: descriptor, slots: connections)
        let slots = connections.compactMap(memory.slot)
        for slot in slots {
            var session = try #require(try JSONParser.parse(String(decoding: slot.session, as: UTF8.self)).objectValue)
            change(&session)
            var writer = JSONWriter()
            writer.write(session)
            #expect(slot.keepSession(writer.bytes))
        }
        memory.commit(slots, shared: memory.shared)
    }

    private func expectGoesOn(focus: JSON = "Two") throws {
        try manager.start()
        _ = try client.notification("resumed")
        let frame = try client.notification("terminal.frame")
        #expect(frame["full"] == true)
        #expect(frame["terminal"] == terminal)
        #expect(try focused(client) == focus)
        for key in ["a", "b", "c"] { try other.call("value.set", ["key": .string(key), "value": 1]) }
        try client.call("sync")
        let events = client.takeNotifications().filter { $0["method"] == "event" }.compactMap { $0["params"] }
        #expect(events.map { $0[at: "changes/0/key"] } == ["a", "b"])
        #expect(Set(events.compactMap { $0["watch"]?.intValue }).count == 2)
    }

    @Test func asItIs() throws { try expectGoesOn() }

    @Test func aNewerOneHasMore() throws {
        try rewrite { session in
            session["later"] = ["a": 1]
            session["watches"] = session["watches"].map { watches in
                .array((watches.arrayValue ?? []).map { $0.setting("later", ["x"]) })
            }
            session["terminals"] = session["terminals"].map { terminals in
                .array(
                    (terminals.arrayValue ?? []).map { terminal in
                        let attach = terminal["attach"]?.setting("features", ["erase", "later"]).setting("scheme", "later")
                        return terminal.setting("later", true).setting("attach", attach?.setting("later", 1) ?? .null)
                    })
            }
        }
        try expectGoesOn()
        try manager.log.wait(for: "a part of what a connection watched and showed cannot be read")
        try manager.log.wait(for: "expected one of erase, lines, repeat, synchronized, found")
    }

    /// What was added since has its default.
    @Test func anOlderOneHasLess() throws {
        try rewrite { session in
            for name in ["bindings", "children", "screens", "declared", "deferred"] { session[name] = JSON?.none }
            session["watches"] = session["watches"].map { watches in
                .array((watches.arrayValue ?? []).map { ["id": $0["id"] ?? .null, "topics": $0["topics"] ?? .null] })
            }
            session["terminals"] = session["terminals"].map { terminals in
                .array((terminals.arrayValue ?? []).map { ["id": $0["id"] ?? .null, "attach": Self.attach] })
            }
        }
        try expectGoesOn(focus: "One")
    }

    /// One watch that cannot be read takes nothing else with it.
    @Test func whatCannotBeReadIsLeftOutAlone() throws {
        try rewrite { session in
            guard case .array(var watches)? = session["watches"], watches.count == 2 else { return }
            watches[0] = "of another kind"
            session["watches"] = .array(watches)
        }
        try manager.start()
        _ = try client.notification("resumed")
        for key in ["a", "b"] { try other.call("value.set", ["key": .string(key), "value": 1]) }
        try client.call("sync")
        let events = client.takeNotifications().filter { $0["method"] == "event" }
        #expect(events.map { $0[at: "params/changes/0/key"] } == ["b"])
        #expect(try focused(client) == "Two")
    }

    /// As many watches as there may be have a mark each: none is told twice or passed over.
    @Test func allWatchesThatThereMayBe() throws {
        try manager.start()
        let many = try manager.client()
        for _ in 0..<HandoverPlace.mostMarks { try many.watch(["topics": ["value:n"]]) }
        #expect(try many.failure("watch.start").message?.contains("has \(HandoverPlace.mostMarks) watches") == true)
        try manager.restart()
        _ = try many.notification("resumed")
        try other.call("value.set", ["key": "n", "value": 1])
        try many.call("sync")
        #expect(many.takeNotifications().count == HandoverPlace.mostMarks)
    }
}

extension JSON {
    fileprivate func setting(_ name: String, _ value: JSON) -> JSON {
        var object = objectValue ?? [:]
        object[name] = value
        return .object(object)
    }
}
