import FasciaDocument
import TestSupport
import Testing

@testable import FasciaUI

/// A list of 100 000 rows: terminals scroll over all of them, and the app evaluates only visible ones.
@MainActor @Suite(.mustEnd) struct RowsTests {
    /// Counts the evaluations of rows.
    final class Counter: Sendable {
        nonisolated(unsafe) private(set) var count = 0
        // Safe: only the main actor evaluates views.
        @MainActor func add() { count += 1 }
        @MainActor func take() -> Int { defer { count = 0 }; return count }
    }

    struct Row: View {
        let number: Int
        let counter: Counter
        @State private var taps = 0
        var body: some View {
            counter.add()
            return Button("row \(String(number)) \(taps)") { taps += 1 }
        }
    }

    struct Many: View {
        let counter: Counter
        var body: some View { List(0..<100_000) { Row(number: $0, counter: counter) } }
    }

    private func attach(_ app: HostedApp, rows: Int = 12) async throws -> JSON {
        let params: JSON = ["columns": 40, "rows": .int(rows), "colors": "none"]
        return try #require(try await app.call("terminal.attach", params)["terminal"])
    }

    private func press(_ app: HostedApp, _ terminal: JSON, _ key: String) async throws {
        try await app.call("terminal.key", ["terminal": terminal, "key": .string(key)])
    }

    private func wait(_ app: HostedApp, _ terminal: JSON, _ text: String) async throws {
        try await app.call("ui.wait", ["for": ["text": .string(text), "terminal": terminal], "timeout": 3_600])
    }

    @Test func terminalsScrollOverAllRows() async throws {
        let counter = Counter()
        let app = try await HostedApp { Many(counter: counter) }
        #expect(counter.take() == 100, "before anybody looks")
        let terminal = try await attach(app)
        try await wait(app, terminal, "row 9 0")
        #expect(counter.take() == 0)
        try await press(app, terminal, "end")
        try await wait(app, terminal, "›row 99999 0 ")
        #expect(counter.take() == 40, "ten in sight and three times as many above")
        for _ in 0..<30 { try await press(app, terminal, "up") }
        try await wait(app, terminal, "›row 99969 0 ")
        #expect(counter.take() <= 40, "each row once")
        try await press(app, terminal, "space")
        try await wait(app, terminal, "›row 99969 1 ")
        try await press(app, terminal, "home")
        try await wait(app, terminal, "›row 0 0 ")
        _ = counter.take()
        // The row has kept its state.
        try await press(app, terminal, "end")
        try await wait(app, terminal, "row 99999 0")
        for _ in 0..<30 { try await press(app, terminal, "up") }
        try await wait(app, terminal, "›row 99969 1 ")
    }

    @Test func onlyRowsArePublished() async throws {
        let app = try await HostedApp { Many(counter: Counter()) }
        let terminal = try await attach(app)
        let before = try await app.revision
        try await press(app, terminal, "end")
        try await wait(app, terminal, "row 99999 0")
        #expect(try await app.events(since: before) == [["screen app"]])
        let history = try await app.call("history.get", ["since": .int(before)])
        #expect(history[at: "events/0/cause/method"] == "screen.rows")
        try await app.tap("row 99999 0")
        let last = try await app.call("history.get", ["id": "app", "limit": 1])
        #expect(last[at: "events/0/cause/method"] == "screen.rows", "a row that is different is published alone")
        #expect(last[at: "events/0/changes/0/nodes"] == 1)
    }

    @Test func twoTerminalsSeeTheirOwnParts() async throws {
        let app = try await HostedApp { Many(counter: Counter()) }
        let (first, second) = (try await attach(app), try await attach(app, rows: 8))
        try await press(app, second, "end")
        try await wait(app, second, "›row 99999 0 ")
        try await wait(app, first, "›row 0 0 ")
        let tree = try await app.call("ui.tree")
        let rows = try #require(tree["nodes"]?.arrayValue?.first { $0["role"] == "rows" })
        #expect(rows["total"] == 100_000)
        #expect(rows["known"]?.arrayValue?.count == 2)
        #expect(try #require(tree["nodes"]?.arrayValue).count < 120)
    }

    @Test func evaluatedRowsRemainWithoutTheApp() async throws {
        let app = try await HostedApp { Many(counter: Counter()) }
        let terminal = try await attach(app)
        try await press(app, terminal, "end")
        try await wait(app, terminal, "row 99999 0")
        await app.host.stop()
        try await wait(app, terminal, "(app disconnected)")
        for _ in 0..<12 { try await press(app, terminal, "up") }
        try await wait(app, terminal, "›row 99987 0 ")
    }

    @Test func lazyStackEvaluatesOnlyVisibleRows() async throws {
        let counter = Counter()
        let app = try await HostedApp {
            ScrollView { LazyVStack(alignment: .leading) { ForEach(0..<100_000) { Row(number: $0, counter: counter) } } }
        }
        let terminal = try await attach(app)
        try await press(app, terminal, "end")
        try await wait(app, terminal, "row 99999 0")
        #expect(counter.take() <= 100 + 40)
    }
}
