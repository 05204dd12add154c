import FasciaDocument

/// One outermost toggle group: its layout and the state of its options.
///
/// Only options are set. The counts of groups are derived: they make reading a group's state O(1) and changing an
/// option O(depth). `checkInvariants` recomputes them.
struct ToggleGroup: Equatable, Sendable {
    let layout: ToggleLayout
    /// By node. An option counts itself.
    private(set) var counts: [Count]
    /// The option that is on, for each exclusive group that has one.
    private(set) var chosen: [Int: Int] = [:]

    /// How many options of a node are on, are enabled, and are both.
    struct Count: Hashable, Sendable {
        var on: Int32 = 0
        var enabled: Int32 = 0
        var enabledOn: Int32 = 0

        init() {}

        init(on: Bool, disabled: Bool) {
            self.on = on ? 1 : 0
            enabled = disabled ? 0 : 1
            enabledOn = on && !disabled ? 1 : 0
        }

        static func += (left: inout Count, right: Count) {
            left.on += right.on
            left.enabled += right.enabled
            left.enabledOn += right.enabledOn
        }
    }

    /// - Parameter options: by node; the counts of groups are ignored.
    init(layout: ToggleLayout, options: [Count]) {
        self.layout = layout
        counts = ToggleGroup.counts(of: layout, options)
        for group in layout.rules.exclusiveGroups { updateChosen(of: group) }
    }

    static func counts(of layout: ToggleLayout, _ options: [Count]) -> [Count] {
        var counts = zip(layout.nodes, options).map { $0.isGroup ? Count() : $1 }
        // Members follow their group, so the reverse order adds up members first.
        for (node, content) in layout.nodes.enumerated().reversed() {
            if let parent = content.parent { counts[parent] += counts[node] }
        }
        return counts
    }

    // MARK: Reading

    /// Whether an option is on.
    func isOn(_ option: Int) -> Bool { counts[option].on > 0 }

    /// Whether a node can be tapped. A group can if one of its options can.
    func isEnabled(_ node: Int) -> Bool { counts[node].enabled > 0 }

    func state(of node: Int) -> GroupState {
        let on = Int(counts[node].on)
        if on == 0 { return .off }
        return on == layout.nodes[node].optionCount ? .on : .mixed
    }

    /// The target of a tap on a group: `off` if every enabled option is on, else `on`.
    func goal(of group: Int) -> Bool { counts[group].enabledOn != counts[group].enabled }

    // MARK: Changing

    /// Sets an option, with the consequences of the rules. O(depth) if the group has no rules.
    mutating func set(option: Int, to goal: Bool, into changes: inout [Change]) throws(Refusal) {
        guard isOn(option) != goal else { return }
        guard !layout.rules.isEmpty else { return flip(option, why: .direct, into: &changes) }
        execute(try TogglePlanner.set(option: option, to: goal, in: self), into: &changes)
    }

    /// Sets the enabled options of a group, with the consequences of the rules.
    mutating func set(group: Int, to goal: Bool, into changes: inout [Change]) throws(Refusal) {
        guard step(of: group, to: goal) != 0 else { return }
        execute(try TogglePlanner.set(group: group, to: goal, in: self), into: &changes)
    }

    /// The change in the number of options that are on, if all enabled ones are set.
    func step(of node: Int, to goal: Bool) -> Int32 {
        goal ? counts[node].enabled - counts[node].enabledOn : -counts[node].enabledOn
    }

    /// Flips an option without checking rules. O(depth).
    mutating func flip(_ option: Int, why: Change.Why, into changes: inout [Change]) {
        let isOn = !isOn(option)
        let step: Int32 = isOn ? 1 : -1
        let enabledStep = isEnabled(option) ? step : 0
        changes.append(.option(.init(layout: layout, node: option, to: isOn, why: why)))
        var next: Int? = option
        while let node = next {
            let before = state(of: node)
            counts[node].on += step
            counts[node].enabledOn += enabledStep
            if node != option { appendChange(of: node, from: before, into: &changes) }
            next = layout.nodes[node].parent
        }
        guard layout.rules.hasExclusive else { return }
        for group in layout.groups(around: option) where layout.rules.counts[group]?.exclusive == true {
            if isOn { chosen[group] = option } else if chosen[group] == option { updateChosen(of: group) }
        }
    }

