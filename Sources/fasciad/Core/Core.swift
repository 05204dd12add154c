import DequeModule
import FasciaLoop
import FasciaModel
import FasciaRender
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// The owner of the panel: the one place where commands are applied, in one order.
///
/// It belongs to the event loop and is never touched from elsewhere, so it needs no locks. Lines come in through
/// `receive`, what is to be sent collects in each client's output, and `flush` sends it once for a batch of lines.
final class Core {
    let settings: Settings
    let logger: Logger
    let loop: EventLoop
    /// Names the state whose revisions are counted. It is the journal's; without one it is new with every start.
    let epoch: String
    /// Keeps what the panel is told; `nil` where it is kept in memory only.
    let journal: Journal?
    let started = Moment.now

    var panel: Panel
    /// Who holds how much of it.
    var budget: PanelBudget
    let history: History
    var clients: [Int: Client] = [:]
    /// Those of them who watch, and the terminals of all of them: what each change has to look through.
    private(set) var watchers: [Client] = []
    private(set) var terminals: [Terminal] = []
    var waiters: [Waiter] = []
    /// Those of them for whom what they wait for may hold by now.
    var staleWaiters: Deque<Waiter> = []
    /// Who waits for what the journal finds of the past, by the numbers of the queries.
    var recollections: [Int: (EventPage) -> Void] = [:]
    /// Those whose replies wait for the disk, and those whose requests wait until the disk keeps up.
    var held: [Client] = []
    var backpressured = BackpressureQueue()
    /// Set while there is no space on the disk.
    var spaceTimer: Timer?
    /// The screens with an app behind them that the journal knows of.
    var notedApps: Set<String> = []
    var appsMayDiffer = false
    /// What has happened of which the journal could not be told.
    var unrecorded: [(Command, Cause)] = []
    var actions = ActionRouter()
    /// The answers to requests that may come again.
    var once: IdempotencyCache
    var rows = RowRequests()
    /// What was said about screens that are too much, so that it is said once.
    var excessive: Set<String> = []
    /// How many actions have not been answered for a while: what the status lines say.
    var shownPending = 0
    /// Set while an action has not been answered.
    var pendingTimer: Timer?
    /// Set while something turns in sight of a terminal.
    var animationTimer: Timer?
    /// Set while terminals wait for their next pictures.
    var frameTimer: Timer?
    /// Whether a yielded action will call `showChanges`.
    var willShow = false
    /// The step of all that turns, so that terminals that show the same share their pictures.
    var phase = 0
    /// The latest event as text, for all who watch everything.
    var lastEncoded: (revision: Int, event: EncodedEvent)?
    var picture: FrameRenderer
    /// Hears from it which screens are too much.
    let excess: OverBudgetScreens
    let plugins: PluginSet
    /// Says what the daemon is doing to whoever started it.
    var announce: (() -> Void)?
    /// Ends the daemon; set by the service.
    var shutdown: (() -> Void)?
    /// What SIGHUP does; set by the service.
    var reload: (() -> [WireError])?

    /// How long the line is that is being carried out. What is not said in one (gestures, what has happened) is measured as
    /// it will be written.
    var lineBytes = 0

    private var lastClient = 0
    private var lastWatch = 0
    private var lastTerminal = 0
    private var lastSizing = 0
    private var lastUse = 0
    /// What to do once the reply that is being made has been written.
    private var afterwards: [() -> Void] = []
    private var unflushed: [Client] = []
    let owner = geteuid()
    /// The reading of the clock that is still good.
    private var time: Timestamp?

    init(settings: Settings, state: InitialState, plugins: PluginSet, loop: EventLoop, logger: Logger) {
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

    /// Nothing of a client remains but what it has done.
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

    /// The numbers that were given last: no number is given twice, whichever process gives it.
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

    /// A name that no other watch of this daemon has had.
    func nextWatch() -> Int {
        lastWatch += 1
        return lastWatch
    }

    /// Counts what is done at terminals.
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

    /// A client that had not read for a while reads again.
    func reads(_ client: Client) {
        catchUp(client)
    }

    // MARK: - Output

    /// Puts off what must come after the reply that is being made.
    func afterReply(_ action: @escaping () -> Void) { afterwards.append(action) }

    func replied() {
        while !afterwards.isEmpty { afterwards.removeFirst()() }
    }

    /// The client has output; it is sent with the next `flush`.
    func hasOutput(_ client: Client) {
        guard !client.isQueued else { return }
        client.isQueued = true
        unflushed.append(client)
    }

    /// Sends everybody what there is for them.
    func flush() {
        time = nil
        if appsMayDiffer { noteApps() }
        showChanges()
        requestMissingRows()
        while reportExcess() { showChanges() }
        // Before anybody is told of any of it.
        commitJournal()
        // Who waits for the disk waits less when the thread is woken for that before the others are told.
        let isUrgent = !held.isEmpty
        if isUrgent { journal?.publish(isUrgent: true) }
        while let client = unflushed.popLast() {
            client.isQueued = false
            FaultPoint.replyBefore.reach()
            client.transport?.flush()
            FaultPoint.replyAfter.reach()
            // There may have been more to tell than was to be sent at once.
            if !client.watches.isEmpty { catchUp(client) }
        }
        // Waking a thread takes longer than sending: nobody is kept waiting for that.
        if !isUrgent { journal?.publish(isUrgent: false) }
    }

    // MARK: - Changes

    /// When the lines that are being carried out came: read once for all that came together.
    var now: Timestamp {
        if let known = time { return known }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let now = Timestamp(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
        self.time = now
        return now
    }

    var cursor: Cursor { Cursor(epoch: epoch, revision: panel.revision) }

    /// Makes an event of what a command has changed, and tells everybody who wants to know. It is in the journal before
    /// anybody hears of it.
    ///
    /// - Parameters:
    ///   - effects: what the state became by it.
    ///   - found: what else is wrong with it.
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
