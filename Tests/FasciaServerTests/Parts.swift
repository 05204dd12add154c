import FasciaLoop
import FasciaDocument
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import Logging
import Synchronization
import TestSupport

@testable import FasciaServer

/// Not the one of Testing.
typealias Issue = FasciaModel.Issue

/// The daemon's components. Each is made from its real lower components when a test first uses it; nothing connects them
/// as `Core` does, so a test has the stages that it is about.
final class Parts {
    let settings: Settings
    let log = LogLines()
    let logger: Logger
    let loop: EventLoop
    let state: InitialState
    let live: LivePanel
    let clients: Clients
    private(set) lazy var requests = OutgoingRequests(clients: clients, loop: loop, timeout: settings.actionTimeout)
    let announcer = Announcer()
    private(set) lazy var access = AccessControl(live, clients, settings: settings, loop: loop, logger: logger)
    private(set) lazy var gate = JournalGate(
        live, clients, reader: reader, announcer: announcer, loop: loop, patience: settings.journalPatience, logger: logger)
    private(set) lazy var reader = live.journal.map(JournalReader.init)
    private(set) lazy var history = HistoryRequests(live: live, clients: clients, reader: reader, gate: gate)
    private(set) lazy var watches = Watches(
        live, clients, loop: loop, limits: settings.connection, reader: reader)
    private(set) lazy var overBudget = OverBudgetReports(live, apps, renderer.overBudget)
    private(set) lazy var issues = IssueLog(
        live, terminals, styles, overBudget, loop: loop, lifetime: settings.issueLifetime, logger: logger)
    private(set) lazy var apps = Apps(live, clients, limits: settings.connection, screens: state.apps)
    private(set) lazy var attention = Attention(live: live, terminals: terminals, loop: loop, pause: settings.attentionPause)
    private(set) lazy var actions = ActionRouter(
        live, clients, requests, apps, approvals, attention, SelectionNotices(styles.plugins, renderer, terminals),
        limits: settings.connection, timeout: settings.actionTimeout)
    private(set) lazy var styles = StyleWarnings(plugins: PluginSet(paths: [], logger: logger))
    private(set) lazy var questions = QuestionDesk(live, clients, approvals, loop: loop)
    private(set) lazy var approvals = ApprovalDesk(live, access)
    private(set) lazy var questionSheets = QuestionSheets(
        live: live, terminals: terminals, desk: questions, executor: executor, attention: attention, loop: loop,
        pause: settings.attentionPause)
    private(set) lazy var executor = CommandExecutor(
        live, apps, terminals, samples, questions, approvals, styles: styles, gate: gate, once: state.once)
    private(set) lazy var samples = SampleRecorder(live)
    let logs = Logs()
    private(set) lazy var renderer = FrameRenderer(live, samples, logs, plugins: styles.plugins)
    private(set) lazy var rows = RowLoader(live, requests, apps, limits: settings.connection)
    private(set) lazy var terminals = Terminals(live, clients, limits: settings.connection)
    private(set) lazy var terminalActions = TerminalActions(terminals: terminals, actions: actions)
    private(set) lazy var progress = ProgressClock(
        loop: loop, settings: settings, terminals: terminals, actions: actions)
    private(set) lazy var frames = Frames(
        live, clients, terminals, renderer: renderer, apps: apps, rows: rows, issues: issues, progress: progress,
        countdown: Countdown(live: live, terminals: terminals, loop: loop), questions: questionSheets, loop: loop,
        settings: settings)
    private(set) lazy var screens = ScreenReader(
        live: live, renderer: renderer, terminals: terminals, frames: frames,
        renderers: Renderers(styles.plugins, clients, loop: loop), questions: questionSheets)
    private(set) lazy var waits = Waits(live, clients, screens, questions, loop: loop)

    /// - Parameters:
    ///   - store: where the journal is; `nil` keeps the state in memory only.
    ///   - change: changes the settings.
    init(store: StoreSettings? = nil, disk: Disk = .system, settings change: (inout Settings) -> Void = { _ in }) throws {
        var settings = Settings()
        change(&settings)
        self.settings = settings
        logger = Logger(label: "test") { [log] _ in LogRecorder(lines: log) }
        loop = try EventLoop()
        state =
            if let store { try InitialState.open(store, settings, disk: disk).0 } else { .ephemeral(settings) }
        live = LivePanel(state, panelBytes: settings.panelBytes, logger: logger)
        clients = Clients(loop: loop, limits: settings.connection)
    }

    // MARK: - The panel

    /// Applies the command of a method and commits its event.
    @discardableResult
    func apply(_ method: String, _ params: JSON, by client: Client? = nil) throws -> [Change] {
        let command = try Command(method, params)
        let (changes, effects) = try live.apply(command, by: Sender(uid: Int(getuid())))
        if let client { apps.recordPublisher(of: command, by: client) }
        let cause = client.map { Cause(method: method, origin: $0.origin) } ?? .ofDaemon(method)
        if !changes.isEmpty { live.append(changes, effects, cause: cause) }
        return changes
    }

    func set(_ key: String, _ value: JSON) throws { try apply("value.set", ["key": .string(key), "value": value]) }

    /// The top entry of the main stack.
    var top: EntryID { live.panel.stack("main")?.top.id ?? EntryID("") }

    // MARK: - The event loop

    /// Runs the loop until the condition holds, which is checked after each event.
    func run(until holds: @escaping () -> Bool) throws {
        loop.afterEvents = { [loop] in if holds() { loop.stop() } }
        // Checks the condition at once.
        loop.yield {}
        try loop.run()
        loop.afterEvents = nil
    }

    /// Runs what is due in a turn of the loop that has time for long work.
    func turn<Result>(_ body: () throws -> Result) throws -> Result {
        try withoutActuallyEscaping(body) { body in
            var result = Swift.Result<Result, any Error>.failure(TestFailure("the turn did not run"))
            loop.yield { [loop] in
                result = .init { try body() }
                loop.stop()
            }
            try loop.run()
            return try result.get()
        }
    }

    /// Runs what was deferred so far.
    func turn() throws { try turn {} }
}

/// A stage that does what a test wants.
final class TestStage: Stage {
    private let body: (Turn) -> Void

    init(_ body: @escaping (Turn) -> Void) { self.body = body }

    func take(_ turn: Turn) { body(turn) }
}

extension Command {
    /// The command of a method's parameters.
    init(_ method: String, _ params: JSON = [:]) throws {
        guard case .apply(let command, _) = try Catalogue.call(method, params) else {
            throw WireError(code: 0, message: "\(method) is no mutation", reason: "")
        }
        self = command
    }
}

/// The lines that were logged: the level, the message and the metadata of each.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct LogRecorder: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        lines.add("\(event.level) \(event.message)\(fields.joined())")
    }
}
