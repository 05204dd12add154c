import Testing
@testable import FasciaDocument
@testable import FasciaModel

/// Nodes of the kind `rows`: many rows, of which some are known.
@Suite struct RowsTests {
    private func row(_ number: Int) -> Node { Node(.text(TextContent("\(number)")), id: "r\(number)") }

    private func rows(_ total: Int, _ places: [Int]) -> RowsContent {
        RowsContent(total: total, rows: Dictionary(uniqueKeysWithValues: places.map { ($0, row($0)) }))
    }

    private func screen(_ rows: RowsContent, title: String? = nil) -> Screen {
        let list = Node(.list(ListContent(children: [Node(.divider), Node(.rows(rows), id: "rows")])))
        return Screen(id: "s", title: title, body: list)
    }

    // MARK: - Values

    @Test func knownRowsAreRunsInTheirOrder() {
        let some = rows(9, [7, 2, 1, 3, 11])
        #expect(some.known == [RowRange(1, 3), RowRange(7, 1)])
        #expect(some.children.map(\.id) == ["r1", "r2", "r3", "r7"])
        #expect(some.index(of: 7) == 3)
        #expect(some.index(of: 4) == nil)
        #expect(some.index(of: 0) == nil)
    }

    @Test func rangesAreJoined() {
        let ranges = [RowRange(8, 2), RowRange(0, 3), RowRange(2, 2), RowRange(4, 1), RowRange(9, 0)]
        #expect(RowRange.union(ranges) == [RowRange(0, 5), RowRange(8, 2)])
        #expect([RowRange(0, 5), RowRange(8, 2)].contains(RowRange(1, 4)))
        #expect(![RowRange(0, 5), RowRange(8, 2)].contains(RowRange(4, 5)))
    }

