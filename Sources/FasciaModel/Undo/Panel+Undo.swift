/// Restoring an earlier state, as a new revision.
///
/// Undo takes back what somebody has *done*: switches and their enablement, pickers, values, stacks and environment, and
/// also the declarations of scripts. All of it is restored together, so every rule that held then holds again.
///
/// Undo keeps what programs *publish*, because only they know it: screens, targets, and whatever a program declares that
/// handles actions or carries changes out (`Panel+Publications`). A state that such a program no longer offers stays as it
/// is. It also keeps what has *happened*: actions, issues, and which apps have disconnected.
///
/// Entry ids are never reused, so restored entries get new ids. A common prefix of a stack keeps its entries, as with
/// `set`. Undo neither creates nor removes stacks.
///
/// It also keeps what clients have reported about things that they carry out. Taking back a request of such a thing is a new
/// request to its client.
///
/// An undo is a revision like any other. Undoing the undo redoes what it took back.
extension Panel {
    /// The state that an undo would restore.
    ///
    /// - Throws: `notFound` if the goal is older than the undo log or in the future; `limit` if there is no room for what would
    ///   be restored; `conflict` if nothing of it can be what it was.
    public func restored(_ goal: UndoTarget, _ terms: UndoConstraints = UndoConstraints()) throws(Refusal) -> UndoPlan {
        let (goal, undone, restorations) = try restorations(to: goal, terms)
        var then = self
        for restoration in restorations where !isKept(restoration, terms) { then.putBack(restoration) }
        let touched = Set(restorations.lazy.compactMap(\.part?.subject))
        let lost = restorations.filter { if case .lost = $0 { true } else { false } }.compactMap(\.part)
        let misfits = then.settle(touched, now: self) + lost
        try then.checkRoom()
        var after = self
        (after.toggles, after.pickers, after.values) = (then.toggles, then.pickers, then.values)
        after.takeEnvironments(of: then)
        after.takeStacks(of: then)
        let items = Effect.leading(from: self, to: after, in: touched)
        if items.isEmpty, let misfit = misfits.first {
            throw Refusal(
                .conflict,
                "\(misfit.name) cannot be what it was: it was not known, or is no longer offered. Set it by hand, or undo more steps",
                details: ["revision": .int(goal)])
        }
        return UndoPlan(revision: goal, undone: undone, items: items, minted: after.navigation.minted)
    }

    /// Puts back what a step has changed. A declaration keeps the states of switches, and so does its undo, as far as somebody
    /// reports them, unless that breaks a rule.
    private mutating func putBack(_ effect: Effect) {
        guard case .group(let id, _?, _) = effect, !bound.claims.isEmpty, let there = toggles[id] else { return put(effect) }
        put(effect)
        let whole = toggles
        for (place, node) in there.layout.nodes.enumerated() where !node.isGroup && bound.claim(of: .option(node.id)) != nil {
            toggles.put(node.id, on: there.isOn(place))
        }
        if toggles[id]?.breaksRules == true, !there.breaksRules { toggles = whole }
    }

    /// The changes that restoring this state would make.
    public func changes(restoring state: UndoPlan) -> [Change] { restoring(state).changes }

    /// The changes that restoring this state would make, and the panel after them; none if it cannot be restored.
    package func restoring(_ state: UndoPlan) -> (changes: [Change], after: Panel) {
        var trial = self
        let changes = (try? trial.restore(state, by: Sender()).changes) ?? []
        return (changes, trial)
    }