    /// Applies a plan as one event: the options first, then the groups from the innermost outwards.
    private mutating func execute(_ plan: TogglePlan, into changes: inout [Change]) {
        if plan.group == nil, plan.single.count == 1 {
            return flip(plan.single[0].option, why: plan.single[0].why, into: &changes)
        }
        var touched: Set<Int> = []
        if let group = plan.group {
            touched.formUnion(layout.nodes[group].range.filter { layout.nodes[$0].isGroup })
            touched.formUnion(layout.groups(around: group))
        }
        for step in plan.single { touched.formUnion(layout.groups(around: step.option)) }
        let before = touched.sorted(by: >).map { (group: $0, state: state(of: $0)) }

        if let group = plan.group { setAll(of: group, to: plan.goal, into: &changes) }
        for step in plan.single {
            // Group changes are reported below, once for all options.
            var own: [Change] = []
            flip(step.option, why: step.why, into: &own)
            changes.append(own[0])
        }
        for (group, state) in before { appendChange(of: group, from: state, into: &changes) }
    }

    private func appendChange(of group: Int, from before: GroupState, into changes: inout [Change]) {
        let after = state(of: group)
        guard before != after, !layout.nodes[group].isIndependent else { return }
        changes.append(.group(id: layout.nodes[group].id, from: before, to: after))
    }

    /// Sets every enabled option of a group in one pass, without checking rules.
    private mutating func setAll(of group: Int, to goal: Bool, into changes: inout [Change]) {
        let all = step(of: group, to: goal)
        for node in layout.nodes[group].range {
            let step = step(of: node, to: goal)
            guard step != 0 else { continue }
            counts[node].on += step
            counts[node].enabledOn += step
            guard !layout.nodes[node].isGroup else { continue }
            changes.append(.option(.init(layout: layout, node: node, to: goal, why: .group)))
        }
        for outer in layout.groups(around: group) {
            counts[outer].on += all
            counts[outer].enabledOn += all
        }
        for exclusive in layout.rules.exclusiveGroups { updateChosen(of: exclusive) }
    }

    /// Enables or disables all options of a node. O(depth) for each option that changes.
    mutating func setEnabled(_ node: Int, to enabled: Bool, into changes: inout [Change]) {
        var wasEnabled: [Int: Bool] = [:]
        for option in layout.nodes[node].range where !layout.nodes[option].isGroup && isEnabled(option) != enabled {
            let step: Int32 = enabled ? 1 : -1
            let onStep = isOn(option) ? step : 0
            for node in layout.chain(from: option) {
                if node != option, wasEnabled[node] == nil { wasEnabled[node] = isEnabled(node) }
                counts[node].enabled += step
                counts[node].enabledOn += onStep
            }
            changes.append(.enabled(id: layout.nodes[option].id, from: !enabled, to: enabled))
        }
        for (group, before) in wasEnabled.sorted(by: { $0.key > $1.key }) {
            let after = isEnabled(group)
            guard before != after, !layout.nodes[group].isIndependent else { continue }
            changes.append(.enabled(id: layout.nodes[group].id, from: before, to: after))
        }
    }

    private mutating func updateChosen(of group: Int) {
        // Several are on if a report breaks the rule.
        chosen[group] = counts[group].on == 0 ? nil : layout.nodes[group].range.first { !layout.nodes[$0].isGroup && isOn($0) }
    }
}

extension ToggleGroup {
    /// An estimate of the retained memory in bytes.
    var retainedBytes: Int {
        layout.nodes.reduce(layout.rules.retainedBytes) {
            $0 + Self.nodeBytes + $1.id.utf8.count + ($1.title?.utf8.count ?? 0)
        }
    }

    /// The estimated bytes for a node beside its texts.
    static var nodeBytes: Int { 200 }
}
