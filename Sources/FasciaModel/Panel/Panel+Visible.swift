import FasciaDocument
import OrderedCollections

/// What somebody sees of the panel. Only to be read: rules about what is hidden are left out, and nothing can be undone.
///
/// A group shows those of its switches that are seen. A picker is seen with all its components, or not at all.
extension Panel {
    package func visible(_ sees: (PartID) -> Bool) -> Panel {
        var panel = Panel(
            limits: limits, revision: revision,
            navigation: Navigation(limits: limits, stacks: [:], targets: [:], minted: navigation.minted), toggles: Toggles(),
            pickers: Pickers(), values: Values(), screens: [:], orphaned: [], environments: [:], bound: BoundThings(),
            questions: Questions())
        panel.isPartial = true
        for area in Area.allCases { panel.show(area, of: self, sees) }
        return panel
    }

    /// Brings what somebody sees up to date. A changed value, switch or selection costs the same however large the panel is; for
    /// other changes, that part of the panel is looked at again.
    ///
    /// - Parameters:
    ///   - changes: all since this revision, in order, of commands that are neither a batch nor an undo.
    ///   - panel: the whole panel that has them, from which the states are read.
    package mutating func follow(_ changes: [Change], of panel: Panel, _ sees: (PartID) -> Bool) {
        revision = panel.revision
        navigation.keepMinted(panel.navigation.minted)
        var outdated: Set<Area> = []
        for change in changes {
            switch change {
            case .option(let option): toggles.put(option.id, on: option.to)
            case .enabled(let id, _, let isEnabled): toggles.put(id, enabled: isEnabled)
            // If it was declared again since, it is now the last one.
            case .removed(.value, let key): _ = values.follow(key, in: panel.values, isSeen: false)
            case .value(let key, _, _), .transient(let key, _, _), .declared(.value, let key):
                if !values.follow(key, in: panel.values, isSeen: sees(.value(key))) { outdated.insert(.values) }
            case .picker(let change):
                let id = Pickers.picker(of: change.id)
                if !pickers.follow(id, in: panel.pickers, isSeen: panel.pickers.isSeen(id, sees)) { outdated.insert(.pickers) }
            case .removed(.screen, let id):
                _ = screens.follow(id, in: panel.screens, isSeen: false)
                orphaned.remove(id)
                outdated.insert(.environments)
            case .screen(let id, _), .declared(.screen, let id):
                if !screens.follow(id, in: panel.screens, isSeen: sees(.screen(id))) { outdated.insert(.screens) }
            case .orphaned: outdated.insert(.screens)
            case .environment: outdated.insert(.environments)
            case .nav, .declared(.stack, _), .removed(.stack, _), .declared(.target, _), .removed(.target, _):
                outdated.formUnion([.navigation, .environments])
            case .declared(.group, _), .removed(.group, _): outdated.formUnion([.toggles, .bound])
            case .declared(.picker, _), .removed(.picker, _): outdated.formUnion([.pickers, .bound])
            case .question: outdated.insert(.questions)
            // The state of a group follows from its switches; the others are no state.
            case .group, .bound, .claimed, .action, .issue: break
            }
            if let thing = change.thing { bound[thing] = sees(PartID(thing)) ? panel.bound[thing] : nil }
        }
        if bound.claims != panel.bound.claims { outdated.insert(.bound) }
        for area in outdated { show(area, of: panel, sees) }
    }

    private enum Area: CaseIterable { case navigation, toggles, pickers, values, screens, environments, bound, questions }

    /// Replaces a part of what is seen.
    private mutating func show(_ area: Area, of panel: Panel, _ sees: (PartID) -> Bool) {
        switch area {
        case .navigation:
            navigation = Navigation(
                limits: limits, stacks: panel.navigation.stacks.filter { sees(.stack($0.key)) },
                targets: panel.navigation.targets.filter { sees(.target($0.key)) }, minted: panel.navigation.minted)
        case .toggles: toggles = Toggles(panel.toggles.all.compactMap { $0.visible { sees(.option($0)) } })
        case .pickers: pickers = Pickers(panel.pickers.all.filter { panel.pickers.isSeen($0.key, sees) })
        case .values: values = Values(panel.values.all.filter { sees(.value($0.key)) })
        case .screens:
            screens = panel.screens.filter { sees(.screen($0.key)) }
            orphaned = panel.orphaned.filter { sees(.screen($0)) }
        case .environments:
            environments = panel.environments.filter { scope, _ in
                // An entry is seen with its stack.
                if case .entry(let id) = scope { return panel.find(id).map { sees(.stack($0.stack)) } ?? false }
                return sees(.environment(scope))
            }
        case .bound: bound = BoundThings(panel.bound) { sees(PartID($0)) }
        case .questions: questions = panel.questions.visible { sees(.question($0)) }
        }
    }
}

extension Change {
    /// The thing whose condition it may tell; `nil` for a declaration of several.
    fileprivate var thing: ThingID? {
        switch self {
        case .option(let option): .option(option.id)
        case .picker(let change): .picker(change.id)
        case .value(let key, _, _), .transient(let key, _, _), .declared(.value, let key), .removed(.value, let key):
            .value(key)
        case .bound(let change): change.thing
        default: nil
        }
    }
}

extension Pickers {
    fileprivate func isSeen(_ id: String, _ sees: (PartID) -> Bool) -> Bool {
        let components = info(id)?.components ?? []
        return components.isEmpty ? sees(.picker(id)) : components.allSatisfy { sees(.selection($0.id)) }
    }
}

extension OrderedDictionary {
    /// Copies one value, or that there is none.
    ///
    /// - Returns: whether its place is known: that of a new value is the end, or somewhere else.
    mutating func follow(_ key: Key, in whole: Self, isSeen: Bool) -> Bool {
        guard isSeen, let value = whole[key] else {
            removeValue(forKey: key)
            return true
        }
        let isNew = updateValue(value, forKey: key) == nil
        return !isNew || whole.keys.last == key
    }
}

extension ToggleGroup {
    /// The group with the options that are seen; `nil` if none is.
    fileprivate func visible(_ sees: (String) -> Bool) -> ToggleGroup? {
        let nodes = layout.nodes
        var isKept = nodes.map { $0.optionCount == 0 || !$0.isGroup ? sees($0.id) : false }
        guard isKept.contains(false) else { return self }
        // Members follow their group.
        for node in nodes.indices.reversed() where isKept[node] { if let parent = nodes[node].parent { isKept[parent] = true } }
        guard isKept[0] else { return nil }
        if !isKept.contains(false) { return self }
        var places = [Int](repeating: 0, count: nodes.count + 1)
        for node in nodes.indices { places[node + 1] = places[node] + (isKept[node] ? 1 : 0) }
        var (kept, options, index): ([ToggleLayout.Node], [Count], [ExactText: Int]) = ([], [], [:])
        for node in nodes.indices where isKept[node] {
            var content = nodes[node]
            content.parent = content.parent.map { places[$0] }
            content.range = places[content.range.lowerBound]..<places[content.range.upperBound]
            content.optionCount = 0
            index[ExactText(content.id)] = kept.count
            kept.append(content)
            options.append(counts[node])
        }
        return ToggleGroup(layout: ToggleLayout(nodes: kept, rules: IndexedRules(), places: index), options: options)
    }
}
