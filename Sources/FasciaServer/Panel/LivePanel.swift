import DequeModule
import FasciaModel
import FasciaStore
import FasciaWire
import Glibc
import Logging

/// The panel of a running daemon, with its budget, its history and its journal. All commands are applied here, in one
/// order.
final class LivePanel {
    /// Identifies the state whose revisions are counted. Stored in the journal; without a journal every start makes a
    /// new epoch.
    let epoch: String
    private(set) var panel: Panel
    /// Bytes of the panel's content, counted for each user.
    private(set) var budget: PanelBudget
    let history: History
    /// Persists the panel; `nil` if the state is kept in memory only.
    let journal: Journal?
    let clock = TurnClock()
    private let logger: Logger
    /// Commands that could not be recorded because the journal was unavailable.
    private var unrecorded: [(Command, Cause)] = []
    private static let maximumUnrecorded = 1_000

    /// Which clients handle which actions. Not in the journal.
    var bindings = ActionBindings()
    /// What acts on each change, in this order.
    var stages: [any Stage] = []
    /// Told before commands are applied.
    var selections: SelectionNotices?
    /// The revision of the last turn that `isReordering`.
    private var reordered = 0
    /// Turns that have not passed all stages.
    private var turns: Deque<Turn> = []
    private var isTurning = false

    init(_ state: InitialState, panelBytes: Int, logger: Logger) {
        epoch = state.epoch
        panel = state.panel
        budget = PanelBudget(bytes: panelBytes, owner: Int(geteuid()), counting: state.panel, of: state.owners)
        history = state.history
        journal = state.journal
        self.logger = logger
    }

    var revision: Int { panel.revision }
    var cursor: Cursor { Cursor(epoch: epoch, revision: panel.revision) }

    // MARK: - Applying

    /// Applies a command for a user. If it made changes, call `append` next.
    ///
    /// - Parameter lineBytes: Length of the line that contains the command; 0 if there is none.
    /// - Throws: `limit` if the panel budget has no room for it, `unavailable` if the journal cannot store it, or the
    ///   model's refusal.
    func apply(
        _ command: Command, by sender: Sender, lineBytes: Int = 0
    ) throws(Refusal) -> (changes: [Change], effects: Effects) {
        let uid = sender.uid ?? Int(geteuid())
        do throws(Refusal) { try admit([command], by: sender.client, lineBytes: lineBytes) } catch {
            noteUnrecorded([command], by: sender)
            throw error
        }
        selections?.note(before: [command])
        if budget.surelyFits(command, lineBytes: lineBytes, by: uid) {
            let (changes, effects) = try panel.perform(command, by: sender)
            if command.growth != .none { budget.note(changes, effects, in: panel, by: uid) }
            if command.reorders { reordered = panel.revision }
            return (changes, effects)
        }
        // Copy on write: the trial copies only what the command changes.
        var trial = panel
        let (changes, effects) = try trial.perform(command, by: sender)
        let counted = try budget.counting(changes, effects, in: trial, by: uid)
        try admit(command, changes, effects)
        (budget, panel) = (counted, trial)
        if command.reorders { reordered = panel.revision }
        return (changes, effects)
    }

    /// Who gives commands, and when.
    func sender(_ cause: Cause, of commands: [Command], revertWithin: Int? = nil) -> Sender {
        var sender = Sender(uid: cause.origin.uid, client: cause.origin.client, revertWithin: revertWithin)
        sender.isApp = bindings.isProgram(cause.origin.client)
        // The rest is only for bound things.
        let isNeeded = !panel.claims.isEmpty || commands.contains(where: \.needsSender)
        guard isNeeded else { return sender }
        sender.name = "\(cause.origin.name ?? "a program") (pid \(cause.origin.pid))"
        sender.time = clock.now.milliseconds
        sender.bootTime = clock.bootTime
        sender.requester = Requester(cause)
        return sender
    }

