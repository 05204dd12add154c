import FasciaDocument
import FasciaModel
import FasciaWire
import TestSupport
import Testing

@testable import FasciaRender
@testable import FasciaServer

/// Rows of a list of 100,000, of which the first three are known.
private func seen(_ rows: Range<Int>, known: [Range<Int>] = [0..<3], entry: EntryID = EntryID("e2"), node: String = "rows")
    -> VisibleRows
{
    VisibleRows(
        entry: entry, node: node, total: 100_000, known: known.map { RowRange($0) }, rows: RowRange(rows), page: rows.count)
}

@Suite struct WantedRowsTests {
    private func wanted(_ seen: VisibleRows...) -> [String: [Range<Int>]] { WantedRows(seen).nodes.mapValues { $0.map(\.range) } }

    @Test func threePagesAroundTheVisibleRowsAreRequested() {
        #expect(wanted(seen(0..<8)) == ["rows": [0..<32]])
        #expect(wanted(seen(50..<60)) == ["rows": [20..<90]])
    }

    @Test func nothingIsRequestedWhileThePagesAroundAreKnown() {
        #expect(wanted(seen(50..<60, known: [40..<70])) == [:])
        #expect(wanted(seen(50..<60, known: [40..<69])) == ["rows": [20..<90]])
        #expect(wanted(seen(0..<8, known: [0..<16]), seen(0..<4, known: [0..<16], node: "others")) == [:])
    }

    @Test func viewersShareTheirRows() {
        #expect(wanted(seen(0..<8), seen(20..<24), seen(99_990..<100_000)) == ["rows": [0..<36, 99_960..<100_000]])
        #expect(wanted(seen(0..<8), seen(0..<8, node: "b")) == ["rows": [0..<32], "b": [0..<32]])
    }

    @Test func atMost4000RowsAreRequested_theVisibleOnesFirst() {
        #expect(wanted(seen(10_000..<11_000)) == ["rows": [9_000..<12_000]], "one page around, as three are too many")
        #expect(wanted(seen(10_000..<12_000)) == ["rows": [10_000..<12_000]])
        #expect(wanted(seen(0..<3_000), seen(10_000..<13_000)) == ["rows": [0..<3_000, 10_000..<11_000]])
    }
}

@Suite struct RowLoaderTests {
    private let parts: Parts
    private let (app, viewer): (Client, Client)
    private let terminal: Terminal

    init() throws {
        parts = try Parts()
        (app, viewer) = (parts.client(), parts.client())
        parts.apps.caches = [parts.rows]
        try parts.apply("screen.put", ["screen": ["id": "many", "body": ["kind": "empty"]]], by: app)
        try parts.apply("nav.push", ["screen": "many"])
        terminal = try parts.terminals.add(TerminalAttach(), of: viewer)
    }

    /// The user scrolls to these rows.
    private func show(_ rows: Range<Int>) {
        terminal.visibleRows = [seen(rows, entry: parts.top)]
        parts.rows.visibleRowsChanged()
        request()
    }

    private func request() { parts.rows.requestMissing(of: parts.terminals.all) }

    /// The first row of the request that the app was sent, and the id; `nil` if there was none.
    private func asked() throws -> (id: RequestID, first: JSON)? {
        let messages = try app.received()
        guard messages.count < 2, let message = messages.first else { return nil }
        #expect(message["method"] == "rows" && message[at: "params/screen"] == "many")
        guard let id = message["id"]?.intValue else { return nil }
        return (RequestID(id), message[at: "params/nodes/0/rows/0/first"] ?? message[at: "params/find"] ?? .null)
    }

    @Test func thePublisherIsAskedForMissingRows() throws {
        show(0..<8)
        let message = try app.message()
        #expect(
            message["params"] == [
                "nodes": [["id": "rows", "rows": [["first": 0, "count": 32]]]], "entry": .string(parts.top.rawValue),
                "stack": "main", "screen": "many",
            ])
    }

    @Test func aScreenHasOnePendingRequest_andWhatIsVisibleThenIsAskedNext() throws {
        show(0..<8)
        let first = try #require(try asked())
        for rows in [500..<508, 900..<908] { show(rows) }
        #expect(try asked() == nil)
        parts.requests.receive(.result([:]), id: first.id, from: app)
        request()
        #expect(try asked()?.first == .int(876))
    }

    @Test func rowsThatWereNotProvidedAreRequestedOnce_untilTheScreenChanges() throws {
        show(0..<8)
        let unknown = WireError(code: WireError.Code.methodNotFound, message: "no method rows", reason: "")
        parts.requests.receive(.error(unknown), id: try #require(try asked()).id, from: app)
        show(0..<8)
        #expect(try asked() == nil)
        parts.rows.forget("many")
        request()
        #expect(try asked()?.first == 0)
    }

    @Test func nothingIsRequestedOfAScreenWithoutAnApp() throws {
        parts.apps.remove(app)
        show(0..<8)
        #expect(try asked() == nil)
    }

    @Test func aRowIsFoundByTheApp() throws {
        var found: [Bool] = []
        let entry = try #require(parts.live.panel.find(parts.top)).entry
        for answer in [
            .result(["found": true]), .result([:]), .result(["found": false]), .disconnected,
        ] as [OutgoingRequests.Answer] {
            #expect(try parts.rows.find("r777", in: entry, of: "main") { found.append($0) })
            let request = try #require(try asked())
            #expect(request.first == "r777")
            parts.requests.receive(answer, id: request.id, from: app)
        }
        #expect(found == [true, true, false, false])
        parts.apps.remove(app)
        #expect(try !parts.rows.find("r777", in: entry, of: "main") { _ in })
    }

    /// Notifications are not answered, so the limit of one unanswered request does not hold for them.
    @Test func anAppThatDoesNotAnswerIsAskedAtMost512Times() throws {
        let entry = try #require(parts.live.panel.find(parts.top)).entry
        func find() throws { #expect(try parts.rows.find("r777", in: entry, of: "main") { _ in }) }
        for _ in 1...512 { try find() }
        let refusal = #expect(throws: Refusal.self) { try find() }
        #expect(refusal?.details == ["limit": "requests", "value": 512])
    }
}
