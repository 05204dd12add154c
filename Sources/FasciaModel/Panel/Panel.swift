import FasciaDocument
import OrderedCollections

/// The whole state of one panel, and the only way to change it.
///
/// A plain value without I/O or a clock. Everything in it is a value type or immutable, so a copy is a snapshot;
/// copying is cheap until one of the copies changes.
public struct Panel: Equatable, Sendable {
    public let limits: Limits
    /// The number of commands that have changed something; 0 for a new panel.
    public internal(set) var revision: Int

    // No part has a default value, so a new part does not compile until every initialiser sets it.
    var navigation: Navigation
    var toggles: Toggles
    var pickers: Pickers
    var values: Values
    var screens: OrderedDictionary<String, Screen>
    /// The screens whose app has disconnected.
    var orphaned: Set<String>
    /// Holds no scope without values.
    var environments: [EnvironmentScope: JSON.Object]
    var bound: BoundThings
    var questions: Questions
    private(set) var log = UndoLog()
    /// Whether it is only what somebody sees of a panel.
    package internal(set) var isPartial = false

    /// A panel with the stack `main`, whose root is the screen `home`.
    public init(limits: Limits = .init()) {
        self.init(
            limits: limits, revision: 0, navigation: Navigation(limits: limits), toggles: Toggles(), pickers: Pickers(),
            values: Values(), screens: [:], orphaned: [], environments: [:], bound: BoundThings(), questions: Questions())
    }

    /// A panel of these parts.
    init(
        limits: Limits, revision: Int, navigation: Navigation, toggles: Toggles, pickers: Pickers, values: Values,
        screens: OrderedDictionary<String, Screen>, orphaned: Set<String>,
        environments: [EnvironmentScope: JSON.Object], bound: BoundThings, questions: Questions
    ) {
        self.limits = limits
        self.revision = revision
        self.navigation = navigation
        self.toggles = toggles
        self.pickers = pickers
        self.values = values
        self.screens = screens
        self.orphaned = orphaned
        self.environments = environments
        self.bound = bound
        self.questions = questions
    }

    /// Applies one command.
    ///
    /// - Returns: the changes; empty if nothing is different. `revision` increases by one if there is any change.
    /// - Throws: the refusal. The panel is unchanged.
    public mutating func apply(_ command: Command, by sender: Sender = Sender()) throws(Refusal) -> [Change] {
        try perform(command, by: sender).changes
    }

    /// Applies one command like `apply`, and also returns its effects.
    ///
    /// The order is that of this function: the rules of the command, the requests of bound things that follow from its changes,
    /// the states of the parts that it has touched, the revision.
    public mutating func perform(
        _ command: Command, by sender: Sender = Sender()
    ) throws(Refusal) -> (changes: [Change], effects: Effects) {
        switch command {
        case .batch(let commands):
            let (net, _, effects) = try applyBatch(commands, by: sender)
            return (net, effects)
        case .undo(let goal): return try restore(try restored(goal), by: sender)
        case .restore(let state): return try restore(state, by: sender)
        default: break
        }
        let isBound = makesRequests(of: sender)
        var record = Record(isReport: isReport(command, by: sender))
        try execute(command, by: sender, into: &record)
        if isBound, !record.isReport {
            let again: [(thing: ThingID, shown: JSON)]
            do throws(Refusal) {
                try checkRequests(in: record.changes, by: sender)
                again = try repeated(by: command, beside: record.changes.shownThings, sender)
            } catch {
                takeBack(record)
                throw error
            }
            requestAgain(again, by: sender, into: &record.changes)
            request(&record.changes, by: sender)
        }
        guard !record.changes.isEmpty else { return ([], Effects()) }
        var (before, after) = states(of: record)
        if isPublication([command], by: sender) {
            before = []
            after.append(.published)
        }
        markLost(&before)
        made(before, by: sender.uid)
        return (record.changes, Effects(after))
    }

    /// Applies all commands or none, as one revision.
    ///
    /// - Returns: `net`, the net changes (changed and changed back is no change); `each`, the changes of every command
    ///   by itself, for its reply; and `effects`, the resulting state changes.
    /// - Throws: the refusal of one command, whose index is in `details.index`. The panel is unchanged.
    public mutating func applyBatch(_ commands: [Command], by sender: Sender = Sender()) throws(Refusal) -> (
        net: [Change], each: [[Change]], effects: Effects
    ) {
        let before = self
        var each: [[Change]] = []
        var (undo, after): ([Effect], [Effect]) = ([], [])
        for (index, command) in commands.enumerated() {
            var record = Record(isReport: isReport(command, by: sender))
            do throws(Refusal) { try execute(command, by: sender, into: &record) } catch {
                self = before
                var refusal = error
                refusal.details["index"] = .int(index)
                throw refusal
            }
            let states = states(of: record)
            undo += states.before
            after += states.after
            each.append(record.changes)
        }
        var net = NetChanges(from: before, to: self, steps: each).changes
        if makesRequests(of: sender) {
            let own = net.count
            do throws(Refusal) {
                try checkRequests(in: net, by: sender)
                let changed = net.shownThings
                for (index, command) in commands.enumerated() {
                    let (again, first) = (try repeated(by: command, beside: changed, sender), net.count)
                    requestAgain(again, by: sender, into: &net)
                    each[index] += net[first...]
                }
            } catch {
                self = before
                throw error
            }
            request(&net, by: sender)
            after += states(ofBound: net[own...])
        }
        guard !net.isEmpty else {
            // Nothing is different, but ids of entries that came and went stay used: callers have seen them.
            let minted = navigation.minted
            self = before
            navigation.keepMinted(minted)
            return ([], each, minted == before.navigation.minted ? Effects() : Effects([.minted(minted)]))
        }
        if isPublication(commands, by: sender) {
            undo = []
            after.append(.published)
        }
        markLost(&undo)
        made(undo, by: sender.uid)
        return (net, each, Effects(after))
    }

    /// Whether changes may be requests: something is bound, or the sender wants it to be.
    func makesRequests(of sender: Sender) -> Bool { !bound.claims.isEmpty || sender.revertWithin != nil }

    /// Takes back a command that is refused after it was executed. A copy of the panel from before would make each command
    /// copy all that it changes.
    private mutating func takeBack(_ record: Record) {
        // With the content that the journal lacks.
        if case .state(.value(let key, let stored, _))? = record.replaced { return values.restore(stored, key) }
        for state in states(of: record).before.reversed() { put(state) }
    }

    /// A copy without the undo log, for another thread. This thread keeps appending to and trimming the log; memory
    /// shared between the two threads would be freed by the wrong one.
    public var withoutUndoLog: Panel {
        var panel = self
        panel.log = UndoLog()
        return panel
    }

    /// Starts a new revision.
    ///
    /// - Parameters:
    ///   - undo: the effects that take it back.
    ///   - uid: the user who made it.
    mutating func made(_ undo: [Effect], by uid: Int?) {
        revision += 1
        let step = UndoLog.Step(effects: undo.filter { !$0.isTransient }, uid: uid)
        log.append(step, undoSteps: limits.undoSteps, undoBytes: limits.undoBytes)
    }
}
