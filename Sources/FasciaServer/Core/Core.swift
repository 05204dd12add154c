import DequeModule
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// Owns the panel: all commands are applied here, in one order.
///
/// Runs on the event loop only, so it needs no locks. Lines arrive through `receive`, output collects in each client,
/// and `flush` sends it once for several lines.
package final class Core {
    let settings: Settings
    let logger: Logger
    package let loop: EventLoop
    /// Identifies the state whose revisions are counted. Stored in the journal; without a journal every start makes a
    /// new epoch.
    let epoch: String
    /// Persists the panel; `nil` if the state is kept in memory only.
    package let journal: Journal?
    let started = Moment.now

    var panel: Panel
    /// Bytes of the panel's content, counted for each user.
    var budget: PanelBudget
    let history: History
    var clients: [Int: Client] = [:]
    /// The clients with watches, and the terminals of all clients, so that a change need not search all clients.
    private(set) var watchers: [Client] = []
    private(set) var terminals: [Terminal] = []
    var waiters: [Waiter] = []
    /// The waiters whose condition needs another check.
    var staleWaiters: Deque<Waiter> = []
    /// Handlers for the results of journal queries, by query id.
    var recollections: [Int: (EventPage) -> Void] = [:]
    /// The clients whose output is held until it is durable, and those whose requests wait for a slow disk.
    var held: [Client] = []
    var backpressured = BackpressureQueue()
    /// Runs while the disk is full.
    var spaceTimer: Timer?
    /// The screens with an app behind them, as last recorded in the journal.
    var notedApps: Set<String> = []
    var appsMayDiffer = false
    /// Commands that could not be recorded because the journal was unavailable.
    var unrecorded: [(Command, Cause)] = []
    var actions = ActionRouter()
    /// The idempotency cache: replies to requests with a key, in case they are sent again.
    var once: IdempotencyCache
    var rows = RowRequests()
    /// Screens already reported as too expensive to lay out, so that each is reported once.
    var excessive: Set<String> = []
    /// Number of actions that have been unanswered for longer than `pendingDelay`; shown in the status lines.
    var shownPending = 0
    /// Runs while an action is unanswered.
    var pendingTimer: Timer?
    /// Runs while a terminal shows an animation.
    var animationTimer: Timer?
    /// Runs while a terminal waits for its next frame.
    var frameTimer: Timer?
    /// Whether a yielded action will call `showChanges`.
    var willShow = false
    /// The animation step, the same for all terminals so that equal pictures can be shared.
    var phase = 0
    /// The latest event, encoded once for all watches without a topic filter.
    var lastEncoded: (revision: Int, event: EncodedEvent)?
    let readBuffer = ReadBuffer()
    var picture: FrameRenderer
    /// Collects the screens that `picture` found too expensive to lay out.
    let excess: OverBudgetScreens
    let plugins: PluginSet
    /// Reports the status to the service manager.
    package var announce: (() -> Void)?
    /// Ends the daemon; set by the service.
    package var shutdown: (() -> Void)?
    /// What SIGHUP does; set by the service.
    package var reload: (() -> [WireError])?

    /// Length of the line being executed, in bytes.
    var lineBytes = 0

    private var lastClient = 0
    private var lastWatch = 0
    private var lastTerminal = 0
    private var lastSizing = 0
    private var lastUse = 0
    /// Actions to run once the current reply has been written.
    private var afterwards: [() -> Void] = []
    private var unflushed: [Client] = []
    let owner = geteuid()
    /// The cached clock reading for the lines of this event loop turn.
    private var time: Timestamp?

    package init(settings: Settings, state: InitialState, plugins: PluginSet, loop: EventLoop, logger: Logger) {
        self.settings = settings
        self.plugins = plugins
        self.loop = loop
        self.logger = logger
        epoch = state.epoch
        journal = state.journal
        panel = state.panel
        budget = PanelBudget(bytes: settings.panelBytes, owner: Int(owner), counting: state.panel, of: state.owners)
        once = state.once
        notedApps = Set(state.apps)
        history = state.history
        excess = OverBudgetScreens()
        picture = FrameRenderer(styles: plugins.styles, excess: excess)
    }

    // MARK: - Clients

    /// Removes a disconnected client with its terminals, watches, waits and actions.
    func disconnected(_ client: Client) {
        clients[client.id] = nil
        let gone = client.terminals
        for terminal in gone {
            sendHeld(terminal)
            terminal.cancel()
        }
        let terminals = client.terminals
        client.terminals = []
        client.watches = []
        terminalsChanged()
        leaveRooms(of: terminals)
        watchesChanged()
        cancelWaiters(client)
        cancelActions(client)
        for terminal in gone { showFollowers(ofGone: terminal.id) }
        announce?()
    }

    /// The last ids given out. They are handed over, so that no id is reused by the next process.
    var counters: HandoverCounters {
        get {
            HandoverCounters(
                client: lastClient, watch: lastWatch, terminal: lastTerminal, request: actions.lastRequest)
        }
        set {
            (lastClient, lastWatch, lastTerminal) = (newValue.client, newValue.watch, newValue.terminal)
            actions.lastRequest = newValue.request
        }
    }

    func nextClient() -> Int {
        lastClient += 1
        return lastClient
    }

    func nextWatch() -> Int {
        lastWatch += 1
        return lastWatch
    }

    /// The next number in the order of use of all terminals.
    func nextUse() -> Int {
        lastUse += 1
        return lastUse
    }

    func nextTerminal() -> Int {
        lastTerminal += 1
        return lastTerminal
    }

    func watchesChanged() { watchers = clients.values.filter { !$0.watches.isEmpty } }

    func nextSizing() -> Int {
        lastSizing += 1
        return lastSizing
    }

    func terminalsChanged() {
        let before = terminals.count
        terminals = clients.values.flatMap(\.terminals).sorted { $0.id < $1.id }
        forgetUnusedLayouts()
        if terminals.count != before { statusChanged() }
        announce?()
    }

    /// Called when a client that was not reading reads again.
    func reads(_ client: Client) {
        catchUp(client)
    }

    // MARK: - Output

    /// Runs an action after the current reply has been written.
    func afterReply(_ action: @escaping () -> Void) { afterwards.append(action) }

    func replied() {
        while !afterwards.isEmpty { afterwards.removeFirst()() }
    }

    /// Queues the client for the next `flush`.
    func hasOutput(_ client: Client) {
        guard !client.isQueued else { return }
        client.isQueued = true
        unflushed.append(client)
    }

    /// Updates the terminals, commits the journal and sends the clients' output.
    package func flush() {
        time = nil
        if appsMayDiffer { noteApps() }
        showChanges()
        requestMissingRows()
        while reportExcess() { showChanges() }
        // Must precede all sending: no client may see uncommitted changes.
        commitJournal()
        // If replies are held, wake the flush thread first, so that syncing overlaps with sending.
        let isUrgent = !held.isEmpty
        if isUrgent { journal?.publish(isUrgent: true) }
        while let client = unflushed.popLast() {
            client.isQueued = false
            FaultPoint.replyBefore.reach()
            client.transport?.flush()
            FaultPoint.replyAfter.reach()
            // Sending may have made room for further events.
            if !client.watches.isEmpty { catchUp(client) }
        }
        // If no reply is held, send first: waking the flush thread would only delay the other clients.
        if !isUrgent { journal?.publish(isUrgent: false) }
    }

    /// Sends pending output and closes all connections.
    package func closeAll() {
        flush()
        for client in clients.values { client.transport?.closeNow() }
    }

    // MARK: - Changes

    /// The time of this event loop turn's lines; the clock is read once between two flushes.
    var now: Timestamp {
        if let known = time { return known }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Timestamp(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
        self.time = now
        return now
    }

    var cursor: Cursor { Cursor(epoch: epoch, revision: panel.revision) }

    /// Appends the event of a command to the journal and the history, and notifies watchers and waiters. `flush` commits
    /// the journal before it sends anything.
    ///
    /// - Parameters:
    ///   - effects: The state writes of the command, for replay.
    ///   - found: Further issues to publish with the event.
    func commit(
        _ changes: consuming [Change], _ effects: Effects, issues found: [Change] = [], cause: consuming Cause,
        once: IdempotencyCache.Answer? = nil
    ) {
        var issues = noteNavigation(changes, cause)
        if !found.isEmpty { issues += found }
        if !issues.isEmpty { changes += issues }
        journal?.append(changes, effects, revision: panel.revision, time: now, cause: cause, once: once)
        keep(changes, cause: cause)
    }

    private func keep(_ changes: consuming [Change], cause: consuming Cause) {
        if let last = changes.indices.last, case .issue = changes[last] { publishIssues(changes, cause) }
        history.append(changes, time: now, cause: cause)
        if !watchers.isEmpty { notifyWatchers() }
        if !waiters.isEmpty { answerWaiters() }
        announce?()
    }
}