    /// Replaces the panel by a copy that has applied the commands.
    ///
    /// - Parameters:
    ///   - changes: what they have changed.
    ///   - lineBytes: length of the line that contains them; 0 if there is none.
    /// - Throws: `unavailable` if the journal cannot store them.
    func adopt(
        _ trial: Panel, _ budget: PanelBudget, _ commands: [Command], _ changes: [Change], _ effects: Effects, lineBytes: Int
    ) throws(Refusal) {
        try admit(commands, by: nil, lineBytes: lineBytes)
        try admit(.batch(commands), changes, effects)
        selections?.note(before: commands)
        (panel, self.budget) = (trial, budget)
        reordered = panel.revision
    }

    /// Checks that the journal can store the commands.
    ///
    /// - Parameter client: who gives them; `nil` for anybody.
    private func admit(_ commands: [Command], by client: Int?, lineBytes: Int) throws(Refusal) {
        guard let journal else { return }
        // Each call of a method would copy it.
        let panel = panel
        var estimate = 4 * lineBytes
        for command in commands {
            // A short line can flip a large group, and the row holds a change and an effect for each option.
            switch command {
            case .setToggle(let id, _), .flipToggle(let id, _), .enableToggle(let id, _):
                estimate += (panel.claims.isEmpty ? 256 : 768) * panel.optionCount(of: id)
            // Each row has all claims, and a line for each thing whose condition changes.
            case .claim, .release, .leave, .silence:
                estimate += panel.claims.reduce(0) { $0 + 768 * $1.ids.count }
                estimate += 768 * thingCount(of: command, by: client)
            default: estimate += panel.recordedBytes(of: command)
            }
        }
        try journal.admit(bytes: estimate)
    }

    /// An undo says in a few bytes what may be as long as all that it takes back.
    private func admit(_ command: Command, _ changes: [Change], _ effects: Effects) throws(Refusal) {
        if command.growth == .stored { try journal?.admit(bytes: Change.retainedBytes(of: changes) + effects.retainedBytes) }
    }

    /// What a claimer reports, and that it has gone, makes its things stale even if it cannot be stored.
    func noteUnrecorded(_ commands: [Command], by sender: Sender) {
        let reason = journal?.unavailable ?? "the disk is too slow"
        var isDifferent = false
        for command in commands where panel.noteUnrecorded(command, by: sender, reason) { isDifferent = true }
        if isDifferent { pass(Turn(revision: revision, changes: [], cause: nil)) }
    }

    /// The most things whose condition a claim, or its end, changes.
    private func thingCount(of command: Command, by client: Int?) -> Int {
        let ended: [Claim]
        switch command {
        case .claim(let request): return panel.count(of: request.ids)
        case .release(let ids) where !ids.isEmpty: return panel.count(of: ids)
        case .silence(let client, _): ended = panel.claims.filter { $0.client == client }
        case .leave(let clients, _): ended = panel.claims.filter { clients.contains($0.client) }
        default: ended = panel.claims.filter { client == nil || $0.client == client }
        }
        return ended.reduce(0) { $0 + panel.count(of: $1.ids) }
    }

    /// Notes that a client is asked to carry out the change of a thing.
    func ask(_ client: Int, _ thing: ThingID) { panel.ask(client, thing) }

    // MARK: - Recording

    /// Appends the event of a command to the journal and the history, and passes it to the stages. The journal is committed
    /// before anything is sent.
    ///
    /// - Parameters:
    ///   - effects: The state writes of the command, for replay.
    ///   - furtherIssues: issues to publish with the event.
    func append(
        _ changes: [Change], _ effects: Effects, issues furtherIssues: [Change] = [], cause: Cause,
        once: IdempotencyCache.CachedResult? = nil
    ) {
        let issues = updateBindings(for: changes, cause) + furtherIssues
        let changes = issues.isEmpty ? changes : changes + issues
        journal?.append(changes, effects, revision: panel.revision, time: clock.now, cause: cause, once: once)
        history.append(changes, time: clock.now, cause: cause)
        pass(Turn(revision: revision, changes: changes, cause: cause, isReordering: revision == reordered))
    }

