import FasciaDocument
import OrderedCollections

/// The whole state of one panel, and the only way to change it.
///
/// A plain value without I/O or a clock. Everything in it is a value type or immutable, so a copy is a snapshot;
/// copying is cheap until one of the copies changes.
public struct Panel: Equatable, Sendable {
    public let limits: Limits
    /// The number of commands that have changed something; 0 for a new panel.
    public private(set) var revision = 0

    var navigation: Navigation
    var toggles = Toggles()
    var pickers = Pickers()
    var values = Values()
    var screens: OrderedDictionary<String, Screen> = [:]
    /// The screens whose app has disconnected.
    var orphaned: Set<String> = []
    /// Holds no scope without values.
    var environments: [EnvironmentScope: JSON.Object] = [:]
    var bound = BoundThings()
    var questions = Questions()
    private(set) var log = UndoLog()
    /// Whether it is only what somebody sees of a panel.
    package internal(set) var isPartial = false

    /// A panel with the stack `main`, whose root is the screen `home`.
    public init(limits: Limits = .init()) {
        self.limits = limits
        navigation = Navigation(limits: limits)
    }

    /// Restores a panel from its parts.
    init(
        limits: Limits, revision: Int, navigation: Navigation, toggles: Toggles, pickers: Pickers, values: Values,
        screens: OrderedDictionary<String, Screen>, orphaned: Set<String>,
        environments: [EnvironmentScope: JSON.Object], bound: BoundThings = BoundThings(),
        questions: Questions = Questions()
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
        switch command {
        case .batch(let commands): return try applyBatch(commands, by: sender).net
        case .undo(let goal): return try restore(try restored(goal), by: sender)
        case .restore(let state): return try restore(state, by: sender)
        default: break
        }
        let memory = memory(before: command)
        let isBound = !bound.claims.isEmpty || sender.revertWithin != nil
        let isReport = isReport(command, by: sender)
        let stored = storedValue(before: command)
        var changes: [Change] = []
        try execute(command, by: sender, into: &changes)
        if isBound, !isReport { requestAgain(command, by: sender, into: &changes) }
        guard !changes.isEmpty else { return changes }
        guard !isReport else {
            // Undo keeps what has happened.
            made([], by: sender.uid)
            return changes
        }
        if isBound {
            do throws(Refusal) { try request(&changes, by: sender) } catch {
                takeBack(changes, memory, stored)
                throw error
            }
        }
        made(memory.map { [effect(of: $0)] } ?? Effect.undoing(changes), by: sender.uid)
        return changes
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
        var restorations: [Effect] = []
        var effects = Effects()
        for (index, command) in commands.enumerated() {
            var changes: [Change] = []
            do throws(Refusal) {
                if case .batch = command {
                    throw Refusal(.invalid, "batches cannot be nested: list the commands directly")
                }
                let memory = memory(before: command)
                let isReport = isReport(command, by: sender)
                try execute(command, by: sender, into: &changes)
                if !changes.isEmpty, !isReport { restorations += memory.map { [effect(of: $0)] } ?? Effect.undoing(changes) }
                effects.append(self.effects(of: command, isReport: isReport, changes))
            } catch {
                self = before
                var refusal = error
                refusal.details["index"] = .int(index)
                throw refusal
            }
            each.append(changes)
        }
        var net = NetChanges(from: before, to: self, steps: each).changes
        if !bound.claims.isEmpty || sender.revertWithin != nil {
            let own = net.count
            do throws(Refusal) { try request(&net, by: sender) } catch {
                self = before
                throw error
            }
            for change in net[own...] { append(change, of: .batch([]), to: &effects.items) }
        }
        if net.isEmpty {
            // Nothing is different, but ids of entries that came and went stay used: callers have seen them.
            let minted = navigation.minted
            self = before
            navigation.keepMinted(minted)
            effects = minted == before.navigation.minted ? Effects() : Effects([.minted(minted)])
        } else {
            made(restorations, by: sender.uid)
        }
        return (net, each, effects)
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
        log.append(UndoLog.Step(effects: undo, uid: uid), undoSteps: limits.undoSteps, undoBytes: limits.undoBytes)
    }

