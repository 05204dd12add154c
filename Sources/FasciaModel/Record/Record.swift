import FasciaDocument

/// What one command does: the changes that everybody is told, and what is needed to know the states of all parts that it
/// touches, before and after. Undo puts back those before, and the journal stores those after (`Panel.states`), so that the
/// two cannot disagree.
///
/// Rules append changes. Some changes do not contain the state before: a command that replaces a whole part notes that first.
struct Record {
    var changes: [Change] = []
    /// Whether it only says what has happened: undo keeps that.
    let isReport: Bool
    /// The whole part that it replaces, as it was. All its changes are about this part, except those of bound things.
    var replaced: Before?
    /// Only these rows of a screen have been sent.
    var rows: RowsUpdate?

    init(isReport: Bool) { self.isReport = isReport }

    enum Before {
        case state(Effect)
        /// `nil` for a stack that the command creates. The effect that puts it back depends on what it becomes.
        case stack(String, NavigationStack?, [EnvironmentScope: JSON.Object])
    }
}

extension Panel {
    /// The states of the parts that a command has touched. Must be called directly after the command.
    ///
    /// - Returns: `before`, to be put back from the last to the first; `after`, in the order in which they came about.
    func states(of record: Record) -> (before: [Effect], after: [Effect]) {
        guard !record.changes.isEmpty else { return ([], []) }
        var (before, after): ([Effect], [Effect]) = ([], [])
        switch record.replaced {
        case .state(let state)?:
            before.append(state)
            if let now = present(state) { after.append(now) }
        case .stack(let name, let was, let environments)?:
            let now = navigation.stacks[name]
            before.append(.stack(.init(name: name, before: was, after: now, environments: environments)))
            after.append(.stack(.init(name: name, before: now, after: was, environments: self.environments)))
            after.append(.minted(navigation.minted))
        case nil: break
        }
        for change in record.changes where record.replaced == nil || change.isOfBoundThing {
            append(change, of: record, &before, &after)
        }
        return (record.isReport ? [] : before, after)
    }

    /// The states of bound things that changes have announced.
    func states(ofBound changes: some Sequence<Change>) -> [Effect] {
        var (before, after): ([Effect], [Effect]) = ([], [])
        for change in changes where change.isOfBoundThing { append(change, of: Record(isReport: false), &before, &after) }
        return after
    }

    /// A change has the state before, if undo can take it back. If it lacks the state after, that is read from the panel.
    private func append(_ change: Change, of record: Record, _ before: inout [Effect], _ after: inout [Effect]) {
        switch change {
        case .option(let option):
            before.append(.option(id: option.id, on: option.from))
            after.append(
                record.isReport ? .shown(.option(option.id), .bool(option.to)) : .option(id: option.id, on: option.to))
        case .enabled(let id, let from, let to):
            before.append(.enabled(id: id, from))
            after.append(.enabled(id: id, to))
        case .picker(let picker):
            before.append(.selection(id: picker.id, picker.from))
            after.append(
                record.isReport
                    ? .shown(.picker(picker.id), picker.to.map { .string($0) } ?? .null) : .selection(id: picker.id, picker.to))
        case .value(let key, let from, let to):
            before.append(.content(key: key, from))
            after.append(record.isReport ? .shown(.value(key), to) : .content(key: key, to))
        case .transient(let key, _, _): after.append(.transient(key: key, nil))
        case .declared(.value, let key):
            before.append(.value(key: key, nil, at: 0))
            after.append(value(key))
        case .declared(.screen, let id), .removed(.screen, let id): after.append(.screen(id: id, screens[id]))
        case .screen(let id, _):
            // Rows change often, and their screen may be large.
            after.append(record.rows.map { .rows(screen: id, $0) } ?? .screen(id: id, screens[id]))
        case .orphaned(let screen, let isOrphaned): after.append(.orphaned(screen: screen, isOrphaned))
        case .declared(.target, let name), .removed(.target, let name):
            after.append(.target(name: name, navigation.targets[name]))
        case .removed(.stack, let name):
            after.append(.stack(.init(name: name, kept: nil, above: [], environments: [:])))
            after.append(.environment(.stack(name), [:]))
        case .question(let change): after.append(.question(id: change.id, questions[change.id]))
        case .claimed: after.append(.claims(bound.claims, last: bound.lastNumber))
        case .bound(let change):
            // The journal lacks the progress, and all about a value that it lacks.
            if case .progress = change.kind { break }
            if !isTransient(change.thing) { after.append(.bound(change.thing, bound[change.thing])) }
        // Their commands replace the whole part.
        case .declared(.group, _), .declared(.picker, _), .declared(.stack, _), .removed(.group, _), .removed(.picker, _),
            .removed(.value, _), .environment, .nav:
            break
        // The states of groups follow from their switches. Reports change no part.
        case .group, .action, .issue: break
        }
    }

    /// The present state of what an effect sets; `nil` if undo does not apply to that.
    func present(_ effect: Effect) -> Effect? {
        switch effect {
        case .option(let id, _): .option(id: id, on: toggles.isOn(id) ?? false)
        case .enabled(let id, _): .enabled(id: id, toggles.isEnabled(id) ?? true)
        case .content(let key, _): .content(key: key, values.all[key]?.value ?? .null)
        // Its content is in no journal.
        case .transient(let key, _): .transient(key: key, nil)
        case .selection(let id, _): .selection(id: id, pickers.selection(id) ?? nil)
        case .group(let id, _, _): group(id)
        case .picker(let id, _, _): picker(id)
        case .value(let key, _, _): value(key)
        case .environment(let scope, _): .environment(scope, environments[scope] ?? [:])
        case .stack, .screen, .rows, .orphaned, .target, .minted, .shown, .bound, .claims, .question, .published, .lost: nil
        }
    }

    func group(_ id: String) -> Effect { .group(id: id, toggles[id], at: toggles.position(of: id)) }

    func picker(_ id: String) -> Effect { .picker(id: id, pickers.all[id], at: pickers.position(of: id)) }

    func value(_ key: String) -> Effect { .value(key: key, values.all[key], at: values.position(of: key)) }

    /// A transient value with its content, which only a refused command puts back.
    func transient(_ key: String) -> Effect { .transient(key: key, values.all[key]?.value) }

    func wholeStack(_ name: String) -> Record.Before { .stack(name, navigation.stacks[name], environments) }
}

extension Change {
    fileprivate var isOfBoundThing: Bool {
        switch self {
        case .bound, .claimed: true
        default: false
        }
    }
}
