import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaUnits
import FasciaWire
import FasciaYAML

/// Shows a panel file and carries out what people switch: publishes the file, claims its things, runs their commands and
/// reports their states.
package actor PanelAgent: AgentService {
    package struct Options: Sendable {
        package var socketPath: String
        /// How long each answer of the daemon may take; `nil` for no limit.
        package var timeLimit: Duration?
        /// Prints commands instead of running them.
        package var isDry = false
        package var print: @Sendable (String) -> Void
        package var warn: @Sendable (String) -> Void
        /// Called with the path of a file and what is wrong with its panel, `nil` if nothing is.
        package var status: @Sendable (String, String?) -> Void
        /// Called when the panel is published for the first time.
        package var published: @Sendable () -> Void
        /// Those of all files that get these options.
        let locks = Locks()

        package init(
            socketPath: String, timeLimit: Duration? = .seconds(10), isDry: Bool = false,
            print: @escaping @Sendable (String) -> Void,
            warn: @escaping @Sendable (String) -> Void, status: @escaping @Sendable (String, String?) -> Void = { _, _ in },
            published: @escaping @Sendable () -> Void
        ) {
            self.socketPath = socketPath
            self.timeLimit = timeLimit
            self.isDry = isDry
            self.print = print
            self.warn = warn
            self.status = status
            self.published = published
        }
    }

    let path: String
    let options: Options
    let link = DaemonLink()
    let queue: CommandQueue
    let carriers: Carriers
    let issues: PanelIssues
    private let buttons: Buttons
    private let follower: LogFollower
    private let runner: CommandRunner
    var file: PanelFile
    var data = ExpandedPanel.Data()
    private var publisher = PanelPublisher(nil)
    /// The panel that is published.
    private(set) var panel: ExpandedPanel?
    /// One publication at a time.
    private let publishing = Turns(1)
    private var logs = TaskTable<LogItem>()
    private(set) lazy var lists = Lists(runner: runner) { [weak self] in await self?.take($0, $1) ?? false }
    /// One list at a time, so that a refusal belongs to that.
    let taking = Turns(1)
    /// What is wrong with lists, as it has been reported over this connection.
    var reportedLists: [CommandTemplate: String] = [:]
    private var rules = TaskTable<PanelRules.Numbered>()
    private let ruleTable = RuleTable()
    /// Waits for the ends of changes of things that have gone from the panel.
    private var keptWatch = TaskTable<Set<String>>()
    private(set) var keptThings: Set<String> = []
    /// Waits until another program lets go of what a refused edit needs.
    var awaited = TaskTable<Holding>()
    /// What others have that the rows of lists need, by these lists.
    var heldRows: [String: Holding] = [:]
    /// Waits until they let go of that.
    var awaitedRows = TaskTable<Holding>()
    /// One edit at a time.
    let reloading = Turns(1)
    /// The file as the daemon has taken it, and what the machine lacked then.
    private var accepted: (file: PanelFile, missing: Set<Requirement>)?
    /// What the last edit was read from, also a bad one.
    var sources: FileSources
    let rowMemory: RowMemory?
    private var hasBegun = false
    /// What is wrong with the panel on this machine, and what of that has been reported over this connection.
    private var (problem, reportedProblem): (Problem?, Problem?)

    package init(path: String, file: PanelFile, options: Options) {
        self.path = path
        self.options = options
        self.file = file
        sources = FileSources(file.files)
        rowMemory = RowMemory.directory().map { RowMemory(directory: $0, panel: path) }
        issues = PanelIssues(path, link) { options.status(path, $0) }
        data.missing = Requirements(file).missing
        queue = CommandQueue(atMost: file.atMost)
        let runner = CommandRunner(
            queue: queue, locks: options.locks, directory: path.lastIndex(of: "/").map { String(path[..<$0]) },
            isDry: options.isDry,
            print: options.print, name: "fascia panel \(file.name)")
        let carriers = Carriers(link) { thing in
            if let unit = thing.binding.unit { return UnitCarrier(thing: thing, unit: unit, runner: runner) }
            return CommandCarrier(thing: thing, runner: runner)
        }
        buttons = Buttons(link, runner)
        follower = LogFollower(link: link, runner: runner)
        self.carriers = carriers
        self.runner = runner
    }

    /// Runs until the task is cancelled.
    ///
    /// - Throws: `RemoteError` if the daemon refuses the panel at the first connection; `ConnectionError` if there is none.
    package func run() async throws {
        let name = "fascia panel \(file.name)"
        let agent = Agent(path: options.socketPath, name: name, timeout: options.timeLimit) { [path, options, issues] reason in
            options.warn("\(path): \(reason)")
            Task { await issues.daemonIsAbsent(reason) }
        }
        let buses = Task(executorPreference: ConnectionThread.shared) { await self.watchBuses() }
        defer { buses.cancel() }
        await carriers.listen(
            CarrierEvents(
                pickerRead: { [weak self] in await self?.pickerRead($0, $1, isReported: $2) },
                known: { [weak self] in await self?.known($0, $1) }, changed: { [weak self] in await self?.commandEnded() },
                settled: { [weak self] in await self?.settled($0, $1) }))
        await buttons.listen { [weak self] in await self?.commandEnded(isButton: true) }
        let watch = Task(executorPreference: ConnectionThread.shared) { await self.watchFile() }
        defer { watch.cancel() }
        do { try await agent.serve(self) } catch is CancellationError {}
        rules.cancelAll()
        awaited.cancelAll()
        awaitedRows.cancelAll()
    }

    // MARK: - The connection

    package func begin(_ connection: Connection) async throws {
        link.connection = connection
        await issues.daemonIsAbsent(nil)
        if hasBegun { await issues.reportAgain() } else { await recallRows() }
        let refusal = try await publishAsAccepted()
        if !hasBegun { await issues.clear() }
        reportedProblem = nil
        await reportProblem()
        reportedLists = [:]
        await reportLists()
        if let refusal { await report("\(refusal.message): the panel goes on as it was before the edit", about: "the edit") }
        // A question that is being published has no handler yet, as one that was left.
        try? await inTurn { try await buttons.removeLeftovers(of: file.screens.map(\.id), connection) }
        options.print(hasBegun ? "\(path): connected again" : "\(path): running")
        if !hasBegun { options.published() }
        hasBegun = true
    }

    /// Publishes the panel over a new connection. An edit of the time without one may be refused: then the panel goes on as it
    /// was before that.
    ///
    /// - Returns: why the edit is refused; `nil` if it is not.
    private func publishAsAccepted() async throws -> RemoteError? {
        let cursor = await latestCursor()
        var edited = (file, data.missing)
        do {
            try await publish(trying: { edited = (file, data.missing) })
            return nil
        } catch let refusal as RemoteError {
            guard let accepted, accepted.file != edited.0 else { throw refusal }
            do {
                try await publish {
                    (file, data.missing) = (accepted.file, accepted.missing)
                } orElse: { _ in
                    // It is refused without the edit, too, which is no reason to forget that.
                    (file, data.missing) = edited
                }
            } catch is RemoteError { throw refusal }
            await queue.setMaximum(file.atMost)
            if let holding = Holding(refusal) { awaitEnd(of: holding, since: cursor) }
            return refusal
        }
    }

    package func ended() async {
        // The calls of a task that is cancelled are, too.
        if Task.isCancelled { await Task(executorPreference: ConnectionThread.shared) { await self.leave() }.value }
        link.connection = nil
        logs.cancelAll()
        keptWatch.cancelAll()
        await buttons.disconnected()
        await lists.cancelAll()
        await carriers.disconnected()
    }

    private func leave() async {
        guard hasBegun, let connection = link.connection else { return }
        // Nothing is published afterwards.
        try? await inTurn {
            await issues.clear()
            try? await buttons.leave(connection)
            link.close()
        }
    }

    package func carryOut(_ change: CarryOut, _ cancellation: ChangeCancellation) async -> CarryOutFailure? {
        await rememberRows(of: change.id)
        let failure = await carriers.carryOut(change, cancellation)
        if let failure, failure.kind != .cancelled { options.warn("\(path): \(change.id) was not changed: \(failure.reason)") }
        return failure
    }

    package func poll(_ id: String) async -> String? { await read(id) }

    package func perform(_ action: ActionRequest, _ connection: Connection) async -> Result<JSON, RemoteError> {
        await buttons.perform(action, connection)
    }

    package func questionEnded(_ params: JSON, _ connection: Connection) async {
        await buttons.questionEnded(params, connection)
    }

    // MARK: - Publishing

    /// Publishes the current panel. Unchanged parts are not sent again, and their commands go on.
    ///
    /// - Parameters:
    ///   - over: things that remained for changes which are over.
    ///   - change: changes what is published, when it is its turn.
    ///   - undo: takes the change back if the daemon refuses the panel, before it is the turn of anything else: that would be
    ///     refused, too.
    func publish(
        lettingGo over: Set<String> = [], trying change: () -> Void = {}, orElse undo: (RemoteError) -> Void = { _ in }
    ) async throws {
        try await inTurn {
            change()
            do { try await publishInTurn(lettingGo: over) } catch let refusal as RemoteError {
                undo(refusal)
                throw refusal.namingFiles
            }
        }
    }

    /// Whether another program has let go of something. That is asked when nothing is being published: what this panel has by
    /// then would be released.
    func isFree(_ holding: Holding) async -> Bool {
        var isFree = false
        try? await inTurn {
            guard let connection = link.connection else { return }
            if let panel, holding.isPart(of: panel) { isFree = true } else { isFree = await holding.isFree(connection) }
        }
        return isFree
    }

    /// A change has ended of a thing that nothing reads. A daemon that was started again has not got that as the answer.
    private func settled(_ id: String, _ failure: CarrierEvents.Failure?) async {
        try? await inTurn {
            var publisher = publisher
            defer { self.publisher = publisher }
            try await publisher.settle(id, failure)
        }
    }

    private func inTurn(_ body: () async throws -> Void) async throws {
        await publishing.take()
        let outcome: Result<Void, any Error>
        do {
            try await body()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await publishing.giveBack()
        try outcome.get()
    }

    private func publishInTurn(lettingGo over: Set<String>) async throws {
        guard let connection = link.connection else { return }
        let gone = Set((panel.map(Thing.all) ?? []).map(\.id)).subtracting(Thing.all(ExpandedPanel(file, data)).map(\.id))
        var busy = await busyThings(of: gone).union(keptThings.intersection(gone).subtracting(over))
        while case .held(let held) = try await publish(keeping: busy, connection) { busy.formUnion(held) }
    }

    /// - Parameter busy: things that remain though they have gone.
    private func publish(keeping busy: Set<String>, _ connection: Connection) async throws -> PanelPublisher.Outcome {
        let panel = ExpandedPanel(file, data, keeping: busy, of: self.panel)
        let things = Thing.all(panel)
        var publisher = publisher
        let isFirst = publisher.connection !== connection
        if isFirst {
            publisher = PanelPublisher(connection)
            try await publisher.requireScreens(panel)
        }
        defer { self.publisher = publisher }
        let outcome: PanelPublisher.Outcome
        let unsettled = await carriers.unsettled
        do { outcome = try await publisher.update(panel, things, unsettled: unsettled) } catch let error as RemoteError {
            guard !isFirst, let old = self.panel else { throw error }
            // What was changed until then is put back, and every state is told again.
            let things = Thing.all(old)
            _ = try? await publisher.update(old, things, unsettled: unsettled)
            await carriers.update(things, ScreenPlacement(publisher.published), claimed: Set(things.map(\.id)))
            throw error
        }
        guard case .published(let claimed) = outcome, link.connection === connection else { return outcome }
        watchKept(busy)
        (self.panel, problem) = (panel, panel.problems.first)
        accepted = (file, data.missing)
        await carriers.update(things, ScreenPlacement(publisher.published), claimed: claimed)
        await buttons.update(panel.buttons, things)
        logs.update(Dictionary(panel.declarations.logs.map { ($0.id, $0) }) { first, _ in first }) { [follower] in
            await follower.follow($0)
        }
        startRules()
        await lists.update(RowSources(file, missing: data.missing, panel: panel).sources)
        return outcome
    }

    /// Rules have connections of their own, and go on where they were when the daemon comes back.
    private func startRules() {
        let runner = PanelRules(
            panel: file.name, socketPath: options.socketPath, runner: runner, table: ruleTable
        ) { [weak self] in await self?.report($0, about: PanelIssues.rules) }
        rules.update(ruleTable.update(file.rules)) { await runner.run($0) }
    }

    /// - Returns: why it is refused; `nil` if it is not.
    @discardableResult
    func publishOrReport(
        reportsRefusal: Bool = true, lettingGo over: Set<String> = [], trying change: () -> Void = {},
        orElse undo: (RemoteError) -> Void = { _ in }
    ) async -> RemoteError? {
        do {
            try await publish(lettingGo: over, trying: change, orElse: undo)
            await issues.solved("the publication")
            await reportProblem()
            await reportLists()
        } catch let error as RemoteError {
            if reportsRefusal { await report(error.message, about: "the publication") }
            return error
        } catch {
            // The connection is lost; everything is published over the next one.
        }
        return nil
    }

    /// Things that have gone from the panel remain until their changes are over. Each end may be the last one.
    private func watchKept(_ things: Set<String>) {
        keptThings = things
        let path = options.socketPath
        keptWatch.update(things.isEmpty ? [:] : ["": things]) { [weak self] things in
            let kinds = ["confirmed", "reverted", "failed", "released"]
            let topics = things.sorted().flatMap { id in kinds.map { "\($0):\(id)" } }
            let watch = ReconnectingWatch(path: path, topics: topics, name: "fascia panel, changes of what has gone")
            do {
                for try await item in watch where item.mayEndChanges {
                    // This task is cancelled once nothing is kept.
                    await Task(executorPreference: ConnectionThread.shared) { await self?.readLists() }.value
                }
            } catch {
                // The next command that ends looks again.
            }
        }
    }

    /// Reports the first thing that is wrong with what the file has become on this machine.
    private func reportProblem() async {
        guard problem != reportedProblem else { return }
        reportedProblem = problem
        await issues.solved("this machine")
        if let problem { await report(problem.description, about: "this machine") }
    }

    func report(_ message: String, about subject: String, isError: Bool = true) async {
        options.warn("\(path): \(message)")
        await issues.report(message, about: subject, isError: isError)
    }

    /// Reports when the units cannot be asked about. Without units nothing connects to a bus.
    private func watchBuses() async {
        await withTaskGroup(of: Void.self) { group in
            for manager in [UnitManager.system, .user] {
                group.addTask {
                    for await reason in await manager.losses() {
                        if let reason {
                            await self.report(reason, about: manager.bus.name)
                        } else {
                            await self.issues.solved(manager.bus.name)
                        }
                    }
                }
            }
        }
    }
}

extension ReconnectingWatch.Item {
    /// Whether a change may have ended.
    fileprivate var mayEndChanges: Bool { if case .lost = self { false } else { true } }
}