    /// Changes nothing if it throws.
    private mutating func execute(
        _ command: Command, by sender: Sender, into changes: inout [Change]
    ) throws(Refusal) {
        if try executeReport(command, by: sender, into: &changes) { return }
        switch command {
        case .push(let stack, let route, let handles):
            commit(try navigation.push(stack: stack, route: route, handles: handles), into: &changes)
        case .pop(let stack, let entry):
            commit(try navigation.pop(stack: stack, entry: entry), into: &changes)
        case .popTo(let stack, let place):
            commit(try navigation.popTo(stack: stack, place), into: &changes)
        case .replace(let stack, let entry, let route):
            commit(try navigation.replace(stack: stack, entry: entry, route: route), into: &changes)
        case .modal(let stack, let route, let style, let handles):
            commit(
                try navigation.modal(stack: stack, route: route, style: style, handles: handles), into: &changes)
        case .close(let stack, let entry):
            commit(try navigation.close(stack: stack, entry: entry), into: &changes)
        case .next(let stack, let target):
            commit(try navigation.next(stack: stack, target: target), into: &changes)
        case .setPath(let stack, let path):
            commit(try navigation.set(stack: stack, path: path), into: &changes)
        case .declareTarget(let target):
            if try navigation.declare(target) { changes.append(.declared(.target, id: target.name)) }
        case .removeTarget(let name):
            try navigation.removeTarget(name)
            changes.append(.removed(.target, id: name))
        case .removeStack(let name):
            let root = try navigation.removeStack(name)
            environments[.stack(name)] = nil
            environments[.entry(root)] = nil
            changes.append(.removed(.stack, id: name))
        case .declareGroup(let declaration):
            try toggles.declare(declaration, limits: limits, into: &changes)
        case .removeGroup(let id):
            try toggles.remove(id, into: &changes)
        case .setToggle(let id, let on):
            try checkEnabled(id, for: sender)
            try toggles.set(id, on: on, into: &changes)
        case .flipToggle(let id, let expect):
            try toggles.flip(id, expect: expect, into: &changes)
        case .enableToggle(let id, let enabled):
            try toggles.enable(id, enabled, into: &changes)
        case .declarePicker(let declaration):
            try pickers.declare(declaration, limits: limits, into: &changes)
        case .removePicker(let id):
            try pickers.remove(id, into: &changes)
        case .pick(let id, let element):
            try pickers.pick(id, element: element, into: &changes)
        case .setElements(let id, let elements, let elementsFor):
            try pickers.setElements(id, elements, elementsFor: elementsFor, limits: limits, into: &changes)
        case .declareValue(let declaration):
            try values.declare(declaration, limits: limits, into: &changes)
        case .setValue(let key, let value):
            try values.set(key, value, limits: limits, into: &changes)
        case .removeValue(let key):
            try values.remove(key, into: &changes)
        case .resetTransientValues:
            values.resetTransient(into: &changes)
            dropTransientStates()
        case .putScreen(let screen):
            try put(screen, into: &changes)
        case .removeScreen(let id):
            try removeScreen(id, into: &changes)
        case .putRows(let screen, let rows):
            try put(rows, screen: screen, into: &changes)
        case .setEnvironment(let scope, let values):
            try set(values, in: scope, into: &changes)
        case .setOrphaned(let screens, let isOrphaned):
            for screen in screens { setOrphaned(screen, isOrphaned, into: &changes) }
        case .claim(let request): try claim(request, by: sender, into: &changes)
        case .release(let ids): try release(ids, by: sender, into: &changes)
        case .reportThing(let thing, let report): try self.report(thing, report, by: sender, into: &changes)
        case .confirm(let thing): try confirm(thing, into: &changes)
        case .settle(let thing, let begun, let failure, let isOfValue, let isCancelled):
            settle(thing, begun: begun, failure, isCancelled: isCancelled, by: sender, into: &changes)
            if isOfValue { bound.forgetFailure(of: thing) }
        case .revertUnconfirmed(let thing): revertUnconfirmed(thing, by: sender, into: &changes)
        case .leave(let clients, let reason): leave(clients, reason, by: sender, into: &changes)
        case .silence(let client, let reason): silence(client, reason, by: sender, into: &changes)
        case .question(let command):
            try questions.apply(command, by: sender, limits: limits, into: &changes)
        case .report(let report):
            changes.append(.action(report))
        case .reportIssue(let issue):
            changes.append(.issue(issue))
        case .undo, .restore:
            throw Refusal(
                .invalid,
                "a batch cannot contain an undo: send it separately")
        case .batch:
            throw Refusal(.invalid, "batches cannot be nested: list the commands directly")
        }
    }

