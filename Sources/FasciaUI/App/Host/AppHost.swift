import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaWire
import Logging

/// Connects an app to the daemon: publishes its screens, mirrors the stacks they are on, and answers requests.
///
/// One host exists for the lifetime of the process. The app's views and values survive a lost connection.
@MainActor package final class AppHost {
    /// Connects to the panel. The parameter is the time limit for each call; `nil` for none.
    package typealias Connect = @MainActor (Duration?) async throws -> any PanelConnection
    /// Runs an action soon, after the current one.
    package typealias Schedule = @MainActor (@escaping @MainActor () -> Void) -> Void

    let name: String
    let log: Logger
    let issues: AppIssues
    let publisher: ScreenPublisher
    private let link: AppLink
    let values: ValueMirror
    private(set) lazy var requests = RequestHandler(self)
    let connect: Connect
    let schedule: Schedule

    private(set) var stacks: [String: StackHost] = [:]
    /// The `PublishedScreen`s of the app, by full name.
    private(set) var screens: [String: SceneList.Published] = [:]
    /// Screens under this app's name that the daemon reported as orphaned when this process first connected.
    private(set) var orphans: Set<String> = []

    private var makeApp: (() -> any View)?
    private var appGraph: ViewGraph?
    /// Whether the home screen has something to show besides this app, so that it stays below the app.
    private(set) var homeShowsOthers = false
    /// The epoch of the daemon in the latest session.
    private var epoch: String?
    /// Whether `startSession` has completed for the current session.
    private var sessionIsReady = false
    private var isUpdating = false
    private var isUpdateScheduled = false

    /// - Parameters:
    ///   - address: where the panel is, for the log.
    ///   - storage: the storage for `@AppStorage`; `nil` for the panel's values.
    package init(
        name: String, address: String, log: Logger, storage: (any Storage)? = nil, connect: @escaping Connect,
        schedule: @escaping Schedule
    ) {
        self.name = name
        self.log = log
        self.connect = connect
        self.schedule = schedule
        issues = AppIssues(log)
        publisher = ScreenPublisher(issues)
        values = ValueMirror(issues)
        storedValues = storage.map(StoredValues.init) ?? values.values
        link = AppLink(name: name, address: address, log: log, connect: connect)
        publisher.needsUpdate = { [weak self] in self?.setNeedsUpdate() }
    }

    /// - Parameter path: the daemon's socket.
    convenience init(name: String, path: String) {
        var log = Logger(label: "fascia.app.\(name)")
        log.logLevel = .info
        self.init(name: name, address: path, log: log) { timeout in
            try await Connection.open(path: path, timeout: timeout, acceptsRequests: true)
        } schedule: { action in
            Task { action() }
        }
    }

    isolated deinit { link.cancel() }

    static func socketPath(arguments: [String]) -> String {
        let option = arguments.firstIndex(of: "--socket").flatMap { arguments.dropFirst($0 + 1).first }
        return SocketPath.resolve(option: option) { ProcessInfo.processInfo.environment[$0] }
    }

    package let storedValues: StoredValues
    var session: Session? { link.session }

    /// Connects, and reconnects whenever the connection ends, until `stop()`.
    func start(_ makeApp: @escaping () -> any View) {
        self.makeApp = makeApp
        link.start(
            .init { [weak self] in
                self?.startSession($0, $1)
            } received: { [weak self] in
                self?.handle($0, $1)
            } ended: { [weak self] in
                self?.endSession()
            })
    }

    /// Closes the connection. The app's screens stay on the panel.
    func stop() async { await link.stop() }

    // MARK: - Sessions

    private func startSession(_ session: Session, _ initial: AppLink.InitialState) {
        let (snapshot, revision) = (initial.snapshot, initial.revision)
        let isFirst = epoch == nil
        let isNew = epoch != initial.epoch
        epoch = initial.epoch
        sessionIsReady = false
        publisher.begin(session)
        if isFirst { collectOrphans(snapshot) }
        homeShowsOthers = showsOthers(snapshot)
        values.begin(session, snapshot, revision: revision, isNew: isNew && !isFirst)
        if appGraph == nil, let makeApp { appGraph = graph(makeApp(), environment: appEnvironment) }
        let before = stacks.mapValues(\.mirror)
        joinStacks(in: snapshot)
        for stack in stacks.values {
            if isNew { stack.reset() }
            apply(snapshot, to: stack, revision: revision)
        }
        issues.begin(session)
        // A new panel gets the stack entries of the previous one.
        for (name, stack) in stacks.sorted(by: { $0.key < $1.key }) {
            stack.startSession(session, isFirst: isFirst, before: isNew && !isFirst ? before[name] : nil)
        }
        if isFirst { removeOrphans() }
        sessionIsReady = true
        update()
    }

    private func endSession() {
        publisher.end()
        values.end()
        issues.end()
        for stack in stacks.values { stack.operations.pause() }
    }

    /// Whether the home screen of this panel has more than this app's screens and the parts of other apps (`app/part`), which
    /// apps open themselves.
    private func showsOthers(_ snapshot: JSON) -> Bool {
        let screens = (snapshot["screens"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        return screens.contains { $0 != name && !$0.contains("/") }
            || ["groups", "pickers"].contains { snapshot[$0]?.arrayValue?.isEmpty == false }
            || snapshot["values"]?.objectValue?.isEmpty == false
    }

    private func collectOrphans(_ snapshot: JSON) {
        for screen in snapshot["screens"]?.arrayValue ?? [] {
            guard let id = screen["id"]?.stringValue, id == name || id.hasPrefix(name + "/") else { continue }
            if screen["orphaned"] == true {
                orphans.insert(id)
            } else {
                log.warning(
                    """
                    the panel already has a screen \(id), which this app replaces. If another running process owns it, both \
                    will overwrite it: give one app another panelName
                    """)
            }
        }
    }

    /// Removes orphaned screens that belong to stack entries that no longer exist.
    private func removeOrphans() {
        let entries = Set(stacks.values.flatMap { $0.mirror.entries.map(\.entryScreenName) })
        for screen in orphans.sorted() where screen.contains("@") && !entries.contains(screen) {
            publisher.remove(screen)
        }
    }

    // MARK: - Scenes and views

    func adopt(_ scenes: SceneList) {
        for window in scenes.windows { stackHost(window.stack).adopt(window) }
        for screen in scenes.published {
            screens["\(name)/\(screen.id)"] = screen
            _ = stackHost(screen.stack ?? Self.mainStack)
        }
        if let first = scenes.windows.first?.stack ?? scenes.published.first.map({ $0.stack ?? Self.mainStack }),
            let stack = stacks[first]
        {
            Coordinator.use(Coordinator(unretained: stack))
        }
        setNeedsUpdate()
    }

    private static let mainStack = "main"

    func stackHost(_ name: String) -> StackHost {
        if let known = stacks[name] { return known }
        let new = StackHost(stack: name, host: self)
        stacks[name] = new
        if sessionIsReady, let session { new.startSession(session, isFirst: false, before: nil) }
        return new
    }

    /// The view that publishes a screen, searched for in all stacks.
    func view(of screen: String, entry: EntryID) -> PublishedView? {
        stacks.values.lazy.compactMap { $0.view(of: screen, entry: entry) }.first
    }

    /// Whether another stack shows the screen.
    func isShownElsewhere(_ screen: String, than stack: StackHost) -> Bool {
        stacks.values.contains { $0 !== stack && $0.mirror.contains(screen: screen) }
    }

    private var appEnvironment: EnvironmentValues {
        var environment = EnvironmentValues()
        environment.storedValues = storedValues
        return environment
    }

    func graph(_ view: any View, environment: EnvironmentValues) -> ViewGraph {
        let graph = ViewGraph(view, environment: environment)
        let screen = environment.screen
        for issue in graph.issues {
            issues.report(issue, graph.errors.contains(issue) ? .error : .warning, on: screen)
        }
        graph.onIssue = { [weak self] in self?.issues.report($0, $1, on: screen) }
        // State may be set from any thread.
        graph.invalidations.onFirstInvalidation { [weak self] in Task { @MainActor in self?.setNeedsUpdate() } }
        return graph
    }

    // MARK: - Updates

    /// Schedules an update. Requests made before it runs are coalesced.
    package func setNeedsUpdate() {
        guard !isUpdateScheduled else { return }
        isUpdateScheduled = true
        schedule { [weak self] in
            self?.isUpdateScheduled = false
            self?.update()
        }
    }

    /// Re-evaluates invalid views and publishes the differences.
    ///
    /// Repeats while views are invalid, because evaluation may open screens and removing a screen may invalidate
    /// others.
    func update() {
        guard !isUpdating, session != nil else { return }
        isUpdating = true
        defer { isUpdating = false }
        var passes = 0
        repeat {
            appGraph?.update()
            publishScreens()
            for stack in stacks.values { stack.publish() }
            passes += 1
        } while passes < ViewGraph.maximumPasses && isInvalid
    }

    /// Whether views are invalid that have not been evaluated again.
    package var isInvalid: Bool { appGraph?.isInvalid == true || stacks.values.contains(where: \.isInvalid) }

    /// Publishes a placeholder for each `PublishedScreen`. An entry shows it until the app has published that entry's
    /// own screen.
    private func publishScreens() {
        for (id, screen) in screens.sorted(by: { $0.key < $1.key }) {
            let body = Node(.text(TextContent("…")), modifiers: [.dim(true)])
            publisher.publish(
                Screen(id: id, title: screen.title, body: body, emits: screen.emits), handled: Action.controlActionNames)
        }
    }

    /// Waits until all stack operations have finished and their results are published.
    func waitUntilIdle() async {
        for stack in stacks.values { await stack.operations.waitUntilIdle() }
        update()
        try? await session?.sync()
    }
}
