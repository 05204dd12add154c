extension Panel {
    /// Applies one command like `apply`, and also returns its effects.
    public mutating func perform(
        _ command: Command, by sender: Sender = Sender()
    ) throws(Refusal) -> (changes: [Change], effects: Effects) {
        switch command {
        case .batch(let commands):
            let (net, _, effects) = try applyBatch(commands, by: sender)
            return (net, effects)
        case .undo(let goal): return try perform(.restore(try restored(goal)), by: sender)
        default:
            let isReport = isReport(command, by: sender)
            let changes = try apply(command, by: sender)
            return (changes, effects(of: command, isReport: isReport, changes))
        }
    }

    /// The effects of a command. Must be called directly after the command.
    ///
    /// - Parameter isReport: whether it only states what has happened.
    func effects(of command: Command, isReport: Bool, _ changes: [Change]) -> Effects {
        guard !changes.isEmpty else { return Effects() }
        var effects = isReport ? Effects() : requested(by: command, changes)
        for change in changes {
            if isReport {
                appendReported(change, to: &effects.items)
            } else if change.isOfBoundThing {
                append(change, of: command, to: &effects.items)
            }
        }
        return effects
    }

    /// The effects of a report: undo does not take them back.
    private func appendReported(_ change: Change, to effects: inout [Effect]) {
        switch change {
        case .option(let option): effects.append(.shown(.option(option.id), .bool(option.to)))
        case .picker(let picker): effects.append(.shown(.picker(picker.id), picker.to.map { .string($0) } ?? .null))
        case .value(let key, _, let to): effects.append(.shown(.value(key), to))
        default: append(change, of: .batch([]), to: &effects)
        }
    }

    /// The effects of a command beside those on bound things.
    private func requested(by command: Command, _ changes: [Change]) -> Effects {
        switch command {
        case .declareGroup(let declaration): return Effects([group(declaration.id)])
        case .removeGroup(let id): return Effects([group(id)])
        case .declarePicker(let declaration): return Effects([picker(declaration.id)])
        case .removePicker(let id), .setElements(let id, _, _): return Effects([picker(Pickers.picker(of: id))])
        case .declareValue(let declaration): return Effects([value(declaration.key)])
        case .removeValue(let key): return Effects([value(key)])
        case .declareTarget(let target): return Effects([.target(name: target.name, navigation.targets[target.name])])
        case .removeTarget(let name): return Effects([.target(name: name, nil)])
        case .removeStack(let name):
            let gone = StackEffect(name: name, kept: nil, above: [], environments: [:])
            return Effects([.stack(gone), .environment(.stack(name), [:])])
        case .removeScreen(let id): return Effects([.screen(id: id, nil)])
        case .restore(let state): return Effects(state.items.reversed() + [.minted(navigation.minted)])
        case .setToggle, .flipToggle, .enableToggle, .pick, .setValue, .resetTransientValues, .setOrphaned, .putScreen, .putRows,
            .setEnvironment, .question,
            .push, .pop, .popTo, .replace, .modal, .close, .next, .setPath:
            var effects = Effects()
            for change in changes where !change.isOfBoundThing { append(change, of: command, to: &effects.items) }
            return effects
        case .report, .reportIssue, .undo, .batch, .claim, .release, .reportThing, .confirm, .settle, .revertUnconfirmed, .leave,
            .silence:
            return Effects()
        }
    }

    /// Appends the effect of a change. If the change does not contain the new state, the effect reads it from the
    /// panel.
    func append(_ change: Change, of command: Command, to effects: inout [Effect]) {
        switch change {
        case .bound(let change):
            // The journal lacks the progress, and all about a value that it lacks.
            if case .progress = change.kind { break }
            if !isTransient(change.thing) { effects.append(.bound(change.thing, bound[change.thing])) }
        case .claimed: effects.append(.claims(bound.claims, last: bound.lastNumber))
        case .option(let option): effects.append(.option(id: option.id, on: option.to))
        case .enabled(let id, _, let to): effects.append(.enabled(id: id, to))
        case .value(let key, _, let to): effects.append(.content(key: key, to))
        case .transient(let key, _, _): effects.append(.transient(key: key))
        case .picker(let picker): effects.append(.selection(id: picker.id, picker.to))
        case .orphaned(let screen, let isOrphaned): effects.append(.orphaned(screen: screen, isOrphaned))
        case .declared(.value, let key): effects.append(value(key))
        case .declared(.screen, let id): effects.append(.screen(id: id, screens[id]))
        case .screen(let id, _):
            // Stores only the update: rows change often, and their screen may be large.
            if case .putRows(_, let update) = command {
                effects.append(.rows(screen: id, update))
            } else {
                effects.append(.screen(id: id, screens[id]))
            }
        case .question(let change): effects.append(.question(id: change.id, questions[change.id]))
        case .environment(let scope, let values): effects.append(.environment(scope, values))
        case .nav(let change): effects += [stack(after: change), .minted(navigation.minted)]
        case .group, .declared, .removed, .action, .issue: break
        }
    }

    /// The stack's entries from the first new one.
    private func stack(after change: NavChange) -> Effect {
        let standing = navigation.stacks[change.stack]?.standing ?? []
        let new = Set(change.added.lazy.map(\.id))
        let kept = standing.firstIndex { new.contains($0.entry.id) } ?? standing.count
        var stack = StackEffect(name: change.stack, kept: kept, above: Array(standing[kept...]), environments: [:])
        for place in stack.above { stack.environments[place.entry.id] = environments[.entry(place.entry.id)] }
        return .stack(stack)
    }

    // MARK: Replaying

    /// Replays the effects of a command.
    ///
    /// - Parameters:
    ///   - makesRevision: whether the command made a revision.
    ///   - uid: the user who made it.
    public mutating func replay(_ effects: Effects, makesRevision: Bool, by uid: @autoclosure () -> Int? = nil) {
        var undo: [Effect] = []
        for effect in effects.items {
            let memory = memory(before: effect)
            put(effect)
            if let memory { undo.append(self.effect(of: memory)) }
        }
        if effects.items.contains(where: \.mayRemoveThings) { dropStatesOfRemoved() }
        if makesRevision { made(undo, by: undo.isEmpty ? nil : uid()) }
    }

    /// The state to record before an effect is applied; `nil` if undo does not affect it.
    private func memory(before effect: Effect) -> Memory? {
        switch effect {
        case .option(let id, let on): .thing(.option(id: id, on: !on))
        case .enabled(let id, let enabled): .thing(.enabled(id: id, !enabled))
        case .content(let key, _): .thing(.content(key: key, values.all[key]?.value ?? .null))
        case .group(let id, _, _): .thing(group(id))
        case .picker(let id, _, _): .thing(picker(id))
        case .selection(let id, _): .thing(picker(Pickers.picker(of: id)))
        case .value(let key, _, _): .thing(value(key))
        case .environment(let scope, _): .thing(.environment(scope, environments[scope] ?? [:]))
        case .stack(let stack): stack.kept == nil ? nil : .stack(stack.name, navigation.stacks[stack.name], environments)
        case .transient, .screen, .rows, .orphaned, .target, .minted, .shown, .bound, .claims, .question: nil
        }
    }

    /// Applies an effect without checking rules.
    mutating func put(_ effect: Effect) {
        switch effect {
        case .option(let id, let on): toggles.put(id, on: on)
        case .enabled(let id, let enabled): toggles.put(id, enabled: enabled)
        case .content(let key, let content): values.put(content: content, key)
        case .transient: break
        case .selection(let id, let element): pickers.put(selection: element, id)
        case .group(let id, let group, let place):
            toggles.put(group, id, at: place)
        case .picker(let id, let picker, let place):
            pickers.put(picker, id, at: place)
        case .value(let key, let stored, let place):
            values.put(stored, key, at: place)
        case .shown(.option(let id), let value): toggles.put(id, on: value == .bool(true))
        case .shown(.picker(let id), let value): pickers.put(selection: value.stringValue, id)
        case .shown(.value(let key), let value): values.put(content: value, key)
        case .bound(let thing, let state): bound.put(state, thing)
        case .question(let id, let question): questions.put(question, id)
        case .claims(let claims, let last): bound.put(claims, lastNumber: last)
        case .environment(let scope, let values): environments[scope] = values.isEmpty ? nil : values
        case .stack(let stack): put(stack)
        case .screen(let id, let screen):
            screens[id] = screen
            if screen == nil { orphaned.remove(id) }
        case .rows(let id, let update):
            guard var screen = screens[id], let body = screen.body.replaying(update) else { return }
            screen.body = body
            screens[id] = screen
        case .orphaned(let screen, let isOrphaned):
            if isOrphaned { orphaned.insert(screen) } else { orphaned.remove(screen) }
        case .target(let name, let target): navigation.targets[name] = target
        case .minted(let number): navigation.keepMinted(number)
        }
    }

    /// The added entries keep the ids in the effect.
    private mutating func put(_ stack: StackEffect) {
        let standing = navigation.stacks[stack.name]?.standing ?? []
        for place in standing.dropFirst(stack.kept ?? 0) { environments[.entry(place.entry.id)] = nil }
        navigation.stacks[stack.name] = stack.kept.flatMap { kept in
            NavigationStack(name: stack.name, standing: standing.prefix(kept) + stack.above)
        }
        for (entry, values) in stack.environments { environments[.entry(entry)] = values }
    }
}

extension Change {
    fileprivate var isOfBoundThing: Bool {
        switch self {
        case .bound, .claimed: true
        default: false
        }
    }
}
