import FasciaDocument
import Foundation
import TestSupport
import Testing

/// Volatile values are shown and watched, and secret ones are not even watched; neither is on the disk.
@Suite(.mustEnd) struct TransientValueTests {
    private let daemon: DaemonProcess
    private let client: JSONClient

    init() throws {
        daemon = try DaemonProcess()
        client = try daemon.client()
    }

    /// The files of the state directory that contain a text.
    private func files(containing text: String) throws -> [String] {
        let files = try #require(FileManager.default.enumerator(atPath: daemon.statePath)).compactMap { $0 as? String }
        return files.filter { file in
            let bytes = FileManager.default.contents(atPath: daemon.statePath + "/" + file)
            return bytes?.range(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: [true, false]) func aVolatileValueIsWatched_andResetByARestart(_ isKilled: Bool) throws {
        try client.call("value.declare", ["key": "note", "kind": "string", "initial": "idle", "volatile": true])
        try client.call("value.set", ["key": "n", "value": 1])
        let watcher = try daemon.client()
        try watcher.watch()
        let set = try client.call("value.set", ["key": "note", "value": "busy-with-xylophones"])
        let event = try watcher.notification()
        #expect(event["changes"] == [["kind": "value", "key": "note", "from": "idle", "to": "busy-with-xylophones"]])
        let cursor = try #require(event["cursor"])
        #expect(try client.call("history.get", ["id": "note"])["events"]?.arrayValue?.count == 1, "its declaration")
        #expect(try client.call("history.undo").changed == true)
        #expect(try client.call("value.get")["values"] == ["note": "busy-with-xylophones"])
        if isKilled { try daemon.kill9() } else { try daemon.terminate() }
        #expect(try files(containing: "xylophones") == [])

        let next = try DaemonProcess(in: daemon.directory)
        let again = try next.client()
        #expect(try again.call("value.get")["values"] == ["note": "idle"])
        #expect(try again.sync() > set.revision ?? 0)
        // A watch that goes on learns of the reset.
        let resumed = try next.client()
        try resumed.watch(["since": cursor])
        _ = try resumed.notification()
        let reset = try resumed.notification()
        #expect(reset[at: "cause/method"] == "restarted")
        #expect(reset["changes"] == [["kind": "value", "key": "note", "from": "idle", "to": "idle"]])
    }

    @Test func readingsOfABoundVolatileValueAreNoHistory() throws {
        try client.call("value.declare", ["key": "memory", "kind": "int", "volatile": true])
        try client.call("bind.claim", ["ids": ["value:memory"]])
        let watcher = try daemon.client()
        try watcher.watch()
        try client.call("bind.report", ["id": "value:memory", "value": 5])
        #expect(try watcher.notification()["changes"]?.arrayValue?.isEmpty == false)
        let methods = try client.call("history.get")["events"]?.arrayValue?.compactMap { $0[at: "cause/method"]?.stringValue }
        #expect(methods == ["value.declare", "bind.claim"])
    }

    /// Typed letter by letter into a field, and set as a whole.
    @Test func aSecretIsInNoJournal_eventOrLog() throws {
        try client.call("value.declare", ["key": "pin", "kind": "string", "secret": true])
        let field: JSON = ["kind": "textField", "label": "PIN", "bind": "pin", "id": "pin", "updates": "change"]
        let shown: JSON = ["kind": "value", "label": "Shown", "bind": "pin"]
        try client.call("screen.put", ["screen": ["id": "home", "body": ["kind": "form", "children": [field, shown]]]])
        let watcher = try daemon.client()
        try watcher.watch()
        let terminal = try client.call("terminal.attach", ["columns": 40, "rows": 12, "colors": "none"])["terminal"] ?? .null
        for letter in "zyzzyva" {
            try client.call("terminal.key", ["terminal": terminal, "key": .string(String(letter))])
        }
        try client.call("terminal.key", ["terminal": terminal, "key": "enter"])
        #expect(try client.call("value.get", ["key": "pin"])["values"] == ["pin": "zyzzyva"])
        #expect(try !picture().contains("zyzz"))
        try client.call("value.set", ["key": "pin", "value": "zyzzyva-once", "once": "key"])
        _ = try client.failure("value.set", ["key": "pin", "value": 7])
        #expect(try client.call("value.get")["values"] == ["pin": .null])
        #expect(try client.call("watch.start", ["snapshot": true])[at: "snapshot/values"] == ["pin": .null])
        let late = try client.failure("ui.wait", ["for": ["value": "pin", "equals": "x"], "timeout": 0])
        #expect(late.message?.contains("zyzz") == false)
        #expect(try !client.call("history.get").text.contains("zyzz"))
        try watcher.call("sync")
        let events = watcher.takeNotifications().map(\.text)
        #expect(events.contains { $0.contains(#"{"kind":"value","key":"pin","secret":true}"#) })
        // Not even one letter after the other.
        for text in ["zyzz", #":"z""#, #":"zy""#] { #expect(!events.contains { $0.contains(text) }, "\(text): \(events)") }
        try daemon.terminate()
        #expect(try files(containing: "zyzz") == [])
        #expect(try files(containing: #""zy""#) == [])
        #expect(!daemon.log.text.contains("zyz"))
    }

    private func picture() throws -> String { try client.call("ui.render")["data"]?.stringValue ?? "" }

    @Test(.enabled(if: isRoot)) func historyAndUndoOfOneUser() throws {
        try client.call("value.set", ["key": "a", "value": 1])
        let set: JSON = ["id": 1, "method": "value.set", "params": ["key": "b", "value": 2]]
        _ = try daemon.replies(toOperator: [set])
        func revisions(_ params: JSON) throws -> [JSON?]? {
            try client.call("history.get", params)["events"]?.arrayValue?.map { $0["revision"] }
        }
        #expect(try revisions(["uid": 0]) == [1])
        #expect(try revisions(["uid": 65_534]) == [2])
        #expect(try revisions(["topics": ["value:b"]]) == [2])
        #expect(try client.call("history.undo", ["uid": 0]).changed == true)
        #expect(try client.call("value.get")["values"] == ["b": 2])
        // Users are known after a restart, too.
        try daemon.kill9()
        let next = try DaemonProcess(in: daemon.directory)
        let again = try next.client()
        #expect(try again.call("history.undo", ["uid": 65_534]).changed == true)
        #expect(try again.call("value.get")["values"] == [:])
    }
}
