import FasciaDocument
import TestSupport
import Testing

@testable import FasciaUI

/// The size passed to a `GeometryReader` is that of the terminal attached or resized last.
@MainActor @Suite(.mustEnd) struct AvailableSizeTests {
    private struct Measured: View {
        var suffix = ""
        var body: some View {
            GeometryReader { Text("\(Int($0.size.width)) by \(Int($0.size.height))\(suffix)") }
        }
    }

    /// A terminal with its own connection.
    private struct Screen {
        let client: JSONClient
        let terminal: JSON

        init(_ app: HostedApp, columns: Int, rows: Int) async throws {
            client = try app.daemon.client()
            let params: JSON = ["columns": .int(columns), "rows": .int(rows), "colors": "none"]
            let answer = try await app.run { [client] _ in try client.call("terminal.attach", params) }
            terminal = try #require(answer["terminal"])
        }

        func call(_ app: HostedApp, _ method: String, _ params: JSON.Object = [:]) async throws {
            var all = params
            all["terminal"] = terminal
            _ = try await app.run { [client, all] _ in try client.call(method, .object(all)) }
        }
    }

    @Test func oneTerminal_itsSize_andTheNewOneAfterAResize() async throws {
        let app = try await HostedApp { Measured() }
        try await app.wait(node: "640 by 352")
        let screen = try await Screen(app, columns: 40, rows: 10)
        try await app.wait(node: "320 by 128")
        try await screen.call(app, "terminal.resize", ["columns": 100, "rows": 30])
        try await app.wait(node: "800 by 448")
        // An unchanged size is not sent again, and causes no event.
        let revision = try await app.revision
        try await screen.call(app, "terminal.key", ["key": "down"])
        #expect(try await app.events(since: revision) == [])
    }

    @Test func latestTerminalDeterminesTheSize() async throws {
        let app = try await HostedApp { Measured() }
        let first = try await Screen(app, columns: 40, rows: 10)
        try await app.wait(node: "320 by 128")
        let second = try await Screen(app, columns: 100, rows: 30)
        try await app.wait(node: "800 by 448")
        try await first.call(app, "terminal.resize", ["columns": 50, "rows": 10])
        try await app.wait(node: "400 by 128")
        // Pressing a key does not make a terminal the current one.
        try await second.call(app, "terminal.key", ["key": "down"])
        try await first.call(app, "terminal.detach")
        try await app.wait(node: "800 by 448")
        var third: Screen? = try await Screen(app, columns: 60, rows: 10)
        try await app.wait(node: "480 by 128")
        #expect(third != nil)
        third = nil
        try await app.wait(node: "800 by 448")
    }

    @Test func restartedAppReceivesTheSize() async throws {
        let app = try await HostedApp { Measured() }
        let screen = try await Screen(app, columns: 40, rows: 10)
        try await app.wait(node: "320 by 128")
        await app.host.stop()
        let again = AppHost(name: "app", path: app.daemon.socketPath)
        again.start { [unowned again] in
            HostedApp.SceneView(scenes: { SceneList(WindowGroup("Test") { Measured(suffix: " again") }) }, host: again)
        }
        try await app.wait(node: "320 by 128 again")
        await again.stop()
        try await screen.call(app, "terminal.detach")
    }
}