    /// Restores the state as one revision.
    ///
    /// - Throws: `unavailable` if the claimer of a bound thing that would change has gone.
    mutating func restore(_ state: UndoPlan, by sender: Sender) throws(Refusal) -> (changes: [Change], effects: Effects) {
        let before = self
        for item in state.items.reversed() { put(item) }
        navigation.keepMinted(state.minted)
        var changes = NetChanges(from: before, to: self, undoing: state.items).changes
        guard !changes.isEmpty else {
            self = before
            return ([], Effects())
        }
        var undo = Effect.leading(from: self, to: before, in: Set(state.items.lazy.compactMap(\.part?.subject)))
        var after = state.items.reversed() + [.minted(navigation.minted)]
        if makesRequests(of: sender) {
            do throws(Refusal) { try checkRequests(in: changes, by: sender) } catch {
                self = before
                throw error
            }
            request(&changes, by: sender)
            after += states(ofBound: changes)
        }
        markLost(&undo)
        made(undo, by: sender.uid)
        return (changes, Effects(after))
    }

    /// Whether an effect can be applied: undo does not remove the new stack of a terminal, and it may be gone since.
    private func applies(_ effect: Effect, _ terms: UndoConstraints) -> Bool {
        switch effect {
        case .stack(let stack): stack.kept != nil && navigation.stacks[stack.name] != nil
        case .environment(.stack(let name), _): navigation.stacks[name] != nil
        default: !isKept(effect, terms)
        }
    }

    /// Whether a step only sets switches, choices and values: no declaration, environment or navigation.
    private func isSetting(_ step: UndoLog.Step) -> Bool {
        step.effects.allSatisfy { effect in
            switch effect {
            case .option, .content, .selection, .shown, .bound, .lost: true
            case .picker, .value: !effect.changesDeclaration(now: self)
            default: false
            }
        }
    }

    /// Whether the parts of a group or a picker depend on each other.
    private func hasRules(_ whole: PartID) -> Bool {
        switch whole {
        case .group(let id): toggles[id]?.layout.rules.isEmpty == false
        case .picker(let id): pickers.all[id]?.components.contains { $0.parent != nil } == true
        default: false
        }
    }

    /// The effects that lead to a goal, newest first, the revisions that they take back, and the one before the oldest of these.
    private func restorations(to goal: UndoTarget, _ terms: UndoConstraints) throws(Refusal)
        -> (revision: Int, undone: [Int], [Effect])
    {
        var walk = UndoWalk(self) { applies($0, terms) }
        let selected: (uid: Int, steps: Int, isWanted: (UndoLog.Step) -> Bool)? =
            switch goal {
            case .stepsOf(let uid, let steps): (uid, steps, { _ in true })
            case .settingOf(let uid): (uid, 1, isSetting)
            case .steps, .revision: nil
            }
        if let (uid, steps, isWanted) = selected {
            let latest = log.latest(log.count)
            let selection = UndoSelection(
                latest, uid: uid, steps: steps, isWanted: isWanted, takenBack: { walk.partsTakenBack(by: $0) }, hasRules: hasRules
            )
            if let changed = selection.changedSince {
                throw Refusal(
                    .conflict, "\(changed) was changed since by another user: undo that first, or set it by hand",
                    details: ["uid": .int(uid)])
            }
            if case .settingOf = goal, selection.found == 0 {
                throw Refusal(.notFound, "you have changed nothing that could be taken back", details: ["uid": .int(uid)])
            }
            guard selection.found == steps else {
                let there = selection.found == 0 ? "there is nothing" : "there are only \(selection.found) changes"
                throw Refusal(
                    .notFound, "\(there) of uid \(uid) to undo: the undo history starts at revision \(revision - log.count)",
                    details: ["uid": .int(uid), "steps": .int(selection.found)])
            }
            return (revision - selection.reach, selection.indices.map { revision - $0 }, selection.effects)
        }
        let goal = try revision(of: goal, terms)
        let steps = log.latest(revision - goal)
        let undone = steps.indices.filter { walk.takesBack(steps[$0]) }.map { revision - $0 }
        return (goal, undone, steps.flatMap { $0.effects.reversed() })
    }

