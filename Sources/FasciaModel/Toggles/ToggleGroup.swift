/// One outermost toggle group: its layout, which leaves are on and disabled, and for each group three counters.
///
/// The counters are what makes a group's state O(1) and a leaf's change O(depth). They are derived, and
/// `checkInvariants` derives them again from the leaves.
struct ToggleGroup: Equatable, Sendable {
    let layout: ToggleLayout
    /// By leaf.
    private(set) var on: Bits
    private(set) var disabled: Bits
    /// By group.
    private(set) var counters: [Counters]
    /// For each exclusive group with a leaf that is on: which one it is.
    private(set) var chosen: [Int32: Int32] = [:]

    struct Counters: Hashable, Sendable {
        var on: Int32 = 0
        var enabled: Int32 = 0
        var enabledOn: Int32 = 0
    }

    /// - Parameters: the leaves that are on and those that are disabled.
    init(layout: ToggleLayout, on: [Int32], disabled: [Int32]) {
        var bits = (on: Bits(count: layout.leafCount), disabled: Bits(count: layout.leafCount))
        for leaf in on { bits.on[leaf] = true }
        for leaf in disabled { bits.disabled[leaf] = true }
        self.init(layout: layout, on: bits.on, disabled: bits.disabled)
    }

    /// - Parameters: a bit for each leaf.
    init(layout: ToggleLayout, on: Bits, disabled: Bits) {
        self.layout = layout
        self.on = on
        self.disabled = disabled
        counters = Array(repeating: Counters(), count: layout.groups.count)
        for leaf in Int32(0)..<Int32(layout.leafCount) {
            let parent = Int(layout.leaves[Int(leaf)].parent)
            let (isOn, isEnabled) = (self.on[leaf], !self.disabled[leaf])
            counters[parent].on += isOn ? 1 : 0
            counters[parent].enabled += isEnabled ? 1 : 0
            counters[parent].enabledOn += isOn && isEnabled ? 1 : 0
        }
        // Inner groups have higher numbers: adding each to its parent from the last to the first sums everything up.
        for group in counters.indices.reversed() {
            let parent = layout.groups[group].parent
            guard parent >= 0 else { continue }
            counters[Int(parent)].on += counters[group].on
            counters[Int(parent)].enabled += counters[group].enabled
            counters[Int(parent)].enabledOn += counters[group].enabledOn
        }
        for group in layout.rules.countedGroups { updateChosen(of: group) }
    }

    // MARK: Reading

    func state(ofGroup group: Int32) -> GroupState {
        let on = counters[Int(group)].on
        if on == 0 { return .off }
        return on == layout.groups[Int(group)].leaves.count ? .on : .mixed
    }

    func isEnabled(group: Int32) -> Bool { counters[Int(group)].enabled > 0 }

    /// What a gesture on the group aims at: `off` if every enabled leaf is on, else `on`.
    func goal(ofGroup group: Int32) -> Bool {
        counters[Int(group)].enabledOn != counters[Int(group)].enabled
    }

    // MARK: Changing

    /// Sets a leaf, with what follows from it. O(depth) where no rule speaks of it.
    mutating func set(leaf: Int32, to goal: Bool, into changes: inout [Change]) throws(Refusal) {
        guard on[leaf] != goal else { return }
        guard !layout.rules.isEmpty else { return flip(leaf: leaf, why: .direct, into: &changes) }
        carryOut(try TogglePlanner.set(leaf: leaf, to: goal, in: self), into: &changes)
    }

    /// Sets the enabled leaves of a group, with what follows from it.
    mutating func set(group: Int32, to goal: Bool, into changes: inout [Change]) throws(Refusal) {
        let counters = counters[Int(group)]
        guard goal ? counters.enabledOn < counters.enabled : counters.enabledOn > 0 else { return }
        carryOut(try TogglePlanner.set(group: group, to: goal, in: self), into: &changes)
    }

    /// Sets one leaf to the other value, whatever the rules say. O(depth).
    mutating func flip(leaf: Int32, why: Change.Why, into changes: inout [Change]) {
        let isOn = flipBit(leaf)
        let (node, parent) = (layout.leaves[Int(leaf)].node, layout.leaves[Int(leaf)].parent)
        let (step, enabledStep): (Int32, Int32) = (isOn ? 1 : -1, disabled[leaf] ? 0 : isOn ? 1 : -1)
        let change = Change.option(.init(layout: layout, node: node, to: isOn, why: why))
        var group = parent
        if changes.isEmpty {
            // To make an array costs much less than to make an empty one grow, and mostly this is all of it.
            if let groupChange = count(step, enabledStep, in: parent) {
                changes = [change, groupChange]
            } else {
                changes = [change]
            }
            group = layout.groups[Int(parent)].parent
        } else {
            changes.append(change)
        }
        while group >= 0 {
            if let change = count(step, enabledStep, in: group) { changes.append(change) }
            group = layout.groups[Int(group)].parent
        }
    }

    /// Counts a leaf that was flipped in a group around it.
    ///
    /// - Returns: what that makes of the group's state, if it is different.
    private mutating func count(_ step: Int32, _ enabledStep: Int32, in group: Int32) -> Change? {
        let before = state(ofGroup: group)
        counters[Int(group)].on += step
        counters[Int(group)].enabledOn += enabledStep
        let after = state(ofGroup: group)
        guard before != after, !layout.groups[Int(group)].isIndependent else { return nil }
        return .group(id: layout.ids[Int(layout.groups[Int(group)].node)], from: before, to: after)
    }

