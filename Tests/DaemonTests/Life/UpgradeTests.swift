import FasciaDocument
import FasciaWire
import Glibc
import TestSupport
import Testing

/// Connections survive a restart into another version of the daemon.
@Suite(.mustEnd, .serialized) struct UpgradeTests {
    private let manager: ServiceManager
    private let client: JSONClient
    private let other: JSONClient
    private let terminal: JSON
    private static let attach: JSON = ["columns": 40, "rows": 12, "colors": "none"]

    /// A client with two watches and a terminal whose focus is on the second button, handed over by the previous process.
    init() throws {
        manager = try ServiceManager()
        (client, other) = (try manager.client(), try manager.client())
        try other.call("sync")
        try other.call(
            "screen.put",
            Fixture.screen(
                "a", ["kind": "button", "label": "One", "tap": ["method": "value.set", "params": ["key": "x", "value": 1]]],
                ["kind": "button", "label": "Two", "tap": ["method": "value.set", "params": ["key": "x", "value": 2]]]))
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

    /// Rewrites the stored document as a process of another version would have written it.
    private func rewrite(_ change: (inout JSON.Object) -> Void) throws {
        let file = try manager.descriptor(of: "document")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = pread(file, &bytes, bytes.count, 0)
        let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        var document = try #require(try JSONParser.parse(text).objectValue)
        change(&document)
        bytes = Array(JSON.object(document).text.utf8)
        #expect(ftruncate(file, 0) == 0)
        #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
    }

    private func rewriteSessions(_ change: (inout JSON.Object) -> Void) throws {
        try rewrite { document in
            document["sessions"] = .array(
                (document["sessions"]?.arrayValue ?? []).map { session in
                    var members = session.objectValue ?? [:]
                    change(&members)
                    return .object(members)
                })
        }
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

    @Test func sameVersion() throws { try expectGoesOn() }

    @Test func aNewerOneHasMore() throws {
        try rewriteSessions { session in
            session["later"] = ["a": 1]
            session["watches"] = session["watches"].map { watches in
                .array((watches.arrayValue ?? []).map { $0.setting("later", ["x"]) })
            }
            session["terminals"] = session["terminals"].map { terminals in
                .array(
                    (terminals.arrayValue ?? []).map { terminal in
                        terminal.setting("later", true).setting("attach", terminal["attach"]?.setting("later", 1) ?? .null)
                    })
            }
        }
        try expectGoesOn()
    }

    /// Members that an older version lacks get their defaults.
    @Test func missingMembersGetDefaults() throws {
        try rewriteSessions { session in
            for name in ["bindings", "children", "screens", "declared", "deferred"] { session[name] = JSON?.none }
            session["watches"] = session["watches"].map { watches in
                .array(
                    (watches.arrayValue ?? []).map {
                        ["id": $0["id"] ?? .null, "topics": $0["topics"] ?? .null, "revision": $0["revision"] ?? .null]
                    })
            }
            session["terminals"] = session["terminals"].map { terminals in
                .array((terminals.arrayValue ?? []).map { ["id": $0["id"] ?? .null, "attach": Self.attach] })
            }
        }
        try expectGoesOn(focus: "One")
    }

    /// A document of another version is not interpreted: the connections are closed, and clients resume on their own.
    @Test func anotherVersionClosesTheConnections() throws {
        try rewrite { $0["version"] = 2 }
        try manager.start()
        #expect(try client.lines.receiveLineOrEnd() == nil)
        try manager.log.wait(for: "it has version 2, and this program reads 1")
        try manager.client().call("sync")
    }

    @Test func handoverOfUnknownFormatClosesConnections() throws {
        try rewriteSessions { $0["watches"] = ["of another kind"] }
        try manager.start()
        #expect(try client.lines.receiveLineOrEnd() == nil)
        try manager.log.wait(for: "/sessions/0/watches/0")
    }

    /// With the maximum number of watches, each resumes where it was: no event is lost or repeated.
    @Test func theMaximumOfWatches() throws {
        try manager.start()
        let many = try manager.client()
        for _ in 0..<64 { try many.watch(["topics": ["value:n"]]) }
        #expect(try many.failure("watch.start").message?.contains("has 64 watches") == true)
        try manager.restart()
        _ = try many.notification("resumed")
        try other.call("value.set", ["key": "n", "value": 1])
        try many.call("sync")
        #expect(many.takeNotifications().count == 64)
    }
}

extension JSON {
    fileprivate func setting(_ name: String, _ value: JSON) -> JSON {
        var object = objectValue ?? [:]
        object[name] = value
        return .object(object)
    }
}
