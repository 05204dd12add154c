import FasciaDocument
import FasciaServer
import FasciaWire
import Foundation
import TestSupport
import Testing

/// The result of every method is the one that `daemon.describe` declares.
@Suite(.mustEnd) struct ResultTests {
    private let folder: TemporaryDirectory
    private let server: InProcessServer
    private let client: InProcessClient

    init() throws {
        folder = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: Products.directory + "/libneon.so", toPath: folder["libneon.so"])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder["libneon.so"])
        server = try InProcessServer(plugins: [folder.path], pluginHost: Products.directory + "/fascia-plugin-host")
        client = server.connect()
        for (method, params) in Self.panel { _ = try call(method, params) }
    }

    /// What each test has.
    private static let panel: [(String, JSON)] = [
        (
            "screen.put",
            [
                "screen": [
                    "id": "s", "emits": ["onTap"],
                    "body": [
                        "kind": "form",
                        "children": [
                            ["kind": "textField", "bind": "v"], ["kind": "toggle", "bind": "g/a", "id": "t"],
                            ["kind": "rows", "id": "r", "total": 9, "children": []],
                        ],
                    ],
                ]
            ]
        ),
        ("toggle.declare", ["group": ["id": "g", "options": [["id": "a"], ["id": "b", "on": true]]]]),
        ("picker.declare", ["picker": ["id": "p", "components": [["id": "c", "elements": [["id": "x", "label": "X"]]]]]]),
        ("value.set", ["key": "v", "value": "text"]),
        ("nav.target", ["name": "end", "path": [["screen": "s"]]]), ("nav.push", ["screen": "s"]),
        ("nav.modal", ["screen": "s", "style": "sheet", "handles": ["onTap"]]),
        ("nav.set", ["stack": "side", "path": [["screen": "s"]]]), ("watch.start", [:]),
        ("terminal.attach", ["columns": 40, "rows": 10, "colors": "none"]), ("plugin.load", ["id": "neon"]),
        ("action.bind", ["screen": "s", "names": ["*"]]), ("issue.report", ["severity": "warning", "message": "m"]),
        ("bind.claim", ["ids": ["g/b"]]),
        ("ask.open", ["id": "asked", "kind": "confirm", "to": ["terminal:9"], "timeout": 600]),
        ("ask.open", ["id": "shown", "kind": "gauge"]),
    ]

    /// The parameters of the methods that need some.
    private static let params: [String: JSON] = [
        "nav.push": ["screen": "s"], "nav.popTo": ["index": 0], "nav.replace": ["screen": "s"],
        "nav.modal": ["screen": "s", "style": "sheet"], "nav.next": ["target": "end"], "nav.set": ["path": [["screen": "s"]]],
        "nav.target": ["name": "end", "remove": true], "nav.remove": ["stack": "side"],
        "toggle.declare": ["group": ["id": "h", "options": [["id": "a"]]]], "toggle.set": ["id": "g/a", "on": true],
        "toggle.flip": ["id": "g"], "toggle.enable": ["id": "g/a", "enabled": false], "toggle.remove": ["id": "g"],
        "picker.declare": ["picker": ["id": "q", "components": [["id": "c", "elements": [["id": "x", "label": "X"]]]]]],
        "picker.pick": ["id": "p/c", "element": "x"], "picker.elements": ["id": "p/c", "elements": [["id": "y", "label": "Y"]]],
        "picker.remove": ["id": "p"], "value.set": ["key": "w", "value": 2],
        "value.declare": ["key": "w", "kind": "int", "initial": 1], "value.remove": ["key": "v"],
        "screen.put": ["screen": ["id": "n", "body": ["kind": "empty"]]], "screen.get": ["id": "s"],
        "screen.remove": ["id": "s"], "screen.rows": ["screen": "s", "rows": ["node": "r", "runs": []]],
        "environment.set": ["values": ["tint": "red"]], "action.send": ["entry": "e3", "name": "onTap"],
        "action.bind": ["screen": "s", "names": ["onTap"]], "action.unbind": ["screen": "s"],
        "bind.claim": ["ids": ["value:v"]], "bind.report": ["id": "g/b", "value": true], "bind.progress": ["id": "g/b"],
        "bind.poll": ["id": "g/b"], "ask.open": ["kind": "confirm"], "ask.answer": ["id": "asked", "answer": true],
        "ask.cancel": ["id": "asked"], "ask.list": ["id": "asked"], "ask.progress": ["id": "shown", "percent": 40],
        "issue.report": ["severity": "warning", "message": "m"], "log.append": ["id": "web", "lines": ["a"]],
        "batch": ["commands": [["method": "value.set", "params": ["key": "w", "value": 3]]]],
        "watch.start": ["snapshot": true, "topics": ["valeu:*"]], "watch.stop": ["watch": 1], "ui.tap": ["node": "t"],
        "ui.set": ["node": "t", "value": true], "ui.tree": ["details": true], "ui.wait": ["for": ["screen": "s"]],
        "terminal.attach": ["columns": 40, "rows": 10, "colors": "none"], "terminal.key": ["terminal": 1, "key": "ctrl+c"],
        "terminal.mouse": ["terminal": 1, "kind": "press", "column": 0, "row": 0],
        "terminal.paste": ["terminal": 1, "text": "x"], "terminal.resize": ["terminal": 1, "columns": 20, "rows": 5],
        "terminal.detach": ["terminal": 1], "plugin.load": ["id": "neon"], "plugin.unload": ["id": "neon"],
        "plugin.reload": ["id": "neon"], "plugin.log": ["id": "neon"], "ui.find": ["query": "a"],
        "ui.open": ["address": "switch/g/a"],
    ]

    /// Calls a method. What the client is asked to do meanwhile is done.
    private func call(_ method: String, _ params: JSON) throws -> JSON {
        client.receive(Array((["id": "call", "method": .string(method), "params": params] as JSON).text.utf8))
        while true {
            let lines = client.takeOutput().split(separator: 10)
            // A plugin is being loaded.
            if lines.isEmpty { try server.waitForEvents() }
            for line in lines {
                let message = try JSON(parsing: String(decoding: line, as: UTF8.self))
                if message["id"] == "call" { return message }
                guard message["method"] == "action" || message["method"] == "poll", let id = message["id"] else { continue }
                client.receive(Array((["id": id, "result": ["result": 1]] as JSON).text.utf8))
            }
        }
    }

    /// `bind.confirm` needs a change that another client has requested: see `BoundRestartTests`. `access.try` needs a daemon with an
    /// access file: see `AccessControlTests`.
    @Test(arguments: Catalogue.methods.map(\.name).filter { !["bind.confirm", "access.try"].contains($0) })
    func aResultIsAsDeclared(_ method: String) throws {
        let reply = try call(method, Self.params[method] ?? [:])
        let result = try #require(reply["result"], "\(reply.text)")
        let definitions = try #require(try Description.json()["$defs"]?.objectValue)
        let declared = try #require(Catalogue.method(named: method)).result
        #expect(SchemaValidator(definitions: definitions).fault(result, declared) == nil, "\(result.text)")
    }
}
