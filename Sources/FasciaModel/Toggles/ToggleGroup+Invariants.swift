extension ToggleGroup {
    /// What is wrong with this group: everything that is derived is derived again from the leaves alone.
    func checkInvariants() -> [String] {
        var problems: [String] = []
        func name(_ group: Int) -> String { layout.id(ofGroup: Int32(group)) }
        for (number, group) in layout.groups.enumerated() {
            var expected = Counters()
            for leaf in group.leaves {
                expected.on += on[leaf] ? 1 : 0
                expected.enabled += disabled[leaf] ? 0 : 1
                expected.enabledOn += on[leaf] && !disabled[leaf] ? 1 : 0
            }
            if counters[number] != expected {
                problems.append("group \(name(number)) counts \(counters[number]), its leaves \(expected)")
            }
            let isExclusive = layout.rules.counts[Int32(number)]?.exclusive == true
            let expectedChoice = isExclusive ? on.first(in: group.leaves) : nil
            if chosen[Int32(number)] != expectedChoice {
                problems.append("group \(name(number)) has chosen \(String(describing: chosen[Int32(number)]))")
            }
            if group.nodes.lowerBound != group.node || !group.groups.contains(Int32(number)) {
                problems.append("group \(name(number)) is not in its own range")
            }
        }
        for (number, leaf) in layout.leaves.enumerated() {
            let parent = layout.groups[Int(leaf.parent)]
            if !parent.leaves.contains(Int32(number)) || layout.slots[Int(leaf.node)] != number {
                problems.append("leaf \(layout.id(ofLeaf: Int32(number))) is not where its group says")
            }
        }
        for (node, id) in layout.ids.enumerated() where layout.index.place(of: id, among: layout.ids) != Int32(node) {
            problems.append("\(id) is not found by its id")
        }
        do { try checkInitialValues() } catch { problems.append("a rule is broken: \(error.message)") }
        return problems
    }
}
