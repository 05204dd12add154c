extension Panel {
    /// The violated invariants; empty for every panel that commands can make. For tests and self-checks. O(size of the
    /// panel).
    public func checkInvariants() -> [String] {
        var problems: [String] = []
        if navigation.stacks.keys.first != Navigation.mainStack { problems.append("the stack main is missing") }
        var seen: Set<EntryID> = []
        for (name, stack) in navigation.stacks {
            problems += stack.checkInvariants()
            if stack.name != name { problems.append("stack \(name) calls itself \(stack.name)") }
            if stack.depth > limits.depth { problems.append("stack \(name) is too deep") }
            for entry in stack.entries {
                if !seen.insert(entry.id).inserted { problems.append("entry \(entry.id) is there twice") }
                if !wasMinted(entry.id) { problems.append("entry \(entry.id) was never minted") }
            }
        }
        for (id, group) in zip(toggles.ids, toggles.all) {
            // A report may break rules: it states the actual state.
            problems += group.checkInvariants(rules: bound.isUnused)
            if group.layout.nodes[0].id != id { problems.append("group \(id) calls itself otherwise") }
        }
        for (id, picker) in pickers.all {
            problems += picker.checkInvariants()
            if picker.id != id { problems.append("picker \(id) calls itself \(picker.id)") }
        }
        for id in orphaned where screens[id] == nil { problems.append("screen \(id) is orphaned and not there") }
        for (key, stored) in values.all {
            do throws(Refusal) {
                let fitted = try Values.fit(stored.value, key: key, stored.declaration, limits: limits)
                if fitted != stored.value { problems.append("value \(key) is not stored as its kind") }
            } catch { problems.append("value \(key): \(error.message)") }
        }
        for (scope, values) in environments {
            if values.isEmpty { problems.append("environment \(scope) is empty") }
            if case .entry(let id) = scope, !seen.contains(id) { problems.append("environment of gone entry \(id)") }
            if case .stack(let name) = scope, stack(name) == nil { problems.append("environment of no stack \(name)") }
        }
        for thing in bound.things.keys where !isKnown(thing) {
            problems.append("there is a state of \(thing.text), which is gone")
        }
        for (thing, state) in bound.things where state.running?.phase == .unsent && bound.claim(of: thing)?.left != nil {
            problems.append("\(thing.text) is pending, and nobody is there to be asked")
        }
        for thing in bound.busy where bound.claim(of: thing) == nil {
            problems.append("\(thing.text) is pending, and nobody has claimed it")
        }
        return problems
    }
}