    /// Does what a plan says, as one event: the options first, then the groups from the inside out.
    mutating func carryOut(_ plan: TogglePlan, into changes: inout [Change]) {
        if plan.group == nil, plan.single.count == 1 {
            return flip(leaf: plan.single[0].leaf, why: plan.single[0].why, into: &changes)
        }
        var touched: [Int32] = []
        if let group = plan.group {
            touched += layout.groups[Int(group)].groups
            touched += layout.chain(from: group).dropFirst()
        }
        for step in plan.single { touched += layout.chain(from: layout.leaves[Int(step.leaf)].parent) }
        if !plan.single.isEmpty { touched = Array(Set(touched)) }
        touched.sort(by: >)
        let before = touched.map { state(ofGroup: $0) }

        if let group = plan.group { setAll(of: group, to: plan.goal, into: &changes) }
        var groupChanges: [Change] = []
        for step in plan.single {
            // Its groups are reported below, once, whatever the number of leaves.
            groupChanges.removeAll(keepingCapacity: true)
            flip(leaf: step.leaf, why: step.why, into: &groupChanges)
            changes.append(groupChanges[0])
        }
        for (group, before) in zip(touched, before) {
            let after = state(ofGroup: group)
            guard before != after, !layout.groups[Int(group)].isIndependent else { continue }
            changes.append(.group(id: layout.id(ofGroup: group), from: before, to: after))
        }
    }

    /// Sets every enabled leaf below a group, whatever the rules say. One pass over the leaves, 64 at a time where
    /// nothing changes; the counters of inner groups follow without looking at leaves.
    private mutating func setAll(of group: Int32, to goal: Bool, into changes: inout [Change]) {
        let range = layout.groups[Int(group)].leaves
        let before = counters[Int(group)]
        let changing = goal ? before.enabled - before.enabledOn : before.enabledOn
        changes.reserveCapacity(changes.count + Int(changing) + 8)
        for word in Bits.words(of: range) {
            let candidates = goal ? ~on.words[word] : on.words[word]
            var bits = candidates & ~disabled.words[word] & Bits.mask(word: word, in: range)
            on.assign(word: word, mask: bits, to: goal)
            let base = word << 6
            while bits != 0 {
                let leaf = base + bits.trailingZeroBitCount
                bits &= bits - 1
                changes.append(.option(.init(layout: layout, node: layout.leaves[leaf].node, to: goal, why: .group)))
            }
        }
        for inner in layout.groups[Int(group)].groups {
            let count = counters[Int(inner)]
            counters[Int(inner)].on += goal ? count.enabled - count.enabledOn : -count.enabledOn
            counters[Int(inner)].enabledOn = goal ? count.enabled : 0
        }
        let step = goal ? changing : -changing
        for outer in layout.chain(from: group).dropFirst() {
            counters[Int(outer)].on += step
            counters[Int(outer)].enabledOn += step
            updateChosen(of: outer)
        }
        for inner in CompiledRules.slice(layout.rules.countedGroups, in: layout.groups[Int(group)].groups) {
            updateChosen(of: inner)
        }
    }

    /// Enables or disables leaves. O(depth) for each that changes.
    mutating func setEnabled(leaves range: Range<Int32>, to enabled: Bool, into changes: inout [Change]) {
        var wasEnabled: [Int32: Bool] = [:]
        for leaf in range where disabled[leaf] == enabled {
            disabled[leaf] = !enabled
            let step: Int32 = enabled ? 1 : -1
            for group in layout.chain(from: layout.leaves[Int(leaf)].parent) {
                if wasEnabled[group] == nil { wasEnabled[group] = isEnabled(group: group) }
                counters[Int(group)].enabled += step
                counters[Int(group)].enabledOn += on[leaf] ? step : 0
            }
            changes.append(.enabled(id: layout.id(ofLeaf: leaf), from: !enabled, to: enabled))
        }
        for (group, before) in wasEnabled.sorted(by: { $0.key > $1.key }) {
            let after = isEnabled(group: group)
            guard before != after, !layout.groups[Int(group)].isIndependent else { continue }
            changes.append(.enabled(id: layout.id(ofGroup: group), from: before, to: after))
        }
    }

    // MARK: Plumbing

    private mutating func flipBit(_ leaf: Int32) -> Bool {
        let isOn = !on[leaf]
        on[leaf] = isOn
        guard layout.rules.hasExclusive else { return isOn }
        for group in layout.chain(from: layout.leaves[Int(leaf)].parent)
        where layout.rules.counts[group]?.exclusive == true {
            if isOn { chosen[group] = leaf } else if chosen[group] == leaf { chosen[group] = nil }
        }
        return isOn
    }

    private mutating func updateChosen(of group: Int32) {
        guard layout.rules.counts[group]?.exclusive == true else { return }
        chosen[group] = on.first(in: layout.groups[Int(group)].leaves)
    }
}

extension ToggleGroup {
    /// About how many bytes it holds on to.
    var retainedBytes: Int {
        let rules = layout.rules
        return layout.ids.reduce(0) { $0 + Self.nodeBytes + $1.utf8.count }
            + layout.titles.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + Self.ruleBytes(requires: rules.requires.values.lazy.map(\.count), excludes: rules.sets.lazy.map(\.count))
    }

    /// What an option takes beside its texts.
    static var nodeBytes: Int { 160 }

    /// - Parameters: how many options each of them names.
    static func ruleBytes(requires: some Sequence<Int>, excludes: some Sequence<Int>) -> Int {
        requires.reduce(0) { $0 + 96 * $1 } + excludes.reduce(0) { $0 + 64 * $1 }
    }
}