    // MARK: Navigation

    /// Removing an entry removes its environment.
    private mutating func commit(_ change: NavChange?, into changes: inout [Change]) {
        guard let change else { return }
        for removal in change.removed where !environments.isEmpty {
            environments[.entry(removal.entry.id)] = nil
        }
        changes.append(.nav(change))
    }

    // MARK: Screens

    private mutating func put(_ screen: Screen, into changes: inout [Change]) throws(Refusal) {
        try Naming.check(screen.id, "the screen's id")
        let before = screens[screen.id]
        if let before { try Naming.checkBytes(of: screen.id, against: before.id, "screen") }
        // Publishing a screen shows that its app is connected.
        guard before != screen else { return setOrphaned(screen.id, false, into: &changes) }
        guard before != nil || screens.count < limits.screens else {
            throw .limit("screens", limits.screens, "there are \(limits.screens) screens already: remove one first")
        }
        try limits.check(screen)
        screens[screen.id] = screen
        if let before {
            changes.append(.screen(id: screen.id, nodes: screen.body.differingNodes(from: before.body)))
        } else {
            changes.append(.declared(.screen, id: screen.id))
        }
        setOrphaned(screen.id, false, into: &changes)
        if let issue = ActionNames.issue(about: screen, replacing: before) { changes.append(.issue(issue)) }
        if let issue = Shortcut.issue(about: screen, replacing: before) { changes.append(.issue(issue)) }
    }

    private mutating func put(_ rows: RowsUpdate, screen id: String, into changes: inout [Change]) throws(Refusal) {
        let before = try requireScreen(id)
        var screen = before
        screen.body = try before.body.updated(rows, screen: id)
        guard screen != before else { return }
        try limits.check(screen)
        screens[id] = screen
        changes.append(.screen(id: id, nodes: screen.body.differingNodes(from: before.body)))
    }

    private mutating func removeScreen(_ id: String, into changes: inout [Change]) throws(Refusal) {
        guard screens.removeValue(forKey: id) != nil else { throw noScreen(id) }
        orphaned.remove(id)
        changes.append(.removed(.screen, id: id))
    }

    private mutating func setOrphaned(_ id: String, _ isOrphaned: Bool, into changes: inout [Change]) {
        guard screens[id] != nil, orphaned.contains(id) != isOrphaned else { return }
        if isOrphaned { orphaned.insert(id) } else { orphaned.remove(id) }
        changes.append(.orphaned(screen: id, to: isOrphaned))
    }

    // MARK: Environment

    /// A screen's scope may be set before the screen exists; stacks and entries must exist.
    private mutating func set(_ new: JSON.Object, in scope: EnvironmentScope, into changes: inout [Change])
        throws(Refusal)
    {
        switch scope {
        case .panel: break
        case .screen(let id): try Naming.check(id, "the screen's id")
        case .stack(let name): _ = try navigation.slot(name)
        case .entry(let id): _ = try requireEntry(id)
        }
        // Whatever does not fit is not merged first.
        try checkSize(ofEnvironment: new)
        let before = environments[scope] ?? [:]
        var after = before
        let removed = Set(new.members.lazy.filter { $0.value == .null }.map { ExactText($0.key) })
        if !removed.isEmpty { after.removeAll { removed.contains(ExactText($0.key)) } }
        for member in new.members where member.value != .null { after[member.key] = member.value }
        guard after != before else { return }
        try limits.checkNesting(of: .object(after), "the environment")
        try checkSize(ofEnvironment: after)
        environments[scope] = after.isEmpty ? nil : after
        changes.append(.environment(scope, after))
    }

    private func checkSize(ofEnvironment values: JSON.Object) throws(Refusal) {
        guard !JSON.object(values).fits(bytes: limits.valueBytes) else { return }
        throw .limit(
            "valueBytes", limits.valueBytes, "the environment of one scope holds at most \(limits.valueBytes) bytes of JSON")
    }
}
