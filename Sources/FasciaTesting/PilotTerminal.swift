import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire

/// The terminal that a pilot operates.
@MainActor final class PilotTerminal {
    let connection: any PanelConnection
    private let stack: String
    private let terminal: JSON
    /// Discards the frames that a daemon sends. Pictures are requested when needed.
    private var frames: Task<Void, Never>?
    private var snapshot: Snapshot?

    /// Attaches a terminal to a daemon.
    init(path: String, columns: Int, rows: Int, stack: String, status: Bool) async throws {
        let connection = try await Connection.open(path: path)
        self.connection = connection
        self.stack = stack
        try await connection.hello(name: "pilot")
        frames = Task { try? await connection.receive { _ in } }
        let answer = try await connection.call(
            "terminal.attach",
            [
                "columns": .int(columns), "rows": .int(rows), "colors": "none", "stack": .string(stack),
                "status": .bool(status),
            ])
        terminal = answer["terminal"] ?? .null
    }

    init(_ snapshot: Snapshot) {
        connection = snapshot.connection
        stack = Snapshot.stack
        terminal = .int(snapshot.terminal)
        self.snapshot = snapshot
    }

    isolated deinit { frames?.cancel() }

    // MARK: - Input

    func press(_ key: String) async throws { try await act("terminal.key", ["key": .string(key)]) }

    func type(_ text: String) async throws {
        for character in text { try await press(character == " " ? "space" : String(character)) }
    }

    func paste(_ text: String) async throws { try await act("terminal.paste", ["text": .string(text)]) }

    func click(column: Int, row: Int) async throws {
        for kind in ["press", "release"] {
            try await act("terminal.mouse", ["kind": .string(kind), "column": .int(column), "row": .int(row)])
        }
    }

    func resize(columns: Int, rows: Int) async throws {
        try await act("terminal.resize", ["columns": .int(columns), "rows": .int(rows)])
    }

    func tap(_ node: String) async throws {
        try await act("ui.tap", ["stack": .string(stack), "node": .string(node)])
    }

    func set(_ node: String, to value: JSON) async throws {
        try await act("ui.set", ["stack": .string(stack), "node": .string(node), "value": value])
    }

    // MARK: - Output

    func nodes() async throws -> [VisibleNode] {
        (try await act("ui.tree")["nodes"]?.arrayValue ?? []).map(VisibleNode.init)
    }

    /// The lines, without trailing blanks.
    func picture() async throws -> String { try await act("ui.render")["data"]?.stringValue ?? "" }

    /// - Returns: whether the condition held within the limit.
    func wait(for condition: PilotCondition, within limit: Duration) async throws -> Bool {
        let params: JSON.Object = [
            "stack": .string(stack), "for": condition.json(terminal), "timeout": .double(limit / .seconds(1)),
        ]
        do {
            _ = try await connection.call("ui.wait", params, timeout: limit + .seconds(10))
            return true
        } catch let error as RemoteError where error.reason == Refusal.Reason.timeout.rawValue {
            return false
        }
    }

    @discardableResult private func act(_ method: String, _ params: JSON.Object = [:]) async throws -> JSON {
        var params = params
        if params["stack"] == nil { params["terminal"] = terminal }
        return try await connection.call(method, params, timeout: nil)
    }
}

extension PilotCondition {
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
        if isNegated { members["gone"] = true }
        return .object(members)
    }
}
