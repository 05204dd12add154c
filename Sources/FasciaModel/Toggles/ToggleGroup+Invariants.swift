extension ToggleGroup {
    /// The violated invariants. Recomputes all derived state from the options alone.
    ///
    /// - Parameter rules: whether the options must obey the rules.
    func checkInvariants(rules: Bool = true) -> [String] {
        var problems: [String] = []
        let expected = ToggleGroup.counts(of: layout, counts)
        for (number, node) in layout.nodes.enumerated() {
            if counts[number] != expected[number] {
                problems.append("\(node.id) counts \(counts[number]), its options \(expected[number])")
            }
            if !node.isGroup, counts[number].enabledOn != min(counts[number].on, counts[number].enabled) {
                problems.append("option \(node.id) counts \(counts[number])")
            }
            let isExclusive = layout.rules.counts[number]?.exclusive == true
            let on = isExclusive ? node.range.filter { !layout.nodes[$0].isGroup && isOn($0) } : []
            if !(chosen[number].map(on.contains) ?? on.isEmpty) {
                problems.append("group \(node.id) has chosen \(String(describing: chosen[number]))")
            }
            let isInside = node.parent.map { layout.nodes[$0].range.contains(number) } ?? (number == 0)
            if node.range.lowerBound != number || !isInside { problems.append("\(node.id) is not where its group says") }
            if layout.place(of: node.id) != number { problems.append("\(node.id) is not found by its id") }
        }
        if rules { do { try checkInitialValues() } catch { problems.append("a rule is broken: \(error.message)") } }
        return problems
    }
}
