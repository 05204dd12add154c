/// Effects without rules: what the journal replays, and what undo puts back.
extension Panel {
    /// Replays the effects of a command.
    ///
    /// - Parameters:
    ///   - makesRevision: whether the command made a revision.
    ///   - uid: the user who made it.
    public mutating func replay(_ effects: Effects, makesRevision: Bool, by uid: @autoclosure () -> Int? = nil) {
        var undo: [Effect] = []
        for effect in effects.items {
            if case .stack(let stack) = effect, stack.kept != nil {
                let was = navigation.stacks[stack.name]
                let environments = environments
                put(effect)
                let now = navigation.stacks[stack.name]
                undo.append(.stack(.init(name: stack.name, before: was, after: now, environments: environments)))
            } else {
                if let state = present(effect), !state.isTransient { undo.append(state) }
                put(effect)
            }
        }
        dropStates(ofRemoved: effects.items.compactMap(\.removal))
        guard makesRevision else { return }
        if effects.items.last == .published { undo = [] }
        markLost(&undo)
        made(undo, by: undo.isEmpty ? nil : uid())
    }

    /// Applies an effect without checking rules.
    mutating func put(_ effect: Effect) {
        switch effect {
        case .option(let id, let on): toggles.put(id, on: on)
        case .enabled(let id, let enabled): toggles.put(id, enabled: enabled)
        case .content(let key, let content): values.put(content: content, key)
        case .transient(let key, let content): if let content { values.put(content: content, key) }
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
        case .published, .lost: break
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