    /// Passes a turn to all stages. What a stage changes meanwhile follows when they are done.
    private func pass(_ turn: Turn) {
        turns.append(turn)
        guard !isTurning else { return }
        isTurning = true
        defer { isTurning = false }
        while let turn = turns.popFirst() {
            for stage in stages { stage.take(turn) }
        }
    }

    /// Adds and removes the bindings of entries that an event adds and removes, and notes who carries changes out.
    ///
    /// - Returns: an issue for each new entry whose screen has actions without a handler. They belong to the same event.
    private func updateBindings(for changes: [Change], _ cause: Cause) -> [Change] {
        var issues: [Change] = []
        for case .claimed(_, _, ended: nil) in changes { bindings.addCarrier(cause.origin.client) }
        for case .nav(let change) in changes {
            for removal in change.removed { bindings.remove(removal.entry.id) }
            guard change.transition == .push || change.transition == .modal else { continue }
            for entry in change.added {
                bindings.push(entry.id, by: cause.origin.client)
                if let issue = panel.unhandledIssue(of: entry.id, bindings) { issues.append(.issue(issue)) }
            }
        }
        return issues
    }

    /// Appends the effects or the idempotency key of a command that made no revision.
    func appendWithoutRevision(_ effects: Effects, cause: Cause, once: IdempotencyCache.CachedResult?) {
        journal?.append([], effects, revision: panel.revision, time: clock.now, cause: cause, once: once)
    }

    /// Applies a command, and appends its event.
    ///
    /// - Returns: whether the panel changed.
    func execute(_ command: Command, _ cause: Cause) throws(Refusal) -> Bool {
        let (changes, effects) = try apply(command, by: sender(cause, of: [command]))
        guard !changes.isEmpty else { return false }
        append(changes, effects, cause: cause)
        return true
    }

    /// Appends an event about something that has already happened. Such a command is refused only while the journal
    /// cannot be written; it is then kept until the journal works again.
    func record(_ command: Command, _ cause: Cause) {
        do throws(Refusal) {
            _ = try execute(command, cause)
        } catch {
            if error.reason == .unavailable, unrecorded.count < Self.maximumUnrecorded {
                unrecorded.append((command, cause))
            } else {
                logger.error("an event cannot be recorded", metadata: ["reason": "\(error.message)"])
            }
        }
    }

    /// Cancels that a screen will be orphaned, because its app is back.
    ///
    /// - Returns: whether that was to be recorded.
    func cancelOrphaning(of screen: String) -> Bool {
        var isCancelled = false
        unrecorded = unrecorded.map { command, cause in
            guard case .setOrphaned(let screens, true) = command, screens.contains(screen) else { return (command, cause) }
            isCancelled = true
            return (.setOrphaned(screens: screens.filter { $0 != screen }, true), cause)
        }
        return isCancelled
    }

    /// Cancels that a question will be withdrawn, because it is asked again.
    func cancelWithdrawal(of question: String) {
        unrecorded = unrecorded.map { command, cause in
            guard case .question(.withdraw(let ids)) = command, ids.contains(question) else { return (command, cause) }
            return (.question(.withdraw(ids: ids.filter { $0 != question })), cause)
        }
    }

    /// Appends the events that were kept while the journal could not be written.
    func retryUnrecorded() {
        let rest = unrecorded
        unrecorded = []
        for (command, cause) in rest { record(command, cause) }
    }
}

extension Command {
    /// Whether something that it removes may be there again, at another place.
    fileprivate var reorders: Bool {
        switch self {
        case .batch, .undo, .restore: true
        default: false
        }
    }

    /// Whether it keeps who has given it, and when.
    fileprivate var needsSender: Bool {
        switch self {
        case .claim, .question: true
        default: false
        }
    }
}

extension Cause {
    /// The cause of what the daemon itself does.
    static func ofDaemon(_ method: String) -> Cause {
        Cause(
            method: method,
            origin: Cause.Origin(client: 0, name: "fasciad", uid: Int(geteuid()), pid: Int(getpid())))
    }
}
