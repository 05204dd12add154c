import FasciaDocument
import TestSupport
import Testing

/// Partial rows: an app publishes only the rows that terminals show.
@Suite(.mustEnd) struct RowsTests {
    private let daemon: DaemonProcess
    private let app: JSONClient
    private let user: JSONClient

    /// An app with a screen of 100,000 rows, of which it has published the first three.
    init() throws {
        daemon = try DaemonProcess()
        app = try daemon.client()
        user = try daemon.client()
        try app.call("action.bind", ["screen": "many", "names": ["onTap"]])
        try app.call("screen.put", RowsTests.screen)
        try app.call("nav.set", ["path": [["screen": "many"]]])
    }

    private static let screen: JSON = [
        "screen": [
            "id": "many",
            "body": [
                "kind": "list",
                "children": [["kind": "rows", "id": "rows", "total": 100_000, "children": .array((0..<3).map(row))]],
            ],
        ]
    ]

    private static func row(_ number: Int) -> JSON {
        [
            "kind": "button", "label": .string("Row \(number)"), "id": .string("r\(number)"), "emit": "onTap",
            "payload": .int(number),
        ]
    }

    private func lines(_ terminal: JSON) throws -> [String] {
        let picture = try user.call("ui.render", ["terminal": terminal])["data"]?.stringValue ?? ""
        return picture.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).map(String.init)
    }

    private func wait(_ terminal: JSON, _ text: String) throws {
        try user.call("ui.wait", ["for": ["text": .string(text), "terminal": terminal], "timeout": 3_600])
    }

    /// Receives the next request for rows.
    private func question() throws -> (id: JSON, params: JSON, rows: [Range<Int>]) {
        let kept = app.takeNotifications()
        let message = try kept.first ?? app.receive()
        guard kept.count < 2, message["method"] == "rows", let id = message["id"], let params = message["params"] else {
            throw TestFailure("expected the request rows, got \(message.text)")
        }
        let rows = (params[at: "nodes/0/rows"]?.arrayValue ?? []).compactMap { range -> Range<Int>? in
            guard let first = range["first"]?.intValue, let count = range["count"]?.intValue else { return nil }
            return first..<first + count
        }
        return (id, params, rows)
    }

    /// Checks that no request for rows is pending: it would arrive before the reply to `sync`.
    private func expectNoQuestion() throws {
        try app.call("sync")
        #expect(app.takeNotifications() == [])
    }

    /// Publishes these rows and removes all others.
    private func publish(_ rows: [Range<Int>], total: Int = 100_000) throws {
        let runs = rows.map { range -> JSON in
            ["first": .int(range.lowerBound), "children": .array(range.map(Self.row))]
        }
        let update: JSON = ["node": "rows", "total": .int(total), "keep": [], "runs": .array(runs)]
        try app.call("screen.rows", ["screen": "many", "rows": update])
    }

    @discardableResult
    private func answer() throws -> [Range<Int>] {
        let (id, _, rows) = try question()
        try publish(rows)
        try app.answer(id)
        return rows
    }

    private func press(_ terminal: JSON, _ key: String) throws {
        try user.call("terminal.key", ["terminal": terminal, "key": .string(key)])
    }

    // MARK: - Requests for rows

    @Test func theEndIsAskedForAndTheFocusIsThereWhenItComes() throws {
        let terminal = try user.attach(30, 10)
        try answer()
        try wait(terminal, "Row 7")
        try press(terminal, "end")
        #expect(try lines(terminal).contains { $0.contains("…") })
        #expect(try answer() == [99_968..<100_000])
        try wait(terminal, "›Row 99999 ")
        try press(terminal, "home")
        #expect(try answer() == [0..<32])
        try wait(terminal, "›Row 0 ")
    }

    @Test func oneScreenInTwoPlacesIsOneQuestion() throws {
        let first = try user.attach(30, 10)
        try answer()
        try wait(first, "Row 7")
        let other = try daemon.client()
        try other.call("nav.set", ["stack": "side", "path": [["screen": "many"]]])
        let second = try other.attach(30, 10, ["stack": "side"])
        try other.call("terminal.key", ["terminal": second, "key": "end"])
        #expect(try answer() == [0..<32, 99_968..<100_000])
        try user.call("ui.wait", ["for": ["text": "Row 99999", "terminal": second], "timeout": 3_600])
        try expectNoQuestion()
    }

    // MARK: - Without the app

    @Test func knownRowsStayWhenTheAppDisconnects() throws {
        let terminal = try user.attach(30, 10)
        try answer()
        try wait(terminal, "Row 7")
        app.lines.closeSending()
        try user.call("ui.wait", ["for": ["text": "(app disconnected)", "terminal": terminal], "timeout": 3_600])
        for _ in 0..<20 { try press(terminal, "down") }
        #expect(try lines(terminal).contains { $0.contains("›Row 20 ") })
        try press(terminal, "end")
        #expect(try lines(terminal).allSatisfy { $0.isEmpty || $0.contains("…") })
        // Another process takes the screen over.
        let next = try daemon.client()
        try next.call("action.bind", ["screen": "many", "names": ["onTap"]])
        let message = try next.receive()
        #expect(message["method"] == "rows")
        #expect(message[at: "params/nodes/0/rows/0/first"] == 99_968)
    }

    // MARK: - Scripts

    @Test func theTreeSaysHowManyThereAre() throws {
        let nodes = try #require(try user.call("ui.tree")["nodes"]?.arrayValue)
        #expect(nodes.map { $0["id"]?.stringValue } == ["rows", "r0", "r1", "r2"])
        #expect(nodes[0]["role"] == "rows")
        #expect(nodes[0]["total"] == 100_000)
        #expect(nodes[0]["known"] == [["first": 0, "count": 3]])
    }

    @Test func aRowThatIsNotKnownIsTappedByItsID() throws {
        let id = try user.send("ui.tap", ["node": "r777"])
        let (question, params, _) = try question()
        #expect(params["find"] == "r777")
        try publish([0..<3, 777..<778])
        try app.answer(question, ["found": true])
        let action = try app.handle()
        #expect(action["payload"] == 777)
        let reply = try user.receive()
        #expect(reply["id"] == .int(id))
        #expect(reply[at: "result/outcome"] == "handled")
        #expect(reply[at: "result/node"] == "r777")
    }
}
