import FasciaDocument
import OrderedCollections

extension Panel {
    /// What somebody sees of the panel. Only to be read: rules about what is hidden are left out, and nothing can be undone.
    ///
    /// A group shows those of its switches that are seen. A picker is seen with all its components, or not at all.
    package func visible(_ sees: (PartID) -> Bool) -> Panel {
        var panel = Panel(
            limits: limits, revision: revision,
            navigation: Navigation(
                limits: limits, stacks: navigation.stacks.filter { sees(.stack($0.key)) },
                targets: navigation.targets.filter { sees(.target($0.key)) }, minted: navigation.minted),
            toggles: Toggles(toggles.all.compactMap { $0.visible { sees(.option($0)) } }),
            pickers: Pickers(
                pickers.all.filter { id, picker in
                    let components = pickers.info(id)?.components ?? []
                    return components.isEmpty ? sees(.picker(id)) : components.allSatisfy { sees(.selection($0.id)) }
                }),
            values: Values(values.all.filter { sees(.value($0.key)) }),
            screens: screens.filter { sees(.screen($0.key)) }, orphaned: orphaned.filter { sees(.screen($0)) },
            environments: environments.filter { scope, _ in
                // An entry is seen with its stack.
                if case .entry(let id) = scope { return find(id).map { sees(.stack($0.stack)) } ?? false }
                return sees(.environment(scope))
            },
            bound: BoundThings(bound) { sees(PartID($0)) }, questions: questions.visible { sees(.question($0)) })
        panel.isPartial = true
        return panel
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
