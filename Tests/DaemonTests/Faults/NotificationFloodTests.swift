import FasciaDocument
import FasciaWire
import Foundation
import TestSupport
import Testing

/// A client sends each method many times as a notification, which has no reply that anybody would have to read. Whatever the
/// daemon keeps for it is bounded, and others are served.
///
/// `FASCIA_FLOOD=100000` sends each so many times.
@Suite(.mustEnd) struct NotificationFloodTests {
    private static let times = ProcessInfo.processInfo.environment["FASCIA_FLOOD"].flatMap { Int($0) } ?? 600
    /// Maximum growth in MiB for one method. The events in memory alone may take 16 MiB.
    private static let allowance = 64

    private let daemon: DaemonProcess
    private let (owner, agent): (JSONClient, JSONClient)

    /// The agent never answers, and does not read meanwhile.
    init() throws {
        daemon = try DaemonProcess()
        (owner, agent) = (try daemon.client(), try daemon.client())
        let rows: JSON = ["kind": "rows", "id": "r", "total": 9, "children": []]
        let body: JSON = [
            "kind": "form",
            "children": [
                ["kind": "textField", "bind": "v"], ["kind": "toggle", "bind": "g/a", "id": "t"],
                ["kind": "button", "id": "b", "label": "B", "action": ["emit": "onTap"]], rows,
            ],
        ]
        try owner.call("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "b", "on": true]]]])
        let component: JSON = ["id": "c", "elements": [["id": "x", "label": "X"], ["id": "y", "label": "Y"]]]
        try owner.call("picker.declare", ["picker": ["id": "p", "components": [component]]])
        try owner.call("value.set", ["key": "v", "value": "text"])
        try owner.call("nav.target", ["name": "end", "path": [["screen": "s"]]])
        try agent.call("screen.put", ["screen": ["id": "s", "emits": ["onTap"], "body": body]])
        try agent.call("action.bind", ["screen": "s", "names": ["*"]])
        try agent.call("bind.claim", ["ids": ["g/b"], "timeout": 600])
        try owner.call("nav.set", ["path": [["screen": "s"]]])
        try owner.call("nav.set", ["stack": "side", "path": [["screen": "s"]]])
    }

    /// The parameters of each method's notifications.
    private static func params(_ method: String, _ number: Int, entry: JSON, terminal: JSON) -> JSON {
        let name = JSON.string("n\(number)")
        // Of few things, so that not only the limit of the panel's content is tested.
        let few = JSON.string("few\(number % 20)")
        let isOdd = !number.isMultiple(of: 2)
        switch method {
        case "daemon.hello": return ["name": name]
        case "nav.push", "nav.replace": return ["screen": few]
        case "nav.popTo": return ["index": 0]
        case "nav.modal": return ["screen": few, "style": "sheet"]
        case "nav.next": return ["target": "end"]
        case "nav.set": return ["stack": few, "path": [["screen": name]]]
        case "nav.target": return ["name": few, "path": [["screen": name]]]
        case "nav.remove": return ["stack": few]
        case "toggle.declare": return ["group": ["id": few, "options": [["id": name]]]]
        case "toggle.set": return ["id": "g/a", "on": .bool(isOdd)]
        case "toggle.flip": return ["id": isOdd ? "g/a" : "g/b"]
        case "toggle.enable": return ["id": "g/a", "enabled": .bool(isOdd)]
        case "toggle.remove": return ["id": few]
        case "picker.declare":
            let component: JSON = ["id": "c", "elements": [["id": name, "label": name]]]
            return ["picker": ["id": few, "components": [component]]]
        case "picker.pick": return ["id": "p/c", "element": isOdd ? "x" : "y"]
        case "picker.elements": return ["id": "p/c", "elements": [["id": "x", "label": name]]]
        case "picker.remove": return ["id": few]
        case "value.set": return ["key": few, "value": name]
        case "value.declare": return ["key": few, "kind": isOdd ? "string" : "json"]
        case "value.remove": return ["key": few]
        case "screen.put": return ["screen": ["id": few, "body": ["kind": "text", "text": name]]]
        case "screen.get", "screen.remove": return ["id": few]
        case "screen.rows": return ["screen": "s", "rows": ["node": "r", "runs": []]]
        case "environment.set": return ["values": ["tint": isOdd ? "red" : "blue"]]
        case "action.send": return ["entry": entry, "name": "onTap"]
        case "action.bind": return ["screen": name, "names": isOdd ? [name] : []]
        case "action.unbind": return ["screen": name]
        case "bind.claim": return ["ids": [.string("value:n\(number)")]]
        case "bind.release": return ["ids": [.string("value:n\(number)")]]
        case "bind.report", "bind.progress": return ["id": "g/b", "value": .bool(isOdd)]
        case "bind.poll", "bind.confirm": return ["id": "g/b"]
        case "ask.open": return ["kind": "confirm", "id": name, "text": name]
        case "ask.answer": return ["id": few, "answer": .bool(isOdd)]
        case "ask.cancel", "ask.progress": return ["id": name]
        case "issue.report": return ["severity": "warning", "message": name]
        case "log.append": return ["id": name, "lines": [name]]
        case "batch": return ["commands": [["method": "value.set", "params": ["key": few, "value": name]]]]
        case "watch.start": return ["topics": [.string("value:n\(number)/*")]]
        case "watch.stop": return ["watch": .int(number)]
        case "history.undo": return [:]
        case "ui.tap": return ["node": "b"]
        case "ui.set": return ["node": isOdd ? name : "t", "value": true]
        case "ui.wait": return ["for": ["screen": name], "timeout": 3_600]
        case "ui.find": return ["query": name]
        case "ui.open": return ["address": "switch/g/a"]
        case "terminal.attach": return ["columns": .int(1 + number % 80), "rows": .int(1 + number % 24), "colors": "none"]
        case "terminal.key": return ["terminal": terminal, "key": isOdd ? "tab" : "space"]
        case "terminal.mouse":
            return ["terminal": terminal, "kind": "press", "column": .int(number % 40), "row": .int(number % 10)]
        case "terminal.paste": return ["terminal": terminal, "text": name]
        case "terminal.resize": return ["terminal": terminal, "columns": .int(20 + number % 60), "rows": .int(5 + number % 20)]
        case "terminal.detach": return ["terminal": .int(number)]
        case "plugin.load", "plugin.unload", "plugin.reload", "plugin.log": return ["id": "neon"]
        default: return [:]
        }
    }

    /// Sends the lines without reading, until the daemon has taken all or reads no more.
    private func flood(_ client: LineClient, _ line: (Int) -> String) throws {
        for first in stride(from: 0, to: Self.times, by: 200) {
            let bytes = Array((first..<min(first + 200, Self.times)).map { line($0) + "\n" }.joined().utf8)
            var (sent, rounds) = (0, 0)
            while sent < bytes.count {
                let count = try client.sendAvailable(bytes[sent...])
                sent += count
                rounds = count > 0 ? 0 : rounds + 1
                // It has really stopped reading if it accepts nothing for so many requests of another client.
                guard rounds < 300 else { return }
                if count == 0 { _ = try owner.sync() }
            }
        }
    }

    /// A client that sends a method many times, and leaves.
    private func floods(_ method: String) throws {
        let flooder = try daemon.client()
        let (terminal, entry) = (try flooder.attach(), try owner.top())
        let before = try daemon.peakMemory
        try flood(flooder.lines) { number in
            let params = Self.params(method, number, entry: entry, terminal: terminal)
            return (["method": .string(method), "params": params] as JSON).text
        }
        _ = try owner.sync()
        let grown = try daemon.peakMemory - before
        #expect(grown < Self.allowance, "\(method): \(grown) MiB")
        let counts = try #require(try owner.call("daemon.status")["counts"])
        for name in ["watches", "terminals", "waits"] {
            #expect(try #require(counts[name]?.intValue) <= 64, "\(name) of \(method)")
        }
    }

    @Test func notificationsOfEachMethodMakeTheDaemonKeepLittle() throws {
        for method in Catalogue.methods.map(\.name) where method != "daemon.shutdown" {
            try floods(method)
            // Also what it had sent before it left is done then.
            try waitUntil(owner, "counts/clients", is: 2)
            // The stack that its terminals show, and what it has declared, stay.
            try owner.call("nav.set", ["path": [["screen": "s"]]])
        }
        // What the agent was asked meanwhile, which it has never answered.
        let asked = try agent.call("sync")
        #expect(asked.revision != nil)
        let others: [JSON] = ["geometry", "carryOut", "carryOut.cancel"]
        let requests = agent.takeNotifications().filter { !others.contains($0["method"] ?? .null) }
        #expect(requests.count <= 512, "\(requests.count) requests")
    }

    /// The limit names itself, and there is room again when the requests are answered.
    @Test func pollsOfOneClientAreLimited() throws {
        let asker = try daemon.client()
        for _ in 1...200 { try asker.send(["method": "bind.poll", "params": ["id": "g/b"]]) }
        let error = try asker.failure("bind.poll", ["id": "g/b"])
        #expect(error[at: "data"] == ["reason": "limit", "limit": "replies", "value": 128])
        #expect(error.message == "128 requests of this connection are not done, which is the limit: send this one again later")
        _ = try agent.call("sync")
        let polls = agent.takeNotifications().filter { $0["method"] == "poll" }
        #expect(polls.count == 128)
        for poll in polls { try agent.send(["id": poll["id"] ?? .null, "result": [:]]) }
        _ = try agent.call("sync")
        let last = try asker.send("bind.poll", ["id": "g/b"])
        let poll = try agent.receive()
        #expect(poll["method"] == "poll")
        try agent.send(["id": poll["id"] ?? .null, "result": [:]])
        #expect(try asker.reply(to: last)["result"] != nil)
    }
}
