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
package final class Core: CallHandler, ConnectionHost, AccessHost {
    let settings: Settings
    let loop: EventLoop
    let logger: Logger
    let started = Moment.now

    let live: LivePanel
    let clients: Clients
    let access: AccessControl
    let requests: OutgoingRequests
    /// The service manager hears through it.
    package let announcer = Announcer()
    /// `nil` if the state is kept in memory only.
    let gate: JournalGate?
    let plugins: PluginSet
    let apps: Apps
    let terminals: Terminals
    let samples: SampleRecorder
    let logs = Logs()
    let renderer: FrameRenderer
    let attention: Attention
    let actions: ActionRouter
    let overBudget: OverBudgetReports
    let issues: IssueLog
    let carryOuts: CarryOuts
    let deadlines: ChangeDeadlines
    let polls: Polls
    let pings: ClaimerPings
    let approvalDesk: ApprovalDesk
    let approvals: Approvals
    let questions: QuestionDesk
    let executor: CommandExecutor
    let questionSheets: QuestionSheets
    let history: HistoryRequests
    let watches: Watches
    let rows: RowLoader
    let progress: ProgressClock
    let frames: Frames
    let screens: ScreenReader
    let gestures: Gestures
    let finder: Finder
    let input: TerminalInput
    let waits: Waits
    let lines: LineProcessor
    let connections: Connections

    /// Makes each component of those before it. What belongs to two is connected at the end, and nowhere else.
    package init(settings: Settings, state: InitialState, plugins: PluginSet, loop: EventLoop, logger: Logger) {
        (self.settings, self.loop, self.logger, self.plugins) = (settings, loop, logger, plugins)
        live = LivePanel(state, panelBytes: settings.panelBytes, logger: logger)
        clients = Clients(loop: loop, limits: settings.connection)
        access = AccessControl(live, clients, settings: settings, loop: loop, logger: logger)
        approvalDesk = ApprovalDesk(live, access)
        requests = OutgoingRequests(clients: clients, loop: loop, timeout: settings.actionTimeout)
        let reader = live.journal.map(JournalReader.init)
        gate = JournalGate(
            live, clients, reader: reader, announcer: announcer, loop: loop, patience: settings.journalPatience, logger: logger)
        history = HistoryRequests(live: live, clients: clients, reader: reader, gate: gate)
        watches = Watches(live, clients, loop: loop, limits: settings.connection, reader: reader)
        apps = Apps(live, clients, limits: settings.connection, screens: state.apps)
        terminals = Terminals(live, clients, limits: settings.connection)
        samples = SampleRecorder(live)
        renderer = FrameRenderer(live, samples, logs, plugins: plugins)
        attention = Attention(live: live, terminals: terminals, loop: loop, pause: settings.attentionPause)
        let selections = SelectionNotices(plugins, renderer, terminals)
        actions = ActionRouter(
            live, clients, requests, apps, approvalDesk, attention, selections, limits: settings.connection,
            timeout: settings.actionTimeout)
        let styles = StyleWarnings(plugins: plugins)
        overBudget = OverBudgetReports(live, apps, renderer.overBudget)
        issues = IssueLog(
            live, terminals, styles, overBudget, loop: loop, lifetime: settings.issueLifetime, logger: logger)
        carryOuts = CarryOuts(live, clients, requests)
        deadlines = ChangeDeadlines(live, loop: loop)
        polls = Polls(live, clients, requests, apps)
        pings = ClaimerPings(live, clients, requests, loop: loop, interval: settings.pingInterval)
        questions = QuestionDesk(live, clients, approvalDesk, loop: loop)
        executor = CommandExecutor(
            live, apps, terminals, samples, questions, approvalDesk, styles: styles, gate: gate, once: state.once)
        approvals = Approvals(live, clients, approvalDesk, questions, executor, actions, terminals)
        questionSheets = QuestionSheets(
            live: live, terminals: terminals, desk: questions, executor: executor, attention: attention, loop: loop,
            pause: settings.attentionPause)
        rows = RowLoader(live, requests, apps, limits: settings.connection)
        progress = ProgressClock(loop: loop, settings: settings, terminals: terminals, actions: actions)
        let countdown = Countdown(live: live, terminals: terminals, loop: loop)
        frames = Frames(
            live, clients, terminals, renderer: renderer, apps: apps, rows: rows, issues: issues, progress: progress,
            countdown: countdown, questions: questionSheets, loop: loop, settings: settings)
        screens = ScreenReader(
            live: live, renderer: renderer, terminals: terminals, frames: frames,
            renderers: Renderers(plugins, clients, loop: loop), questions: questionSheets)
        gestures = Gestures(
            live: live, clients: clients, screens: screens, executor: executor, actions: actions, rows: rows,
            approvals: approvalDesk)
        finder = Finder(live: live, gestures: gestures, questions: questionSheets)
        input = TerminalInput(
            live, clients, terminals, renderer: renderer, frames: frames, gestures: gestures, finder: finder,
            actions: actions, issues: issues, countdown: countdown, attention: attention, questions: questionSheets,
            history: history, loop: loop, typingPause: settings.typingPause)
        waits = Waits(live, clients, screens, questions, loop: loop)
        lines = LineProcessor(clients, requests, gate: gate, loop: loop, lineLimit: settings.lineLimit)
        connections = Connections(clients, lines, access, loop: loop, settings: settings, logger: logger)

        // After each change, in this order. Numbers and issues come before the pictures that show them, events before the
        // requests to carry a change out, and the replies that wait for a state last.
        live.stages = [
            access, samples, finder, issues, terminals, frames, attention, watches, carryOuts, deadlines, questions,
            questionSheets, approvals, pings, waits, announcer,
        ]
        live.selections = selections
        apps.caches = [rows, overBudget]
        actions.questions = questions
        lines.handler = self
        connections.host = self
        access.host = self
        // Its only closure: a plugin that is loaded later, or that fails.
        plugins.start(loop) { [unowned self] in stylesChanged() }
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
        access.start()
        if settings.keepsConnections {
            handover.inherit(descriptors)
            access.endBeyondLimits()
        } else {
            HandoverStore().drop(descriptors)
        }
        apps.orphan(screens)
        carryOuts.start()
        deadlines.start()
        polls.readTransient()
        pings.update()
        questions.start()
        // A terminal that is attached now is not the one that an earlier process gave the number to.
        terminals.lastID = max(terminals.lastID, questions.rights.lastTerminal)
        approvals.update()
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
        live.clock.endTurn()
    }

    /// Updates the terminals, commits the journal and sends the clients' output. Runs at the end of each turn of the event
    /// loop, and earlier for a connection that has to send before it can go on.
    package func endTurn() {
        apps.record()
        if terminals.takeChanged() {
            renderer.keepLayouts(of: Set(terminals.all.map(\.shape)))
            announcer.announce()
        }
        progress.actionPending()
        frames.sendDue()
        rows.requestMissing(of: terminals.all)
        // What frames have found out is shown by the next ones.
        while overBudget.publish(viewer: terminals.all.first?.client) || plugins.failures.publish(live) { frames.sendDue() }
        for terminal in frames.takeRenewed() { waits.check(on: terminal) }
        // No client may see uncommitted changes.
        if let gate { gate.commit(andThen: sendOutput) } else { sendOutput() }
        // The next turn may begin hours later.
        live.clock.endTurn()
    }

    func commit() { gate?.commit() }

    private func sendOutput() {
        while let client = clients.takeUnflushed() {
            FaultPoint.replyBefore.reach()
            client.transport?.send()
            FaultPoint.replyAfter.reach()
            // Sending may have made room for further events.
            if !client.watches.isEmpty { watches.catchUp(client, mayPutOff: true) }
        }
    }

    /// A log has new lines.
    func logChanged(_ log: String) {
        terminals.redraw(stacks: renderer.dropScenes(showing: log))
        waits.check()
    }

    // MARK: - Clients

    func connected() { announcer.announce() }

    /// Sending may have made room for further events.
    func readsAgain(_ client: Client) { watches.catchUp(client, mayPutOff: true) }

    /// Removes a disconnected client with its terminals, watches, waits and actions.
    func disconnected(_ client: Client) {
        // As long as its rights can be looked at.
        input.sendHeldEdits(of: client)
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
        access.remove(client)
        requests.cancel(client)
        announcer.announce()
    }

    /// Makes everything durable, and hands over or closes all connections.
    package func stop() {
        if settings.keepsConnections { handover.refuseStartedRequests() }
        endTurn()
        let failed = gate?.close() ?? []
        sendOutput()
        // The next process may not have what they have seen.
        for client in failed { client.transport?.closeNow() }
        if settings.keepsConnections {
            handover.handOver()
        } else {
            for client in clients.all { client.transport?.closeNow() }
        }
        // They refer to the panel.
        (live.stages, live.selections, apps.caches) = ([], nil, [])
    }

    private var handover: Handover {
        Handover(
            live: live, clients: clients, requests: requests, connections: connections, watches: watches,
            terminals: terminals, input: input, apps: apps, carryOuts: carryOuts, questions: questions,
            endsWhatIsDenied: { [unowned self] in endsWhatIsDenied($0) }, logger: logger)
    }

    // MARK: - Access

    /// What a client may do, or see, is another thing than before.
    func rightsChanged(of client: Client) {
        if endsWhatIsDenied(client) { watches.restart(client) }
    }

    /// Ends what a client does without the right to it.
    ///
    /// - Returns: false if the connection ends, too.
    private func endsWhatIsDenied(_ client: Client) -> Bool {
        let permit = client.permit
        // What it carries out for others would go on without it being asked.
        let claims = live.panel.claims.filter { $0.client == client.id }.flatMap(\.ids)
        let isAgent = claims.allSatisfy { permit.rights.allowsAll(.bind, "bind.claim", of: Resource(ThingID($0.text))) }
        guard isAgent else {
            access.end(
                client,
                Refusal(.denied, "the access file has changed: this connection may no longer carry out what it has claimed"))
            return false
        }
        for case (.screen(let screen), _) in live.bindings.all(of: client.id) {
            guard !permit.rights.allows(.author, "action.bind", Resource(.screen, screen)) else { continue }
            access.end(
                client,
                Refusal(
                    .denied,
                    "the access file has changed: this connection may no longer handle the actions of the screen \"\(screen)\""))
            return false
        }
        for terminal in client.terminals where !permit.sees(Resource(.nav, terminal.stack)) {
            input.remove(terminal)
            clients.notify(client, "terminal.detached", ["terminal": .int(terminal.id), "reason": "denied"])
        }
        return true
    }

    func accessSettled(_ severity: Issue.Severity) { issues.accessSettled(severity) }

    func accessChanged() {
        questions.rights.forgetAddresses()
        approvals.update()
        questionSheets.accessChanged()
        renderer.dropScenes()
        terminals.redrawAll()
        waits.check()
    }

    // MARK: - Plugins

    /// Retries the plugins that could not be loaded at startup.
    ///
    /// - Parameter end: called with the errors of the plugins that still cannot be loaded.
    package func reload(end: @escaping ([WireError]) -> Void) {
        announcer.manager?.reloadBegins()
        access.reload()
        plugins.retry { [unowned self] errors in
            stylesChanged()
            logger.info("reloaded", metadata: ["plugins": "\(plugins.loadedNames.joined(separator: " "))"])
            announcer.manager?.reloadEnds()
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
