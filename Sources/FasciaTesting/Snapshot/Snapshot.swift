import FasciaClient
import FasciaDocument
import FasciaInteraction
import FasciaModel
import FasciaRender
import FasciaScene
import FasciaUI
import Logging

/// A view on a terminal, in the test's own process: an app with this view in its window, and a server and a terminal that
/// behave as a daemon's do.
///
/// It is live: `tap` operates the view, and the picture follows the state of the views.
@MainActor public final class Snapshot {
    public private(set) var columns: Int
    public private(set) var rows: Int
    /// Whether it may use characters other than ASCII.
    public var unicode = true { didSet { if unicode != oldValue { attach() } } }

    let panel = InProcessPanel()
    package let host: AppHost
    /// The terminal's connection.
    let connection: InProcessConnection
    /// The first action that failed during the current input because nothing handles it.
    private var failure: String?
    private var isActing = false
    /// The terminal's number.
    private(set) var terminal = 0
    static let app = "app"
    static let stack = "main"

    /// - Parameters:
    ///   - view: the view to show.
    ///   - columns: the width in cells.
    ///   - rows: the height in cells, including the title bar.
    ///   - title: the title, unless a view sets one.
    ///   - storage: the storage for `@AppStorage`; `nil` for the panel's values, as at a daemon.
    public init<Content: View>(
        _ view: Content, columns: Int = 80, rows: Int = 24, title: String = "", storage: (any Storage)? = nil
    ) {
        self.columns = columns
        self.rows = rows
        let panel = panel
        connection = panel.connect()
        host = AppHost(
            name: Self.app, address: "this process", log: Logger(label: Self.app) { _ in SwiftLogNoOpLogHandler() },
            storage: storage
        ) { _ in
            panel.connect()
        } schedule: {
            panel.schedule($0)
        }
        Task.immediate { [weak self, connection] in
            try await connection.receive { self?.handleIssues($0.params) }
        }
        connection.send("watch.start", ["topics": ["issue:**"]]) { _ in }
        panel.poll = { [weak host] in
            guard let host, host.isInvalid else { return false }
            host.setNeedsUpdate()
            return true
        }
        panel.reportLoop = { [weak host] in
            host?.report("GeometryReader loop: its content still changes its size after 32 passes")
        }
        host.start(WindowGroup(title) { view })
        panel.run()
        attach()
    }

    /// Handles the event of an issue. An action that nothing handles fails the input that caused it, or else the test.
    private func handleIssues(_ event: JSON) {
        for change in event["changes"]?.arrayValue ?? [] where change["severity"] == "error" {
            guard change["reason"] == "unimplemented", let message = change["message"]?.stringValue else { continue }
            if isActing { failure = failure ?? message } else { reportIssue(message) }
        }
    }

    private func attach() {
        if terminal != 0 { _ = try? call("terminal.detach", ["terminal": .int(terminal)]) }
        let answer = try? call(
            "terminal.attach",
            [
                "columns": .int(columns), "rows": .int(rows), "colors": "true", "unicode": .bool(unicode),
                "stack": .string(Self.stack),
            ])
        terminal = answer?["terminal"]?.intValue ?? 0
    }

    /// The coordinator of the shown stack.
    public var coordinator: Coordinator { host.coordinator(of: Self.stack) }

    // MARK: - Output

    /// The text of each row, without trailing blanks.
    public var lines: [String] { picture.lines }

    /// The lines, joined by line breaks.
    public var text: String { picture.plainText }

    /// The issues found in the views: missing objects, duplicate ids, loops.
    public var issues: [String] {
        panel.run()
        return host.reportedIssues
    }

    /// The picture, cell by cell. As in a terminal, focus and scroll positions carry over from one picture to the next.
    public var picture: CellBuffer {
        panel.run()
        return panel.server.picture(of: terminal) ?? CellBuffer(size: CellSize(columns: columns, rows: rows))
    }

    /// The nodes of the root screen, up to date.
    public var node: Node {
        panel.run()
        return host.node(of: Self.app)
    }

