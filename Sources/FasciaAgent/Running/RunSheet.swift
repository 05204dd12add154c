import FasciaClient
import FasciaDocument
import FasciaProcess

/// A sheet that shows a command while it runs: its output, its progress, how it ended, and a button that cancels it.
package struct RunSheet: Hashable, Sendable {
    /// The name of the action that its button sends.
    package static let cancel = "onCancelTapped"

    /// Another program shows a command under the same title.
    package struct InUse: Error, Hashable {
        package let message: String
    }

    package let title: String
    /// The id of the screen, of the log, and the beginning of the keys of its values.
    package let id: String

    package init(title: String) { self.init(title: title, name: Self.slug(title)) }

    /// - Parameter name: tells it from other sheets with this title.
    package init(title: String, name: String) { self.init(title: title, id: "run/" + name) }

    private init(title: String, id: String) {
        self.title = title
        self.id = id
    }

    /// For example `free-space` for `Free space…`.
    private static func slug(_ title: String) -> String {
        let words = title.lowercased().split { !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? "command" : words.joined(separator: "-")
    }

    /// The value that says whether it runs, or how it ended.
    package var state: String { id + "/state" }
    private var progress: String { id + "/progress" }
    /// The exit status of the command once it has ended, -1 before.
    package static func exitKey(of id: String) -> String { id + "/exit" }

    var screen: JSON {
        let isRunning: JSON = ["value": .string(state), "is": "running"]
        let hasEnded: JSON = ["value": .string(state), "is": "running", "not": true]
        return [
            "id": .string(id), "title": .string(title), "emits": [.string(Self.cancel)],
            // Others may still read it when somebody closes it.
            "environment": ["dismissal": "terminal"],
            "body": [
                "kind": "vstack", "alignment": "leading",
                "children": [
                    ["kind": "log", "id": "output", "bind": .string(id), "rows": 12],
                    [
                        "kind": "progress", "bind": .string(progress), "total": 100,
                        "modifiers": [["shown": ["value": .string(progress), "above": -1]]],
                    ],
                    // It begins where the lines of the log begin.
                    [
                        "kind": "text", "bind": .string(state),
                        "modifiers": [["padding": ["leading": 1, "unit": "cells"]]],
                    ],
                    [
                        "kind": "button", "label": "Cancel", "role": "destructive", "emit": .string(Self.cancel),
                        "modifiers": [["shown": isRunning]],
                    ],
                    [
                        "kind": "button", "label": "Close", "role": "cancel", "tap": ["method": "nav.close"],
                        "modifiers": [["shown": hasEnded]],
                    ],
                ],
            ],
        ]
    }

    // MARK: - Publishing

    /// Publishes the sheet and opens it, unless its stack shows it already.
    ///
    /// - Throws: `InUse` if another program shows a command under this title.
    package func open(on stack: String, _ connection: Connection) async throws {
        guard try await !isRunning(connection) else {
            throw InUse(
                message: "\"\(title)\" is running already: cancel it on the panel, or give this one another title")
        }
        let exit = Self.exitKey(of: id)
        for (key, kind, initial) in [(state, "string", "" as JSON), (progress, "int", -1), (exit, "int", -1)] {
            _ = try await connection.call(
                "value.declare",
                ["key": .string(key), "kind": .string(kind), "initial": initial, "volatile": true])
        }
        try await set(state, "running", connection)
        try await set(progress, -1, connection)
        try await set(exit, -1, connection)
        _ = try await connection.call("action.bind", ["screen": .string(id), "names": [.string(Self.cancel)]])
        _ = try await connection.call("screen.put", ["screen": screen])
        try await show(on: stack, connection)
    }

    /// Opens the sheet. If the stack shows it already, the terminal that asks for it shows it again.
    package func show(on stack: String, _ connection: Connection) async throws {
        _ = try await connection.call("nav.modal", ["screen": .string(id), "stack": .string(stack), "style": "sheet"])
    }

    /// Shows a command that has been started, until it has ended.
    ///
    /// If the connection is lost, the command goes on; the next one under this title shows its own output.
    package func present(_ run: CommandRun, _ feed: OutputFeed, on stack: String, _ connection: Connection) async {
        try? await follow(feed, connection)
        try? await end(await run.result, on: stack, connection)
    }

    /// Shows the output of a command until it ends.
    package func follow(_ feed: OutputFeed, _ connection: Connection) async throws {
        try await feed.deliver { lines, percent in
            _ = try await connection.call(
                "log.append", ["id": .string(id), "lines": .array(lines.map { .string($0) })])
            if let percent { try await set(progress, .int(percent), connection) }
        }
    }

    /// Shows how the command ended. If the sheet has been closed, a failure becomes a notice.
    package func end(_ result: CommandResult, on stack: String, _ connection: Connection) async throws {
        let text = result.reason.map { result.end == .cancelled ? $0 : "failed: \($0)" } ?? "done"
        try await set(state, .string(text), connection)
        try await set(Self.exitKey(of: id), .int(Int(result.end.exitStatus)), connection)
        if result.isSuccess { try await set(progress, -1, connection) }
        // The sheet remains when this program ends, and has nothing left to handle.
        _ = try await connection.call("action.unbind", ["screen": .string(id), "names": [.string(Self.cancel)]])
        guard !result.isSuccess, result.end != .cancelled, try await !isShown(on: stack, connection) else { return }
        _ = try await connection.call(
            "issue.report", ["severity": "error", "message": .string("\(title): \(result.reason ?? "failed")")])
    }

    /// Says that the command of a sheet has ended with the agent that ran it.
    package static func interrupt(_ id: String, _ connection: Connection) async throws {
        let sheet = RunSheet(title: "", id: id)
        guard try await sheet.saysRunning(connection) else { return }
        try await sheet.set(sheet.state, "interrupted: the agent ended", connection)
        // As of a command that a signal has ended; agents of earlier versions have not declared it.
        try? await sheet.set(exitKey(of: id), 143, connection)
    }

    private func set(_ key: String, _ value: JSON, _ connection: Connection) async throws {
        _ = try await connection.call("value.set", ["key": .string(key), "value": value])
    }

    /// Whether another program shows a command under this title. If that was killed, its screen is orphaned.
    private func isRunning(_ connection: Connection) async throws -> Bool {
        guard try await saysRunning(connection) else { return false }
        let screens = try await connection.call("screen.list")["screens"]?.arrayValue ?? []
        return screens.contains { $0["id"] == .string(id) && $0["orphaned"] == false }
    }

    private func saysRunning(_ connection: Connection) async throws -> Bool {
        let values = try await connection.call("value.get", ["prefix": .string(state)])
        return values["values"]?[state] == "running"
    }

    private func isShown(on stack: String, _ connection: Connection) async throws -> Bool {
        let shown = try await connection.call("nav.get", ["stack": .string(stack)])
        return shown["layers"]?.arrayValue?.last?["entries"]?.arrayValue?.last?["screen"] == .string(id)
    }
}
