import OrderedCollections

extension Navigation {
    // MARK: Whole paths

    /// Makes the stack equal to the path. The longest common prefix keeps its entries.
    mutating func set(stack: String, path: [PathStep]) throws(Refusal) -> NavChange? {
        try checkWhole(path, "the path of stack \"\(stack)\"")
        if let slot = stacks.index(forKey: stack) {
            try Naming.checkBytes(of: stack, against: stacks.keys[slot], "stack")
            try checkDepth(path.count, of: stack)
            return rebuild(slot, keeping: stacks.values[slot].commonPrefix(with: path), path)
        }
        try Naming.check(stack, "the stack's name")
        guard stacks.count < limits.stacks else {
            throw .limit("stacks", limits.stacks, "there are \(limits.stacks) stacks already: remove one first with nav.remove")
        }
        try checkDepth(path.count, of: stack)
        var made = NavigationStack(name: stack, root: mint(path[0].route))
        for step in path.dropFirst() { made.add(mint(step.route), modal: step.modal) }
        stacks[stack] = made
        return change(stacks.count - 1, added: made.entries, transition: .set)
    }

    mutating func next(stack: String, target name: String) throws(Refusal) -> NavChange? {
        let slot = try slot(stack)
        guard let target = targets[name] else {
            guard name != Self.rootTarget else { return keep(1, in: slot, outcome: .reset, transition: .set) }
            let there = targets.keys.filter { $0 != Self.rootTarget } + [Self.rootTarget]
            let helps = Suggestion.text(for: name, among: there, has: "there are", none: "")
            throw Refusal(
                .notFound, "no target \"\(name)\": \(helps)",
                details: ["target": .string(name), "targets": .array(there.map { .string($0) })])
        }
        let now = stacks.values[slot]
        switch target.mode {
        case .reset:
            try checkDepth(target.path.count, of: stack)
            return rebuild(slot, keeping: now.commonPrefix(with: target.path), target.path)
        case .popToOrPush:
            if let count = now.lastOccurrence(of: target.path) {
                return keep(count, in: slot, outcome: .popped, transition: .pop)
            }
            fallthrough
        case .push:
            try checkDepth(now.depth + target.path.count, of: stack)
            let added = append(target.path, to: slot)
            return change(slot, added: added, transition: target.path.contains { $0.modal != nil } ? .modal : .push)
        }
    }

    // MARK: Targets

    /// - Returns: whether anything changed.
    mutating func declare(_ target: Target) throws(Refusal) -> Bool {
        try Naming.check(target.name, "the target's name")
        let what = "the path of target \"\(target.name)\""
        if target.mode == .reset {
            try checkWhole(target.path, what)
        } else {
            try check(target.path, what)
        }
        guard target.path.count <= limits.depth else {
            throw .limit(
                "depth", limits.depth, "\(what) has \(target.path.count) steps: a stack holds at most \(limits.depth) entries")
        }
        if let before = targets[target.name] { try Naming.checkBytes(of: target.name, against: before.name, "target") }
        guard targets[target.name] != nil || targets.count < limits.targets else {
            throw .limit("targets", limits.targets, "there are \(limits.targets) targets already: remove one first")
        }
        guard targets[target.name] != target else { return false }
        targets[target.name] = target
        return true
    }

    mutating func removeTarget(_ name: String) throws(Refusal) {
        guard targets.removeValue(forKey: name) == nil else { return }
        let helps = Suggestion.text(for: name, among: targets.keys, has: "there are", none: "none has been declared")
        throw Refusal(.notFound, "no declared target \"\(name)\": \(helps)", details: ["target": .string(name)])
    }

    /// - Returns: the stack's root entry, which is removed with it.
    mutating func removeStack(_ name: String) throws(Refusal) -> EntryID {
        let slot = try slot(name)
        guard name != Self.mainStack else {
            throw Refusal(
                .refused, "the stack \"\(name)\" cannot be removed: nav.popTo {\"index\": 0} goes back to its root",
                details: ["stack": .string(name)])
        }
        let stack = stacks.values[slot]
        guard stack.depth == 1 else {
            throw Refusal(
                .refused,
                "stack \"\(name)\" has \(stack.depth) entries, but only a stack with its root alone can be removed; "
                    + "nav.popTo {\"stack\": \"\(name)\", \"index\": 0} goes back to its root",
                details: ["stack": .string(name), "entries": .int(stack.depth)])
        }
        stacks.remove(at: slot)
        return stack.top.id
    }

    // MARK: Steps of commands

    /// Removes all entries above the lowest `count`, then appends the rest of the path.
    private mutating func rebuild(_ slot: Int, keeping count: Int, _ path: [PathStep]) -> NavChange? {
        guard count > 0 else { return rebuildRoot(slot, path) }
        let removed = stacks.values[slot].keep(count)
        let added = append(path.dropFirst(count), to: slot)
        guard !removed.isEmpty || !added.isEmpty else { return nil }
        return change(slot, added: added, removed: removed, outcome: .reset, transition: .set)
    }

    private mutating func rebuildRoot(_ slot: Int, _ path: [PathStep]) -> NavChange {
        let removed: [Entry] = stacks.values[slot].entries.reversed()
        stacks.values[slot] = NavigationStack(name: stacks.values[slot].name, root: mint(path[0].route))
        let added = [stacks.values[slot].top] + append(path.dropFirst(), to: slot)
        return change(slot, added: added, removed: removed, outcome: .reset, transition: .set)
    }

    private mutating func append(_ path: some Sequence<PathStep>, to slot: Int) -> [Entry] {
        path.map { step in
            let entry = mint(step.route)
            stacks.values[slot].add(entry, modal: step.modal)
            return entry
        }
    }

    private func check(_ path: [PathStep], _ what: String) throws(Refusal) {
        guard !path.isEmpty else { throw Refusal(.invalid, "\(what) is empty: it needs at least one step") }
        for step in path { try check(step.route) }
    }

    /// A path for a whole stack begins with the root of the base layer.
    private func checkWhole(_ path: [PathStep], _ what: String) throws(Refusal) {
        try check(path, what)
        guard path[0].modal == nil else {
            throw Refusal(.invalid, "\(what) begins with a modal: the first step is the root of the base layer")
        }
    }
}