    /// The shown scene as data: ids, labels, values.
    ///
    /// Of a long list, it contains only the visible rows and some around them.
    public var scene: FasciaScene.Scene {
        panel.run()
        return panel.server.scene(Self.stack) ?? FasciaScene.Scene(stack: Self.stack, layers: [])
    }

    // MARK: - Statistics

    /// The number of body evaluations, by the name of the view's type.
    public var evaluations: [String: Int] { host.evaluations }

    /// The number of view nodes whose nodes were made again.
    public var loweringCount: Int { host.loweringCount }

    /// Resets the counts to zero.
    public func resetCounts() { host.resetCounts() }

    // MARK: - Input

    /// Taps the control with this id or label, like `fascia tap`.
    ///
    /// - Throws: `Refusal` if there is no such control, if several have the label, if the control is disabled, or if the
    ///   app does not handle the action.
    public func tap(_ name: String) throws(Refusal) {
        try act("ui.tap", ["stack": .string(Self.stack), "node": .string(name)])
    }

    /// Sets the value of the control with this id or label, like `fascia set`.
    ///
    /// - Throws: `Refusal` if there is no such control, if it is disabled, or if it cannot take the value.
    public func set(_ name: String, to value: JSON) throws(Refusal) {
        try act("ui.set", ["stack": .string(Self.stack), "node": .string(name), "value": value])
    }

    /// Presses a key, as in a terminal: `tab`, `space`, `down`, `escape` …
    public func press(_ key: Key) throws(Refusal) { try act("terminal.key", ["key": .string(key.name)]) }

    /// Clicks a cell, counted from 0, with the left mouse button.
    public func click(column: Int, row: Int) throws(Refusal) {
        try drag(from: (column, row), to: (column, row))
    }

    /// Presses the left mouse button on a cell, moves to another one and releases it there.
    public func drag(from start: (column: Int, row: Int), to end: (column: Int, row: Int)) throws(Refusal) {
        try mouse("press", start)
        if start != end { try mouse("move", end) }
        try mouse("release", end)
    }

    /// Holds the left mouse button down on a cell long enough for any long press.
    public func hold(column: Int, row: Int) throws(Refusal) {
        try mouse("press", (column, row))
        panel.passTime()
        try mouse("release", (column, row))
    }

    private func mouse(_ kind: String, _ at: (column: Int, row: Int)) throws(Refusal) {
        try act("terminal.mouse", ["kind": .string(kind), "column": .int(at.column), "row": .int(at.row)])
    }

    /// Presses the keys of a text one after the other.
    public func type(_ text: String) throws(Refusal) {
        for character in text { try press(character == " " ? "space" : Key(String(character))) }
    }

    /// Pastes text into the focused text field.
    ///
    /// - Throws: `refused` if no text field is focused.
    public func paste(_ text: String) throws(Refusal) { try act("terminal.paste", ["text": .string(text)]) }

    /// Changes the size, as when a terminal is resized.
    public func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        _ = try? call("terminal.resize", ["terminal": .int(terminal), "columns": .int(columns), "rows": .int(rows)])
    }

    /// Makes a call that a rejected action fails, too.
    private func act(_ method: String, _ params: JSON.Object) throws(Refusal) {
        var params = params
        if params["stack"] == nil { params["terminal"] = .int(terminal) }
        // The user sees the changes that the test has made before.
        panel.run()
        (isActing, failure) = (true, nil)
        defer { isActing = false }
        let answer = try call(method, params)
        if answer["outcome"] == "rejected" { throw Refusal(.refused, answer["reason"]?.stringValue ?? "") }
        if let failure { throw Refusal(.unimplemented, failure) }
    }

    private func call(_ method: String, _ params: JSON.Object) throws(Refusal) -> JSON {
        var result: Result<JSON, any Error>?
        connection.send(method, params) { result = $0 }
        panel.run()
        switch result {
        case .success(let answer): return answer
        case .failure(let error as RemoteError):
            throw Refusal(Refusal.Reason(rawValue: error.reason) ?? .invalid, error.message, details: error.data)
        case .failure, nil: throw Refusal(.timeout, "\(method) was not answered: the app waits for something else")
        }
    }
}

extension Snapshot: @MainActor CustomStringConvertible {
    public var description: String { text }
}