    /// The revision that a goal means.
    ///
    /// - Throws: `notFound` if it is older than the undo log or in the future.
    public func revision(of goal: UndoTarget, _ terms: UndoConstraints = UndoConstraints()) throws(Refusal) -> Int {
        let start = revision - log.count
        switch goal {
        case .revision(let goal):
            guard goal <= revision else {
                throw Refusal(
                    .notFound, "there is no revision \(goal) yet: the panel is at \(revision)",
                    details: ["start": .int(start), "revision": .int(revision)])
            }
            guard goal >= start else {
                throw Refusal(
                    .notFound,
                    "revision \(goal) is older than the undo history, which starts at revision \(start)",
                    details: ["start": .int(start), "revision": .int(revision)])
            }
            return goal
        case .stepsOf, .settingOf: return try restorations(to: goal, terms).revision
        case .steps(let steps):
            var walk = UndoWalk(self) { applies($0, terms) }
            let (back, found) = log.reach(undoing: steps) { walk.takesBack($0) }
            guard found == steps else {
                let there =
                    found == 0
                    ? "there is nothing to undo" : "\(found) of these \(steps) steps can be undone"
                throw Refusal(
                    .notFound, "\(there): the undo history starts at revision \(start)",
                    details: ["start": .int(start), "revision": .int(revision), "steps": .int(found)])
            }
            return revision - back
        }
    }

    // MARK: Terms

    /// Whether an effect would change the declaration of a connected program, which would not learn of it.
    private func isKept(_ effect: Effect, _ terms: UndoConstraints) -> Bool {
        guard !terms.kept.isEmpty, let subject = effect.part?.subject, terms.kept.contains(subject) else { return false }
        return effect.changesDeclaration(now: self)
    }

    /// Groups, pickers and values that are newer and stay may leave no room for the restored ones.
    private func checkRoom() throws(Refusal) {
        for (count, limit, what) in [
            (toggles.all.count, limits.groups, "groups"), (pickers.all.count, limits.pickers, "pickers"),
            (values.all.count, limits.values, "values"),
            (toggles.all.reduce(0) { $0 + $1.layout.optionCount }, limits.options, "options"),
        ] where count > limit {
            throw Refusal(
                .limit, "undo would make \(count) \(what), but at most \(limit) are allowed: remove some first",
                details: ["limit": .string(what), "value": .int(limit)])
        }
    }

    // MARK: Stacks and their environments

    private mutating func takeEnvironments(of then: Panel) {
        for scope in Set(environments.keys).union(then.environments.keys) {
            switch scope {
            case .panel, .screen: break
            // A stack that stays keeps its environment.
            case .stack(let name): if then.navigation.stacks[name] == nil { continue }
            // `takeStacks` restores these with their entries.
            case .entry: continue
            }
            environments[scope] = then.environments[scope]
        }
    }

    private mutating func takeStacks(of then: Panel) {
        for (name, now) in navigation.stacks {
            guard let was = then.navigation.stacks[name] else { continue }
            let same = now.commonRoutes(with: was)
            for (place, old) in zip(now.entries, was.entries).prefix(same) {
                environments[.entry(place.id)] = then.environments[.entry(old.id)]
            }
            guard same < now.depth || same < was.depth else { continue }
            for place in now.standing.dropFirst(same) { environments[.entry(place.entry.id)] = nil }
            var standing = Array(now.standing.prefix(same))
            for place in was.standing.dropFirst(same) {
                var place = place
                let values = then.environments[.entry(place.entry.id)]
                // The peer that pushed the old entry is not the parent of the new one.
                place.entry = navigation.mint(place.entry.route)
                environments[.entry(place.entry.id)] = values
                standing.append(place)
            }
            navigation.stacks[name] = NavigationStack(name: name, standing: standing)
        }
    }
}

extension NavigationStack {
    /// The number of entries, from the root, with equal routes and equal layers.
    fileprivate func commonRoutes(with other: NavigationStack) -> Int {
        zip(standing, other.standing).prefix {
            $0.entry.route == $1.entry.route && $0.beginsLayer == $1.beginsLayer && $0.modal == $1.modal
        }.count
    }
}
