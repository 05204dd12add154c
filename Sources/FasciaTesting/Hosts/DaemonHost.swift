import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// A terminal attached to a daemon.
@MainActor final class DaemonHost: Host {
    let connection: Connection
    private let stack: String
    private let terminal: JSON
    /// Discards the frames that the daemon sends. Pictures are requested when needed.
    private let frames: Task<Void, Never>

    init(path: String, columns: Int, rows: Int, stack: String, status: Bool) async throws {
        connection = try await Connection.open(path: path)
        self.stack = stack
        try await connection.hello(name: "pilot")
        let notifications = connection.notifications
        frames = Task { for await _ in notifications.untilItEnds {} }
        let answer = try await connection.call(
            "terminal.attach",
            [
                "columns": .int(columns), "rows": .int(rows), "colors": "none", "stack": .string(stack),
                "status": .bool(status),
            ])
        terminal = answer["terminal"] ?? .null
    }

    deinit {
        frames.cancel()
        connection.close()
    }

    func perform(_ gesture: Gesture) async throws {
        switch gesture {
        case .key(let key): try await call("terminal.key", ["key": .string(key)])
        case .type(let text):
            for character in text {
                try await call("terminal.key", ["key": .string(character == " " ? "space" : String(character))])
            }
        case .paste(let text): try await call("terminal.paste", ["text": .string(text)])
        case .click(let column, let row):
            try await call("terminal.mouse", ["kind": "press", "column": .int(column), "row": .int(row)])
        case .resize(let columns, let rows):
            try await call("terminal.resize", ["columns": .int(columns), "rows": .int(rows)])
        case .tap(let node): try await call("ui.tap", ["stack": .string(stack), "node": .string(node)])
        case .set(let node, let value):
            try await call("ui.set", ["stack": .string(stack), "node": .string(node), "value": value])
        }
    }

    func nodes() async throws -> [VisibleNode] {
        (try await call("ui.tree", [:])["nodes"]?.arrayValue ?? []).map(VisibleNode.init)
    }

    func picture() async throws -> String { try await call("ui.render", [:])["data"]?.stringValue ?? "" }

    func wait(for condition: Condition, within limit: Duration) async throws -> Bool {
        let seconds = limit / .seconds(1)
        let params: JSON.Object = [
            "stack": .string(stack), "for": condition.json(terminal), "timeout": .double(seconds),
        ]
        do {
            _ = try await connection.call("ui.wait", params, timeout: limit + .seconds(10))
            return true
        } catch let error as RemoteError where error.reason == Refusal.Reason.timeout.rawValue {
            return false
        }
    }

    @discardableResult private func call(_ method: String, _ params: JSON.Object) async throws -> JSON {
        var params = params
        if params["stack"] == nil { params["terminal"] = terminal }
        do {
            return try await connection.call(method, params)
        } catch let error as RemoteError {
            throw HostError(reason: error.reason, message: error.message)
        }
    }
}

extension Notifications {
    /// The notifications as a stream that ends without an error. A lost connection is reported by the next call.
    fileprivate var untilItEnds: AsyncStream<Notification> {
        let all = self
        return AsyncStream { continuation in
            let task = Task {
                do { for try await notification in all { continuation.yield(notification) } } catch {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension Condition {
    /// The condition as `ui.wait` expects it.
    fileprivate func json(_ terminal: JSON) -> JSON {
        var members: JSON.Object
        switch kind {
        case .text(let text): members = ["text": .string(text), "terminal": terminal]
        case .node(let name, let role, let value):
            members = ["node": .string(name)]
            if let role { members["role"] = .string(role) }
            if let value { members["value"] = value }
        }
        if isGone { members["gone"] = true }
        return .object(members)
    }
}
