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
        try await publish(connection)
        try await show(on: stack, connection)
    }

    /// Publishes the sheet as that of a command that runs.
    private func publish(_ connection: Connection) async throws {
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
    }

    /// Opens the sheet. If the stack shows it already, the terminal that asks for it shows it again.
    package func show(on stack: String, _ connection: Connection) async throws {
        _ = try await connection.call("nav.modal", ["screen": .string(id), "stack": .string(stack), "style": "sheet"])
    }

    /// Shows a command until it has ended. If the connection is lost, the sheet is published again over the next one, with
    /// the last lines: a daemon that comes back knows neither them nor who answers the sheet's button.
    ///
    /// - Parameters:
    ///   - result: how the command ends.
    ///   - opened: the connection over which the sheet was opened.
    package func present(
        _ feed: OutputFeed, _ result: @escaping @Sendable () async -> CommandResult, on stack: String, _ link: DaemonLink,
        from opened: Connection
    ) async {
        var connection = opened
        while let next = await connectionAfterLoss(
            of: connection, link,
            during: { [connection] in
                try await show(feed, result, on: stack, isPublished: connection === opened, connection)
            })
        {
            connection = next
        }
    }

    /// - Parameter isPublished: whether the sheet has been published over this connection.
    private func show(
        _ feed: OutputFeed, _ result: @Sendable () async -> CommandResult, on stack: String, isPublished: Bool,
        _ connection: Connection
    ) async throws {
        if !isPublished { try await publish(connection) }
        do { try await follow(feed, replaces: !isPublished, connection) } catch is RemoteError {
            // Lines are not taken now; how it ends may be.
        }
        try Task.checkCancellation()
        try await end(await result(), on: stack, connection)
    }

    /// Runs `show` until it ends, or another connection replaces this one.
    ///
    /// - Returns: the next connection; `nil` if `show` has ended or is refused, or no connection follows.
    private func connectionAfterLoss(
        of connection: Connection, _ link: DaemonLink, during show: @escaping @Sendable () async throws -> Void
    ) async -> Connection? {
        await withTaskGroup(of: Connection?.self) { group in
            group.addTask { await link.connection(after: connection) }
            group.addTask {
                do { try await show() } catch is ConnectionError {
                    return await link.connection(after: connection)
                } catch {
                    // Another program has the sheet now, or the daemon takes nothing.
                }
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Shows the output of a command until it ends.
    ///
    /// - Parameter replaces: whether what the log has is removed first.
    private func follow(_ feed: OutputFeed, replaces: Bool, _ connection: Connection) async throws {
        var (replaces, percent) = (replaces, Int?.none)
        try await feed.deliver { news in
            var params: JSON.Object = ["id": .string(id), "lines": .array(news.lines.map { .string($0) })]
            if replaces { params["replace"] = true }
            _ = try await connection.call("log.append", params)
            if let new = news.percent, new != percent { try await set(progress, .int(new), connection) }
            (replaces, percent) = (false, news.percent)
        }
    }

    /// Shows how the command ended. If the sheet has been closed, a failure becomes a notice.
    private func end(_ result: CommandResult, on stack: String, _ connection: Connection) async throws {
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
