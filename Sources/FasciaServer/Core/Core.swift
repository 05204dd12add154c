import FasciaLoop
import FasciaModel
import FasciaStore
import FasciaSystemd
import FasciaWire
import Glibc
import Logging

/// The daemon: connects its components, and ends each turn of the event loop.
///
/// Runs on the event loop only, so it needs no locks. Lines arrive through `lines`, output collects in each client, and
/// `endTurn` sends it once for several lines.
package final class Core {
    let settings: Settings
    let loop: EventLoop
    let logger: Logger
    let started = Moment.now

    let live: LivePanel
    let clients: Clients
    let requests: OutgoingRequests
    /// `nil` if the state is kept in memory only.
    let gate: JournalGate?
    let plugins: PluginSet
    let issues: IssueLog
    let apps: Apps
    let actions: ActionRouter
    let carryOuts: CarryOuts
    let pings: ClaimerPings
    let questions: QuestionDesk
    let questionSheets: QuestionSheets
    let executor: CommandExecutor
    let history: HistoryRequests
    let watches: Watches
    let samples: SampleRecorder
    let logs = Logs()
    let renderer: FrameRenderer
    let overBudget: OverBudgetReports
    let rows: RowLoader
    let terminals: Terminals
    let attention: Attention
    let frames: Frames
    let screens: ScreenReader
    let gestures: Gestures
    let finder: Finder
    let input: TerminalInput
    let waits: Waits
    let lines: LineProcessor
    let connections: Connections

    /// Reports the status to the service manager.
    package var announce: (() -> Void)?
    /// Ends the daemon; set by the service.
    package var shutdown: (() -> Void)?
    /// Called when a reload begins, and when it ends.
    package var reloading, reloaded: (() -> Void)?

    package init(settings: Settings, state: InitialState, plugins: PluginSet, loop: EventLoop, logger: Logger) {
        (self.settings, self.loop, self.logger, self.plugins) = (settings, loop, logger, plugins)
        live = LivePanel(state, panelBytes: settings.panelBytes, logger: logger)
        clients = Clients(loop: loop, limits: settings.connection)
        requests = OutgoingRequests(clients: clients, loop: loop, timeout: settings.actionTimeout)
        gate = JournalGate(live, clients, loop: loop, patience: settings.journalPatience, logger: logger)
        let reader = live.journal.map(JournalReader.init)
        history = HistoryRequests(live: live, clients: clients, reader: reader, gate: gate)
        watches = Watches(live, clients, loop: loop, limits: settings.connection, reader: reader)
        issues = IssueLog(live, loop: loop, lifetime: settings.issueLifetime, logger: logger)
        apps = Apps(live, clients, limits: settings.connection, screens: state.apps)
        actions = ActionRouter(
            live, clients, requests, apps, limits: settings.connection, timeout: settings.actionTimeout)
        let styles = StyleWarnings(plugins: plugins)
        carryOuts = CarryOuts(live, clients, requests, loop: loop)
        pings = ClaimerPings(live, clients, requests, loop: loop, interval: settings.pingInterval)
        questions = QuestionDesk(live, clients, loop: loop)
        executor = CommandExecutor(live, apps, styles: styles, gate: gate, once: state.once)
        samples = SampleRecorder(live)
        renderer = FrameRenderer(live, samples, logs, plugins: plugins)
        overBudget = OverBudgetReports(live, apps, renderer.overBudget)
        rows = RowLoader(live, requests, apps, limits: settings.connection)
        terminals = Terminals(clients, limits: settings.connection)
        attention = Attention(live: live, terminals: terminals, loop: loop, pause: settings.attentionPause)
        questionSheets = QuestionSheets(
            live: live, terminals: terminals, desk: questions, attention: attention, loop: loop, pause: settings.attentionPause)
        let progress = ProgressClock(loop: loop, settings: settings, terminals: terminals, actions: actions)
        let countdown = Countdown(live: live, terminals: terminals, loop: loop)
        frames = Frames(
            live, clients, terminals, renderer: renderer, apps: apps, rows: rows, issues: issues, progress: progress,
            countdown: countdown, loop: loop, settings: settings)
        screens = ScreenReader(
            live: live, renderer: renderer, terminals: terminals, frames: frames,
            renderers: Renderers(plugins, clients, loop: loop))
        gestures = Gestures(
            live: live, clients: clients, screens: screens, executor: executor, actions: actions, rows: rows)
        finder = Finder(live: live, gestures: gestures)
        input = TerminalInput(
            live, clients, terminals, renderer: renderer, frames: frames, gestures: gestures, finder: finder,
            actions: actions, issues: issues, countdown: countdown, attention: attention, loop: loop,
            typingPause: settings.typingPause)
        let selections = SelectionNotices(plugins, renderer, terminals)
        waits = Waits(live, clients, screens, loop: loop)
        lines = LineProcessor(clients, requests, gate: gate, loop: loop, lineLimit: settings.lineLimit)
        connections = Connections(clients, lines, loop: loop, settings: settings, logger: logger)

        // What a lower component reports to higher ones.
        carryOuts.publishers = { [unowned self] in apps.connectedPublishers }
        lines.execute = { [unowned self] call, request throws(WireError) in try execute(call, request) }
        connections.endTurn = { [unowned self] in endTurn() }
        connections.readsAgain = { [unowned watches] in watches.catchUp($0) }
        connections.connected = { [unowned self] in announce?() }
        connections.disconnected = { [unowned self] in disconnected($0) }
        if let reader { gate?.deliver = reader.deliver }
        gate?.availabilityChanged = { [unowned self] in announce?() }
        live.willApply = { selections.note(before: $0) }
        actions.willSend = { selections.note(before: $0) }
        live.willAppend = { [unowned apps] in apps.updateBindings(for: $0, $1) }
        live.didNoteUnrecorded = { [unowned self] in
            renderer.dropScenes()
            terminals.redrawAll()
            waits.check()
        }
        live.didAppend = { [unowned self] in appended($0, $1) }
        apps.screenChanged = { [unowned rows, unowned overBudget] screen in
            rows.forget(screen)
            overBudget.forget(screen)
        }
        apps.bound = { [unowned issues, unowned apps] in issues.bound($0, apps.bindings) }
        issues.holds = { [unowned live, unowned apps, unowned overBudget] in
            live.panel.holds($0, apps.bindings) && styles.holds($0, in: live) && overBudget.holds($0)
        }
        issues.closed = { [unowned terminals] in terminals.withdraw($0) }
        actions.asked = { [unowned attention] in attention.asked($0, by: $1) }
        actions.pendingAdded = { [unowned progress] in progress.actionPending() }
        executor.checkShown = terminals.checkShown
        executor.questions = questions
        questionSheets.execute = executor.execute
        (frames.questions, input.questions) = (questionSheets, questionSheets)
        executor.unchanged = { [unowned samples] in samples.note(unchanged: $0) }
        terminals.changed = { [unowned self] in
            renderer.keepLayouts(of: Set(terminals.all.map(\.shape)))
            progress.actionPending()
            announce?()
        }
        logs.changed = { [unowned self] log in
            terminals.redraw(stacks: renderer.dropScenes(showing: log))
            waits.check()
        }
        plugins.start(loop) { [unowned self] in stylesChanged() }
        frames.pictureChanged = { [unowned waits] in waits.check(on: $0) }
    }

    private func appended(_ changes: [Change], _ cause: Cause) {
        samples.note(changes)
        finder.note(changes)
        terminals.show(issues.add(changes, cause))
        terminals.forgetEntries(removedBy: changes, in: live)
        attention.note(changes, cause)
        terminals.noteRefusals(changes)
        watches.notifyAll()
        carryOuts.appended(changes)
        questions.appended(changes)
        questionSheets.appended(changes, cause)
        if changes.contains(where: { if case .claimed = $0 { true } else { false } }) { pings.update() }
        waits.check()
        announce?()
    }

    // MARK: - The event loop

    /// Starts the journal, if there is one, takes over the connections of the previous process, and orphans the screens
    /// of the apps that did not come along.
    ///
    /// - Parameters:
    ///   - descriptors: what the service manager has kept; closed if the settings do not keep connections.
    ///   - screens: the screens that had an app in the previous process.
    ///   - problems: damage in the state directory, reported as issues.
    package func start(
        takingOver descriptors: [StoredDescriptor], apps screens: [String], reporting problems: [String]
    ) throws(LoopError) {
        try gate?.start()
        if settings.keepsConnections {
            handover.inherit(descriptors)
        } else {
            for stored in descriptors { SocketCloser.shared.end(stored.descriptor) }
        }
        apps.orphan(screens)
        carryOuts.start()
        pings.update()
        questions.start()
        for terminal in terminals.all { questionSheets.show(on: terminal) }
        live.record(.resetTransientValues, .ofDaemon("restarted"))
        for problem in problems {
            logger.error("\(problem)")
            let issue = Issue(.error, .reported, problem, breadcrumbs: ["state": .bool(true)])
            live.record(.reportIssue(issue), .ofDaemon("recovered"))
        }
        for issue in StyleWarnings(plugins: plugins).issues(in: live) {
            live.record(.reportIssue(issue), .ofDaemon("restarted"))
        }
    }

    /// Updates the terminals, commits the journal and sends the clients' output. Runs at the end of each turn of the event
    /// loop, and earlier for a connection that has to send before it can go on.
    package func endTurn() {
        live.clock.endTurn()
        apps.record()
        frames.sendDue()
        rows.requestMissing(of: terminals.all)
        while overBudget.publish(viewer: terminals.all.first?.client) || plugins.failures.publish(live) { frames.sendDue() }
        // No client may see uncommitted changes.
        if let gate { gate.commit(andThen: sendOutput) } else { sendOutput() }
    }

    private func sendOutput() {
        while let client = clients.takeUnflushed() {
            FaultPoint.replyBefore.reach()
            client.transport?.send()
            FaultPoint.replyAfter.reach()
            // Sending may have made room for further events.
            if !client.watches.isEmpty { watches.catchUp(client) }
        }
    }

    // MARK: - Clients

    /// Removes a disconnected client with its terminals, watches, waits and actions.
    func disconnected(_ client: Client) {
        clients.remove(client)
        for terminal in client.terminals { input.remove(terminal) }
        client.watches = []
        watches.changed()
        waits.cancel(client)
        screens.renderers.cancel(client)
        apps.remove(client)
        carryOuts.remove(client)
        pings.remove(client)
        questions.remove(client)
        requests.cancel(client)
        announce?()
    }

    /// Makes everything durable, and hands over or closes all connections.
    package func stop() {
        if settings.keepsConnections { handover.refuseStartedRequests() }
        endTurn()
        gate?.close()
        sendOutput()
        if settings.keepsConnections {
            handover.handOver()
        } else {
            for client in clients.all { client.transport?.closeNow() }
        }
    }

    private var handover: Handover {
        Handover(
            live: live, clients: clients, requests: requests, connections: connections, watches: watches,
            terminals: terminals, input: input, apps: apps, carryOuts: carryOuts, logger: logger)
    }

    // MARK: - Plugins

    /// Retries the plugins that could not be loaded at startup.
    ///
    /// - Parameter end: called with the errors of the plugins that still cannot be loaded.
    package func reload(end: @escaping ([WireError]) -> Void) {
        reloading?()
        plugins.retry { [unowned self] errors in
            stylesChanged()
            logger.info("reloaded", metadata: ["plugins": "\(plugins.loadedNames.joined(separator: " "))"])
            reloaded?()
            end(errors)
        }
    }

    func stylesChanged() {
        renderer.use(plugins.styles)
        issues.stylesChanged()
        terminals.redrawAll()
        waits.check()
    }
}
