/// The net changes of a batch or an undo: a value that was changed and changed back is left out, and each subject
/// occurs once.
///
/// The commands' own changes only say which subjects were touched, and why. Comparing the panel before with the panel
/// after gives the difference.
struct NetChanges {
    private let before: Panel
    private let after: Panel
    private(set) var changes: [Change] = []
    /// The pickers whose selections are already in `changes`.
    private var told: Set<String> = []

    init(from before: Panel, to after: Panel, steps: [[Change]]) {
        self.before = before
        self.after = after
        guard steps.count != 1 else {
            changes = steps[0]
            return
        }
        var touched: [PartID: Int] = [:]
        var last: [Change] = []
        var order: [PartID] = []
        var navigation: [String: [NavChange]] = [:]
        var notes: [Change] = []
        var noted: Set<Change> = []
        for change in steps.joined() {
            let part: PartID
            switch change.part {
            // Reports, and what happens to a question, have no net form: each is listed once.
            case nil, .question?:
                if noted.insert(change).inserted { notes.append(change) }
                continue
            case let touched?: part = touched
            }
            if case .nav(let change) = change { navigation[change.stack, default: []].append(change) }
            if let index = touched[part] {
                last[index] = change
            } else {
                touched[part] = last.count
                last.append(change)
                order.append(part)
            }
        }
        // A redeclared group is compared as a whole, so the changes of its options are skipped.
        let redeclared = Set(order.compactMap { if case .group(let id) = $0 { id } else { nil } })
        let whys = Self.whys(last)
        for (part, change) in zip(order, last) {
            switch part {
            case .picker(let id): addPicker(id) { whys[$0] }
            case .selection(let id):
                let picker = Pickers.picker(of: id)
                if touched[.picker(picker)] == nil { addComponents(of: picker, whys) }
            case .orphaned(let id):
                // Publishing or removing the screen already reported this.
                if before.isOrphaned(screen: id) != after.isOrphaned(screen: id), after.screen(id) != nil {
                    changes.append(.orphaned(screen: id, to: after.isOrphaned(screen: id)))
                }
            case .group(let id): addGroup(id)
            case .option(let id), .enabled(let id):
                if !redeclared.contains(Toggles.root(of: id)) { addToggle(change, id) }
            case .value(let key): addValue(key)
            case .screen(let id): addScreen(id)
            case .target(let name):
                addSubject(.target, name, before.target(name) != nil, after.target(name) != nil) {
                    before.target(name) != after.target(name)
                }
            case .stack(let name): addStack(name, navigation[name] ?? [])
            case .environment(let scope): addEnvironment(scope)
            case .question: break
            }
        }
        changes += notes
    }

    /// The net changes of an undo. Stacks come first, so that an entry's environment follows the event that adds the
    /// entry.
    init(from before: Panel, to after: Panel, undoing restorations: [Effect]) {
        self.before = before
        self.after = after
        for (name, now) in after.navigation.stacks {
            guard let was = before.navigation.stacks[name], was != now else { continue }
            changes.append(.nav(Self.undone(from: was, to: now)))
        }
        var seen: Set<UndoConstraints.Subject> = []
        for case let subject? in restorations.lazy.map(\.part?.subject) where seen.insert(subject).inserted {
            switch subject {
            case .group(let id): addGroup(id, why: .undo)
            case .picker(let id): addPicker(id) { _ in .undo }
            case .value(let key): addValue(key)
            }
        }
        for scope in Panel.inOrder(Set(before.environments.keys).union(after.environments.keys)) {
            addEnvironment(scope)
        }
    }

    private static func undone(from was: NavigationStack, to now: NavigationStack) -> NavChange {
        let same = was.commonPrefix(with: now)
        return NavChange(
            stack: now.name, added: Array(now.entries.dropFirst(same)),
            removed: was.entries.dropFirst(same).reversed().map { .init(entry: $0, outcome: .reset) },
            top: now.top.id, canPop: now.canPop, transition: .set)
    }

    /// The last reason for which each component changed.
    private static func whys(_ changes: [Change]) -> [String: PickerChange.Why] {
        var whys: [String: PickerChange.Why] = [:]
        for case .picker(let change) in changes { whys[change.id] = change.why }
        return whys
    }

    // MARK: One subject each

