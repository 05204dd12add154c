import FasciaDocument
import FasciaTesting
import FasciaUI
import TestSupport
import Testing

/// A daemon for examples, with a script client.
final class TestPanel: Sendable {
    let daemon: DaemonProcess
    let script: JSONClient

    init(_ daemon: DaemonProcess? = nil) throws {
        self.daemon = try daemon ?? DaemonProcess()
        script = try self.daemon.client()
    }

    /// Starts an example, and waits until the daemon shows the screen.
    func start(_ name: String, _ arguments: String..., shows screen: String) throws -> RunningProcess {
        let app = try RunningProcess(
            Products.executable(name), arguments, environment: ["FASCIA_SOCKET": daemon.socketPath])
        do {
            try wait(screen: screen)
        } catch {
            throw TestFailure("\(name) does not show \(screen): \(error): \(app.error.text)")
        }
        return app
    }

    // MARK: - Waiting

    func wait(screen: String) throws { try wait(["screen": .string(screen)]) }

    /// Waits until a node with this id or label is visible.
    func wait(node: String) throws { try wait(["node": .string(node)]) }

    func wait(_ condition: JSON) throws { try script.call("ui.wait", ["for": condition, "timeout": 3_600]) }

    /// Waits until the daemon marks a screen as orphaned, or as not orphaned.
    func wait(orphaned: Bool, _ screen: String) throws {
        let watcher = try daemon.client()
        try watcher.call("watch.start", ["topics": [.string("orphaned:\(screen)")]])
        // Later changes arrive as events; earlier ones are in the list.
        let screens = try watcher.call("screen.list")["screens"]?.arrayValue ?? []
        if screens.contains(where: { $0["id"]?.stringValue == screen && $0["orphaned"] == .bool(orphaned) }) { return }
        while try watcher.notification()[at: "changes/0/to"] != .bool(orphaned) {}
    }

    // MARK: - Input and output

    @discardableResult func tap(_ node: String) throws -> JSON { try script.call("ui.tap", ["node": .string(node)]) }

    /// The error of a tap that must be refused.
    func failingTap(_ node: String) throws -> JSON { try script.failure("ui.tap", ["node": .string(node)]) }

    /// The screens on the stack, from bottom to top.
    var path: [String] {
        get throws {
            let layers = try script.call("nav.get")["layers"]?.arrayValue ?? []
            return layers.flatMap { $0["entries"]?.arrayValue ?? [] }.compactMap { $0["screen"]?.stringValue }
        }
    }

    /// The visible lines of text.
    func text(columns: Int = 60, rows: Int = 16) throws -> String {
        let params: JSON = ["columns": .int(columns), "rows": .int(rows)]
        return try #require(try script.call("ui.render", params)["data"]?.stringValue)
    }

    /// The visible text with escape sequences for colours and attributes.
    func colours(columns: Int, rows: Int) throws -> String {
        let params: JSON = [
            "columns": .int(columns), "rows": .int(rows), "renderer": "ansi", "colors": "true",
        ]
        return try #require(try script.call("ui.render", params)["data"]?.stringValue)
    }

    /// A pseudo-terminal of this size that runs `fascia attach`.
    func terminal(columns: Int = 60, rows: Int = 16) throws -> PseudoTerminal {
        try PseudoTerminal(
            Products.executable("fascia"), ["attach"], columns: columns, rows: rows,
            environment: ["FASCIA_SOCKET": daemon.socketPath, "LANG": "C.UTF-8", "COLORTERM": "truecolor"])
    }

    /// A pilot with a terminal of this size.
    @MainActor func pilot(columns: Int = 60, rows: Int = 16) async throws -> Pilot {
        try await Pilot(socket: daemon.socketPath, columns: columns, rows: rows)
    }

    @discardableResult func fascia(_ arguments: String...) throws -> ProcessResult { try daemon.fascia(arguments) }
}

extension JSON {
    var reason: String? { self[at: "data/reason"]?.stringValue }
    var message: String? { self["message"]?.stringValue }
}
