/// The net effects between two states, one for each subject, so that repeated undos do not accumulate effects.
extension Effect {
    /// The effects that turn the panel `now` into `goal`: for the touched subjects, including their positions, and for
    /// all stacks and environments. Applied from the last to the first.
    static func leading(from now: Panel, to goal: Panel, in touched: Set<UndoConstraints.Subject>) -> [Effect] {
        var (groups, pickers, values): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for subject in touched {
            switch subject {
            case .group(let id): groups.insert(id)
            case .picker(let id): pickers.insert(id)
            case .value(let key): values.insert(key)
            }
        }
        var found = net(groups, Array(goal.toggles.ids), Array(now.toggles.ids)) { id, place, isMoved in
            let (wanted, there) = (goal.toggles[id], now.toggles[id])
            if !isMoved, let wanted, let there {
                if wanted.layout === there.layout { return there.restorations(to: wanted) }
                // An undo of a declaration may keep the states of switches: what was set is put back by itself.
                return wanted == there ? [] : [.group(id: id, wanted, at: place ?? 0)] + there.settings(of: wanted)
            }
            return wanted == there && !isMoved ? [] : [.group(id: id, place == nil ? nil : wanted, at: place ?? 0)]
        }
        found += net(pickers, Array(goal.pickers.all.keys), Array(now.pickers.all.keys)) { id, place, isMoved in
            let (wanted, there) = (goal.pickers.all[id], now.pickers.all[id])
            if !isMoved, let wanted, let there, wanted.isDeclared(as: there) { return there.restorations(to: wanted) }
            return [.picker(id: id, place == nil ? nil : wanted, at: place ?? 0)]
        }
        found += net(values, Array(goal.values.all.keys), Array(now.values.all.keys)) { key, place, isMoved in
            let (wanted, there) = (goal.values.all[key], now.values.all[key])
            if !isMoved, wanted == there { return [] }
            if !isMoved, let wanted, let there, wanted.declaration == there.declaration, !wanted.isTransient {
                return [.content(key: key, wanted.value)]
            }
            return [.value(key: key, place == nil ? nil : wanted, at: place ?? 0)]
        }
        return found + environments(from: now, to: goal) + stacks(from: now, to: goal)
    }

    /// The environment of an entry that is only in one of the states is part of its stack's effect.
    private static func environments(from now: Panel, to goal: Panel) -> [Effect] {
        let scopes = Set(now.environments.keys).union(goal.environments.keys)
        return Panel.inOrder(scopes).compactMap { scope in
            if case .entry(let entry) = scope, now.find(entry) == nil || goal.find(entry) == nil { return nil }
            let wanted = goal.environments[scope] ?? [:]
            return wanted == now.environments[scope] ?? [:] ? nil : .environment(scope, wanted)
        }
    }

    private static func stacks(from now: Panel, to goal: Panel) -> [Effect] {
        goal.navigation.stacks.compactMap { name, wanted in
            guard let there = now.navigation.stacks[name], there != wanted else { return nil }
            return .stack(.init(name: name, before: wanted, after: there, environments: goal.environments))
        }
    }

    /// Effects for one kind of subject. If the order is unchanged, each touched subject is restored in place. Otherwise
    /// all touched subjects are first removed, and then inserted from the first to the last; the untouched ones have
    /// the same relative order in both states.
    ///
    /// - Parameter restore: the effects that put a subject at an index; `nil` removes it.
    private static func net(
        _ touched: Set<String>, _ before: [String], _ after: [String],
        restore: (_ id: String, _ place: Int?, _ isMoved: Bool) -> [Effect]
    ) -> [Effect] {
        guard !touched.isEmpty else { return [] }
        let places = before.enumerated().filter { touched.contains($0.element) }
        guard before != after else { return places.flatMap { restore($0.element, $0.offset, false) } }
        let gone = after.filter(touched.contains)
        // Effects are applied from the last to the first.
        return places.reversed().flatMap { restore($0.element, $0.offset, true) } + gone.flatMap { restore($0, nil, true) }
    }
}

extension Picker {
    /// The effects that turn this picker into another one with the same declaration.
    fileprivate func restorations(to other: Picker) -> [Effect] {
        components.indices.filter { selections[$0] != other.selections[$0] }.map {
            .selection(id: fullID($0), other.selections[$0])
        }
    }
}

extension ToggleGroup {
    /// The effects that turn this group into another one with the same layout.
    fileprivate func restorations(to other: ToggleGroup) -> [Effect] {
        let options = layout.nodes.indices.filter { !layout.nodes[$0].isGroup }
        return options.filter { isOn($0) != other.isOn($0) }
            .map { .option(id: layout.nodes[$0].id, on: other.isOn($0)) }
            + options.filter { isEnabled($0) != other.isEnabled($0) }
            .map { .enabled(id: layout.nodes[$0].id, other.isEnabled($0)) }
    }

    /// The effects that set the switches that are in both groups as they are in the other one.
    fileprivate func settings(of other: ToggleGroup) -> [Effect] {
        layout.nodes.enumerated().compactMap { place, node -> Effect? in
            guard !node.isGroup, let then = other.layout.place(of: node.id), !other.layout.nodes[then].isGroup,
                isOn(place) != other.isOn(then)
            else { return nil }
            return .option(id: node.id, on: other.isOn(then))
        }
    }
}
