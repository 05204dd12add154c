import FasciaClient
import FasciaModel
import FasciaRender
import FasciaUI

/// Somebody at a terminal, for tests: presses keys, types, taps, waits for what is to be seen, and says what was there
/// instead.
///
/// It operates a view in the test's own process, or a panel at a daemon, in the same words:
///
/// ```swift
/// let pilot = Pilot(CounterView())
/// try await pilot.press("tab", "enter")
/// try await pilot.wait(for: .text("Total: 1"))
/// try await pilot.expect(.node("Less", role: "button"))
/// ```
///
/// What cannot be done, and what is waited for in vain, is thrown as a `PilotError`, which has the picture in it. What
/// is expected and is not so is reported as an issue, and the test goes on; in Swift Testing and in XCTest, where the
/// test target has `IssueReportingTestSupport` beside it, that fails the test.
@MainActor public final class Pilot {
    let host: any Host

    /// Operates a view in this process.
    ///
    /// - Parameters:
    ///   - title: what stands in the title bar where no view says.
    ///   - storage: what `@AppStorage` reads and writes.
    public init<Content: View>(
        _ view: Content, columns: Int = 80, rows: Int = 24, title: String = "", storage: any Storage = MemoryStorage()
    ) {
        host = ViewHost(Snapshot(view, columns: columns, rows: rows, title: title, storage: storage))
    }

    /// Operates what is there, by a snapshot that the test has made.
    public init(_ snapshot: Snapshot) { host = ViewHost(snapshot) }

    /// Attaches a terminal to a daemon, until the pilot goes.
    ///
    /// - Parameters:
    ///   - socket: the daemon's socket; `nil` for `$FASCIA_SOCKET` and the usual places.
    ///   - status: whether the last row says how things are.
    /// - Throws: `ConnectionError` where there is no daemon.
    public init(
        socket: String?, columns: Int = 80, rows: Int = 24, stack: String = "main", status: Bool = false
    ) async throws {
        let path = SocketPath.resolve(option: socket) { ProcessInfo.processInfo.environment[$0] }
        host = try await DaemonHost(path: path, columns: columns, rows: rows, stack: stack, status: status)
    }

    // MARK: - Operating

    /// Presses keys one after the other: `"tab"`, `"enter"`, `"ctrl+l"`, `"x"`.
    public func press(_ keys: String..., fileID: StaticString = #fileID, line: UInt = #line) async throws {
        for key in keys {
            guard let name = KeyName.resolve(key) else {
                throw await failure("invalid", "no key is called \"\(key)\": there are \(KeyName.all)", fileID, line)
            }
            try await perform(.key(name), fileID, line)
        }
    }

    /// Types a text, one key after the other, into what has the focus.
    public func type(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await perform(.type(text), fileID, line)
    }

    /// Pastes a text into the text field that has the focus.
    public func paste(_ text: String, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await perform(.paste(text), fileID, line)
    }

    /// Presses the left button of the mouse on a cell, counted from 0 at the top left.
    public func click(column: Int, row: Int, fileID: StaticString = #fileID, line: UInt = #line) async throws {
        try await perform(.click(column: column, row: row), fileID, line)
    }

    /// Gives the terminal another size.
    public func resize(
        columns: Int, rows: Int, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await perform(.resize(columns: columns, rows: rows), fileID, line)
    }

    /// Taps nodes one after the other, each by its id or its label, as `fascia tap` does.
    public func tap(_ nodes: String..., fileID: StaticString = #fileID, line: UInt = #line) async throws {
        for node in nodes { try await perform(.tap(node), fileID, line) }
    }

    /// Gives a node a value, as `fascia set` does.
    public func set(
        _ node: String, to value: JSON, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await perform(.set(node, value), fileID, line)
    }

    private func perform(_ gesture: Gesture, _ fileID: StaticString, _ line: UInt) async throws {
        do {
            try await host.perform(gesture)
        } catch let error as HostError {
            throw await failure(error.reason, error.message, fileID, line)
        }
    }

    // MARK: - Looking

    /// What is to be seen: its lines, one below the other.
    public var picture: String { get async throws { try await host.picture() } }

    /// What is to be seen, in the order of reading.
    public var nodes: [VisibleNode] { get async throws { try await host.nodes() } }

    /// The node with this id, else the first one with this label; `nil` where there is none.
    public func node(_ name: String) async throws -> VisibleNode? { try await nodes.named(name).first }

    /// What has the focus of this terminal; `nil` where nothing has, or the way back in the title bar.
    public var focused: VisibleNode? { get async throws { try await nodes.first(where: \.isFocused) } }

    // MARK: - Waiting

    /// Waits until something is so.
    ///
    /// - Parameter limit: how long, at most.
    public func wait(
        for condition: Condition, within limit: Duration = .seconds(30), fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        guard try await !host.wait(for: condition, within: limit) else { return }
        throw await failure("timeout", "waited \(limit) in vain for \(condition)", fileID, line)
    }

    func failure(
        _ reason: String, _ message: String, _ fileID: StaticString, _ line: UInt
    ) async -> PilotError {
        let picture = (try? await host.picture()) ?? ""
        return PilotError(reason: reason, message: message, picture: picture, place: "\(fileID):\(line)")
    }
}
