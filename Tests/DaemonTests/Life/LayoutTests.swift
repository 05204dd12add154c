import FasciaModel
import TestSupport
import Testing

/// The memory that a process leaves is laid out otherwise than the next one would do it, as an upgrade may bring it: every
/// connection goes on all the same.
@Suite(.mustEnd) struct LayoutTests {
    /// Slots, how far apart they are, bytes of a session, of input and of output, marks.
    private static let other = ["FASCIA_GEOMETRY": "64,16777216,65536,1048576,4194304,8"]

    @Test(arguments: [true, false]) func connectionsOutliveAnotherLayout(_ isOlder: Bool) throws {
        let (before, after) = isOlder ? (Self.other, [:]) : ([:], Self.other)
        let manager = try ServiceManager(environment: before)
        let (client, other) = (try manager.client(), try manager.client())
        try other.call("toggle.declare", Fixture.extras)
        for topic in ["value:a", "value:b"] { try client.watch(["topics": [.string(topic)]]) }
        let terminal = try #require(
            try client.call("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])["terminal"])
        _ = try client.notification("terminal.frame")
        try client.lines.sendBytes(Array(#"{"id":"half","method":"#.utf8))
        try other.call("value.set", ["key": "a", "value": 1])
        #expect(try client.notification()[at: "changes/0/key"] == "a")
        // Said while nobody is there.
        try manager.end()
        try other.send(["id": "later", "method": "value.set", "params": ["key": "b", "value": 2]])
        try manager.start(environment: after)
        _ = try client.notification("resumed")
        #expect(try client.notification("terminal.frame")["terminal"] == terminal)
        #expect(try client.notification()[at: "changes/0/key"] == "b")
        _ = try other.notification("resumed")
        #expect(try other.receive()["id"] == "later")
        try client.lines.sendBytes(Array("\"sync\"}\n".utf8))
        #expect(try client.receive() == ["jsonrpc": "2.0", "id": "half", "result": ["revision": 3]])
        // And new ones, also over the next restart.
        let new = try manager.client()
        try new.call("sync")
        try manager.restart()
        _ = try new.notification("resumed")
        #expect(try new.call("toggle.get", ["id": "extras"])["state"] == "mixed")
    }

    /// There may be less room than this version has by itself: what does not fit is refused, and says so.
    @Test func lessRoomIsMinded() throws {
        let manager = try ServiceManager(environment: Self.other)
        try manager.restart()
        let client = try manager.client()
        for _ in 0..<8 { try client.watch(["topics": ["value:a"]]) }
        #expect(try client.failure("watch.start").message?.contains("has 8 watches") == true)
        try client.lines.send(#"{"id":1,"method":"sync","x":"\#(String(repeating: "x", count: 131_072))"}"#)
        let error = try client.receive()["error"]
        #expect(error?.reason == "lineTooLong")
        #expect(error?.message?.contains("131072") == true)
        #expect(try client.call("sync")["revision"] == 0)
    }
}
