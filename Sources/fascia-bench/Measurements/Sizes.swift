import FasciaModel

/// How many bytes things take on the wire. These are the same on every machine.
struct Sizes {
    var fascia: Server

    func run(into report: inout Report) throws {
        let (client, terminal) = (try LineClient(fascia.socket), try LineClient(fascia.socket))
        try client.call("toggle.declare", ["group": ["id": "sizes", "options": [["id": "a"], ["id": "b"]]]])
        let rows: JSON = [["kind": "toggle", "bind": "sizes/a"], ["kind": "toggle", "bind": "sizes/b"]]
        try client.call("screen.put", ["screen": ["id": "sizes", "body": ["kind": "form", "children": rows]]])
        try client.call("nav.push", ["screen": "sizes"])

        try client.call("watch.start")
        let replied = try event(client)
        report.add("an event of one option", "B", [("line", Double(replied))])

        let id = try terminal.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "256"])["terminal"] ?? .null
        let first = try frame(terminal)
        try client.call("toggle.set", ["id": "sizes/a", "on": false])
        let toggled = try frame(terminal)
        try terminal.send(LineClient.request(id: 99, "terminal.key", ["terminal": id, "key": "down"]))
        let moved = try frame(terminal)
        report.add(
            "a terminal's frame", "B",
            [("whole", Double(first)), ("toggled switch", Double(toggled)), ("moved focus", Double(moved))])
        try client.call("nav.pop")
    }

    private func event(_ client: LineClient) throws -> Int {
        try client.send(LineClient.request(id: 99, "toggle.set", ["id": "sizes/a", "on": true]))
        return try client.notification("event").bytes
    }

    /// Bytes that go to the terminal itself.
    private func frame(_ terminal: LineClient) throws -> Int {
        try terminal.notification("terminal.frame").params["data"]?.stringValue?.utf8.count ?? 0
    }
}