    @Test(arguments: [
        (#"{"kind":"rows","total":-1}"#, "/total: expected an integer from 0 to 1000000000, found -1"),
        (
            #"{"kind":"rows","total":2,"known":[{"first":0,"count":1}]}"#,
            "/children: expected one node for each known row: 1, found 0"
        ),
        (
            #"{"kind":"rows","total":0,"children":[{"kind":"empty"}]}"#,
            "/total: expected as many rows as are known: 1 or more, found 0"
        ),
        (
            #"{"kind":"rows","total":9,"known":[{"first":3,"count":1},{"first":3,"count":1}],"#
                + #""children":[{"kind":"empty"},{"kind":"empty"}]}"#,
            "/known/1/first: expected rows after those before it: 4 or more, found 3"
        ),
    ])
    func mistakesAreNamed(_ text: String, _ message: String) throws {
        let json = try JSONParser.parse(text)
        let error = #expect(throws: Mismatch.self) { try Node.schema.read(json) }
        #expect(error?.message == message)
    }

    // MARK: - Updates

    /// Finding a node visits each node once. It does not take twice as long for each level.
    @Test func rowsDeepInAScreenAreFound() throws {
        var body = Node(.list(ListContent(children: [Node(.rows(rows(9, [0])), id: "rows")])))
        for _ in 0..<40 { body = Node(.stack(StackContent(.vertical, children: [body]))) }
        var bench = try Bench(.putScreen(Screen(id: "s", body: body)))
        let more = RowsUpdate(node: "rows", keep: [RowRange(0, 1)], runs: [.init(first: 1, children: [row(1)])])
        #expect(try bench.do(.putRows(screen: "s", more)).count == 1)
    }

    @Test func rowUpdateAddsRemovesAndKeeps() throws {
        var bench = try Bench(.putScreen(screen(rows(100, [0, 1, 2]))))
        let more = RowsUpdate(
            node: "rows", keep: [RowRange(2, 5)], runs: [.init(first: 3, children: [row(3), row(4)])])
        #expect(try bench.do(.putRows(screen: "s", more)).words == ["screen s 3"])
        #expect(bench.panel.screen("s") == screen(rows(100, [2, 3, 4])))
        #expect(try bench.do(.putRows(screen: "s", RowsUpdate(node: "rows", runs: []))) == [], "nothing is different")
        let fewer = RowsUpdate(node: "rows", total: 4, runs: [])
        #expect(try !bench.do(.putRows(screen: "s", fewer)).isEmpty)
        #expect(bench.panel.screen("s") == screen(rows(4, [2, 3])))
    }

    @Test func invalidContentsAreRefused() throws {
        var bench = try Bench(.putScreen(screen(rows(9, [0]))))
        func refusal(_ update: RowsUpdate, _ screen: String = "s") -> String? {
            #expect(throws: Refusal.self) { try bench.do(.putRows(screen: screen, update)) }?.message
        }
        #expect(refusal(RowsUpdate(node: "rows", runs: []), "t")?.hasPrefix("no screen \"t\"") == true)
        #expect(
            refusal(RowsUpdate(node: "list", runs: []))
                == "no node \"list\" in screen \"s\": name one of the kind rows by its id")
        #expect(
            refusal(RowsUpdate(node: "rows", runs: [.init(first: 8, children: [row(8), row(9)])]))
                == "rows 8 to 9 of node \"rows\": it has 9 rows, counted from 0")
        #expect(
            refusal(RowsUpdate(node: "r0", runs: []))
                == "node \"r0\" of screen \"s\" is not of the kind rows: screen.put publishes other nodes")
        #expect(
            refusal(RowsUpdate(node: "rows", runs: [.init(first: 3, children: [row(0)])]))?
                .contains("node id \"r0\" occurs twice") == true)
    }

    @Test func rowsFromAnotherPeerDoNotClearOrphaned() throws {
        var bench = try Bench(.putScreen(screen(rows(9, [0]))), .setOrphaned(screens: ["s"], true))
        try bench.do(.putRows(screen: "s", RowsUpdate(node: "rows", runs: [.init(first: 1, children: [row(1)])])))
        #expect(bench.panel.isOrphaned(screen: "s"))
    }

    // MARK: - Differences

    @Test func applyingDifferenceGivesNewRows() throws {
        var generator = Steps(state: 3)
        for _ in 0..<200 {
            func some() -> RowsContent {
                let total = Int.random(in: 0...20, using: &generator)
                var content = rows(total, (0..<20).filter { _ in Bool.random(using: &generator) })
                if Bool.random(using: &generator), total > 3 {
                    content = RowsUpdate(node: "", runs: [.init(first: 3, children: [Node(.divider)])]).applied(to: content)
                }
                return content
            }
            let (old, new) = (screen(some()), screen(some()))
            let updates = try #require(new.rowsUpdates(from: old))
            var panel = Panel()
            _ = try panel.apply(.putScreen(old))
            for update in updates {
                let read = try RowsUpdate.schema.read(RowsUpdate.schema.write(update))
                guard let (first, second) = read.halves else {
                    _ = try panel.apply(.putRows(screen: "s", read))
                    continue
                }
                _ = try panel.apply(.putRows(screen: "s", first))
                _ = try panel.apply(.putRows(screen: "s", second))
            }
            #expect(panel.screen("s") == new)
        }
    }

    @Test func differenceContainsOnlyChangedRows() throws {
        let updates = screen(rows(100_000, Array(20..<40))).rowsUpdates(from: screen(rows(100_000, Array(10..<30))))
        #expect(
            updates
                == [
                    RowsUpdate(
                        node: "rows", keep: [RowRange(20, 10)], runs: [.init(first: 30, children: (30..<40).map(row))])
                ])
        let same = screen(rows(9, [1]))
        #expect(same.rowsUpdates(from: same) == [])
        #expect(same.rowsUpdates(from: screen(rows(9, [2]), title: "T")) == nil)
        var other = same
        other.body.modifiers = [.dim(true)]
        #expect(same.rowsUpdates(from: other) == nil)
    }
}

/// A reproducible generator (with the multiplier of Knuth's MMIX).
private struct Steps: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
