import FasciaClient
import FasciaDocument
import FasciaUI

/// A simulated user for tests: presses keys, types, taps, and waits for output.
///
/// It operates a view in the test's own process or a panel of a daemon, with the same calls:
///
/// ```swift
/// let pilot = Pilot(CounterView())
/// try await pilot.press("tab", "enter")
/// try await pilot.wait(for: .text("Total: 1"))
/// try await pilot.expect(.node("Less", role: "button"))
/// ```
///
/// An input that fails and a wait that times out throw a `PilotError`, which contains the picture. A failed expectation
/// is reported as an issue, and the test continues. The issue fails the test, in Swift Testing and in XCTest, if the test
/// target links `IssueReportingTestSupport`.
@MainActor public final class Pilot {
    let terminal: PilotTerminal

    /// Operates a view in this process.
    ///
    /// - Parameters:
    ///   - title: the title, unless a view sets one.
    ///   - storage: the storage for `@AppStorage`; `nil` for the panel's values, as at a daemon.
    public convenience init<Content: View>(
        _ view: Content, columns: Int = 80, rows: Int = 24, title: String = "", storage: (any Storage)? = nil
    ) {
        self.init(Snapshot(view, columns: columns, rows: rows, title: title, storage: storage))
    }

    /// Operates a snapshot that the test has created.
    public init(_ snapshot: Snapshot) { terminal = PilotTerminal(snapshot) }

    /// Attaches a terminal to a daemon, until the pilot is released.
    ///
    /// - Parameters:
    ///   - socket: the daemon's socket; `nil` for `$FASCIA_SOCKET` and the default paths.
    ///   - status: whether the last row is a footer.
    /// - Throws: `ConnectionError` if no daemon is reachable.
    public init(
        socket: String?, columns: Int = 80, rows: Int = 24, stack: String = "main", status: Bool = false
    ) async throws {
        let path = SocketPath.resolve(option: socket) { ProcessInfo.processInfo.environment[$0] }
        terminal = try await PilotTerminal(path: path, columns: columns, rows: rows, stack: stack, status: status)
    }

    // MARK: - Input

    /// Presses keys one after the other: `"tab"`, `"enter"`, `"ctrl+l"`, `"x"`.
    public func press(_ keys: String..., fileID: StaticString = #fileID, line: UInt = #line) async throws {
        for key in keys {
            guard let name = KeyName.resolve(key) else {
                throw await failure("invalid", "unknown key \"\(key)\"; known keys: \(KeyName.all)", fileID, line)
            }
            try await perform(fileID, line) { try await $0.press(name) }
        }
    }

    /// Types a text into the focused element, key by key.
    public func type(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await perform(fileID, line) { try await $0.type(text) }
    }

    /// Pastes a text into the focused text field.
    public func paste(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await perform(fileID, line) { try await $0.paste(text) }
    }

    /// Clicks a cell with the left mouse button. Cells are counted from 0 at the top left.
    public func click(column: Int, row: Int, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await perform(fileID, line) { try await $0.click(column: column, row: row) }
    }

    /// Changes the size of the terminal.
    public func resize(
        columns: Int, rows: Int, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await perform(fileID, line) { try await $0.resize(columns: columns, rows: rows) }
    }

    /// Taps nodes one after the other, by id or label, like `fascia tap`.
    public func tap(_ nodes: String..., fileID: StaticString = #fileID, line: UInt = #line) async throws {
        for node in nodes { try await perform(fileID, line) { try await $0.tap(node) } }
    }

    /// Sets the value of a node, like `fascia set`.
    public func set(
        _ node: String, to value: JSON, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await perform(fileID, line) { try await $0.set(node, to: value) }
    }

    private func perform(
        _ fileID: StaticString, _ line: UInt, _ act: (PilotTerminal) async throws -> Void
    ) async throws {
        do {
            try await act(terminal)
        } catch let error as RemoteError {
            throw await failure(error.reason, error.message, fileID, line)
        }
    }

    // MARK: - Output

    /// The visible lines, joined by line breaks.
    public var picture: String { get async throws { try await terminal.picture() } }

    /// The visible nodes, in reading order.
    public var nodes: [VisibleNode] { get async throws { try await terminal.nodes() } }

    /// The node with this id, or else the first one with this label; `nil` if there is none.
    public func node(_ name: String) async throws -> VisibleNode? { try await nodes.named(name).first }

    /// The focused node; `nil` if nothing, or the back button in the title bar, is focused.
    public var focused: VisibleNode? { get async throws { try await nodes.first(where: \.isFocused) } }

    // MARK: - Waiting

    /// Waits until a condition holds.
    ///
    /// - Parameter limit: the maximum time to wait.
    public func wait(
        for condition: PilotCondition, within limit: Duration = .seconds(30), fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        guard try await !terminal.wait(for: condition, within: limit) else { return }
        throw await failure("timeout", "timed out after \(limit) waiting for \(condition)", fileID, line)
    }

    // MARK: - Calls

    /// Calls any method of the protocol over the pilot's connection.
    ///
    /// - Throws: `RemoteError` if the panel refuses the call.
    @discardableResult
    public func call(_ method: String, _ params: JSON.Object = [:]) async throws -> JSON {
        try await terminal.connection.call(method, params, timeout: .seconds(60))
    }

    func failure(
        _ reason: String, _ message: String, _ fileID: StaticString, _ line: UInt
    ) async -> PilotError {
        let picture = (try? await terminal.picture()) ?? ""
        return PilotError(reason: reason, message: message, picture: picture, place: "\(fileID):\(line)")
    }
}