    private mutating func addSubject(
        _ subject: Change.Subject, _ id: String, _ was: Bool, _ isThere: Bool, isDifferent: () -> Bool
    ) {
        if was, !isThere {
            changes.append(.removed(subject, id: id))
        } else if isThere, !was || isDifferent() {
            changes.append(.declared(subject, id: id))
        }
    }

    private mutating func addGroup(_ id: String, why: Change.Why = .direct) {
        switch (before.toggles[id], after.toggles[id]) {
        case (nil, .some): changes.append(.declared(.group, id: id))
        case (.some, nil): changes.append(.removed(.group, id: id))
        case (let was?, let group?): group.appendDifferences(from: was, why: why, into: &changes)
        case (nil, nil): break
        }
    }

    /// The change of an option's or group's state or enablement, unless its group was redeclared.
    private mutating func addToggle(_ change: Change, _ id: String) {
        guard let was = before.toggle(id), let now = after.toggle(id) else { return }
        switch change {
        case .option:
            if was.state != now.state { changes.append(change) }
        case .group:
            guard let from = was.state, let to = now.state, from != to else { return }
            changes.append(.group(id: id, from: from, to: to))
        default:
            guard was.isEnabled != now.isEnabled else { return }
            changes.append(.enabled(id: id, from: was.isEnabled, to: now.isEnabled))
        }
    }

    private mutating func addPicker(_ id: String, why: (String) -> PickerChange.Why?) {
        switch (before.pickers.all[id], after.pickers.all[id]) {
        case (nil, .some): changes.append(.declared(.picker, id: id))
        case (.some, nil): changes.append(.removed(.picker, id: id))
        case (let was?, let now?): now.appendDifferences(from: was, why: why, into: &changes)
        case (nil, nil): break
        }
    }

    /// The selections of a picker that was not redeclared. Adds all of them when the first is touched.
    private mutating func addComponents(of id: String, _ whys: [String: PickerChange.Why]) {
        guard told.insert(id).inserted else { return }
        addPicker(id) { whys[$0] }
    }

    private mutating func addValue(_ key: String) {
        let (was, now) = (before.values.all[key], after.values.all[key])
        addSubject(.value, key, was != nil, now != nil) { was?.declaration != now?.declaration }
        guard let now else { return }
        if was?.value ?? .null != now.value { changes.append(Values.change(key, from: was, to: now)) }
    }

    private mutating func addScreen(_ id: String) {
        guard let was = before.screen(id), let now = after.screen(id) else {
            return addSubject(.screen, id, before.screen(id) != nil, after.screen(id) != nil) { false }
        }
        if was != now { changes.append(.screen(id: id, nodes: now.body.differingNodes(from: was.body))) }
    }

    private mutating func addStack(_ name: String, _ steps: [NavChange]) {
        guard let now = after.stack(name) else {
            if before.stack(name) != nil { changes.append(.removed(.stack, id: name)) }
            return
        }
        let old = before.stack(name)?.entries ?? []
        let (oldIDs, newIDs) = (Set(old.map(\.id)), Set(now.entries.map(\.id)))
        var outcomes: [EntryID: NavChange.Removal.Outcome] = [:]
        for removal in steps.flatMap(\.removed) { outcomes[removal.entry.id] = removal.outcome }
        let added = now.entries.filter { !oldIDs.contains($0.id) }
        let removed: [NavChange.Removal] = old.reversed().compactMap { entry in
            guard !newIDs.contains(entry.id), let outcome = outcomes[entry.id] else { return nil }
            return .init(entry: entry, outcome: outcome)
        }
        guard !added.isEmpty || !removed.isEmpty else { return }
        // A stack that was removed and created again is reported as one path.
        let transitions = Set(steps.map(\.transition))
        changes.append(
            .nav(
                .init(
                    stack: name, added: added, removed: removed, top: now.top.id, canPop: now.canPop,
                    transition: transitions.count == 1 ? steps[0].transition : .set)))
    }

    private mutating func addEnvironment(_ scope: EnvironmentScope) {
        // An entry's environment disappears with the entry, whose removal is already reported.
        if case .entry(let id) = scope, after.find(id) == nil { return }
        let now = after.environment(scope)
        if now != before.environment(scope) { changes.append(.environment(scope, now)) }
    }
}
