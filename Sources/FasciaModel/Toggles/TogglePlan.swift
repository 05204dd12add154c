/// What a command will do to the leaves of one group, found before anything is changed.
///
/// Made in two steps: first everything that follows from the command is derived (what an option needs goes on, the
/// other one of an exclusive group goes off), then the outcome is held against every rule that speaks of something
/// that changes. So a rule can never be half obeyed.
struct TogglePlan {
    /// The group of a master's gesture: all its enabled leaves go to `goal`.
    var group: Int32?
    var goal = false
    /// Leaves that change one by one, in the order in which one followed from the other.
    var single: [Step] = []

    struct Step {
        var leaf: Int32
        var to: Bool
        var why: Change.Why
    }
}

/// A plan in the making, with what it is made from.
struct TogglePlanner {
    private let toggles: ToggleGroup
    private var plan = TogglePlan()
    /// The leaves of the gesture; empty for a single leaf.
    private var range: Range<Int32> = 0..<0
    private var planned: [Int32: Bool] = [:]

    private var layout: ToggleLayout { toggles.layout }
    private var rules: CompiledRules { toggles.layout.rules }

    private init(_ toggles: ToggleGroup) { self.toggles = toggles }

    /// Sets a leaf that is not so yet.
    static func set(leaf: Int32, to goal: Bool, in toggles: ToggleGroup) throws(Refusal) -> TogglePlan {
        var planner = TogglePlanner(toggles)
        planner.add(.init(leaf: leaf, to: goal, why: .direct))
        try planner.derive()
        try planner.verify()
        return planner.plan
    }

    /// Sets all enabled leaves of a group.
    static func set(group: Int32, to goal: Bool, in toggles: ToggleGroup) throws(Refusal) -> TogglePlan {
        var planner = TogglePlanner(toggles)
        planner.plan.group = group
        planner.plan.goal = goal
        guard !planner.rules.isEmpty else { return planner.plan }
        planner.range = toggles.layout.groups[Int(group)].leaves
        try planner.derive()
        try planner.verify()
        return planner.plan
    }

    // MARK: Deriving

    private mutating func add(_ step: TogglePlan.Step) {
        plan.single.append(step)
        planned[step.leaf] = step.to
    }

    /// Whether a leaf is on when all is done.
    private func final(_ leaf: Int32) -> Bool {
        if let value = planned[leaf] { return value }
        return range.contains(leaf) && !toggles.disabled[leaf] ? plan.goal : toggles.on[leaf]
    }

    /// The leaves of the gesture that change and of which `requires` or `excludes` speaks.
    private var ruledInRange: [Int32] {
        CompiledRules.slice(rules.ruledLeaves, in: range).filter {
            !toggles.disabled[$0] && toggles.on[$0] != plan.goal
        }
    }

    private mutating func derive() throws(Refusal) {
        if plan.group != nil, plan.goal {
            for leaf in ruledInRange { try addNeeds(of: leaf) }
            if let group = plan.group, toggles.goal(ofGroup: group) { try addDisplaced(around: group, by: nil) }
        }
        // What was added may need something in its turn.
        var next = 0
        while next < plan.single.count {
            let step = plan.single[next]
            next += 1
            guard step.to else { continue }
            try addNeeds(of: step.leaf)
            try addDisplaced(around: layout.leaves[Int(step.leaf)].parent, by: step.leaf)
        }
    }

    private mutating func addNeeds(of leaf: Int32) throws(Refusal) {
        for need in rules.requires[leaf] ?? [] where planned[need] == nil && !final(need) {
            guard !toggles.disabled[need] else {
                throw refusal(
                    "requires", [leaf, need],
                    "\(name(leaf)) cannot go on: it needs \(name(need)), which is disabled")
            }
            add(.init(leaf: need, to: true, why: .requires))
        }
    }

    /// Turns off what has to make room in the exclusive groups around something that goes on.
    private mutating func addDisplaced(around group: Int32, by leaf: Int32?) throws(Refusal) {
        guard rules.hasExclusive else { return }
        for group in layout.chain(from: group) where rules.counts[group]?.exclusive == true {
            guard let other = toggles.chosen[group], other != leaf, planned[other] == nil, !range.contains(other)
            else { continue }
            guard !toggles.disabled[other] else {
                throw refusal(
                    "exclusive", [other],
                    "\(name(other)) would have to go off, because group \(name(group: group)) is exclusive, "
                        + "but it is disabled")
            }
            add(.init(leaf: other, to: false, why: .exclusive))
        }
    }

    // MARK: Verifying

    private func verify() throws(Refusal) {
        for leaf in ruledInRange + plan.single.map(\.leaf) {
            if final(leaf) { try verifyOn(leaf) } else { try verifyOff(leaf) }
        }
        try verifyCounts()
    }

    private func verifyOn(_ leaf: Int32) throws(Refusal) {
        for need in rules.requires[leaf] ?? [] where !final(need) {
            throw refusal(
                "requires", [leaf, need],
                "\(name(leaf)) cannot go on: it needs \(name(need)), which would have to go off with it")
        }
        for set in rules.setsOf[leaf] ?? [] {
            for other in rules.sets[set] where other != leaf && final(other) {
                throw refusal(
                    "excludes", [leaf, other],
                    "\(name(leaf)) and \(name(other)) exclude each other: only one of them can be on")
            }
        }
    }

    private func verifyOff(_ leaf: Int32) throws(Refusal) {
        for dependent in rules.requiredBy[leaf] ?? [] where final(dependent) {
            throw refusal(
                "requires", [leaf, dependent],
                "\(name(leaf)) cannot go off: \(name(dependent)) is on and needs it")
        }
    }

    /// Checks `exclusive`, `min` and `max` of every group in which the number of leaves that are on may change.
    private func verifyCounts() throws(Refusal) {
        guard !rules.countedGroups.isEmpty else { return }
        var steps: [Int32: Int32] = [:]
        for step in plan.single {
            for group in layout.chain(from: layout.leaves[Int(step.leaf)].parent) {
                steps[group, default: 0] += step.to ? 1 : -1
            }
        }
        if let group = plan.group {
            for inner in CompiledRules.slice(rules.countedGroups, in: layout.groups[Int(group)].groups) {
                steps[inner, default: 0] += gestureStep(of: inner)
            }
            let step = gestureStep(of: group)
            for outer in layout.chain(from: group).dropFirst() { steps[outer, default: 0] += step }
        }
        for group in steps.keys.sorted() {
            guard let step = steps[group], step != 0 else { continue }
            try verifyCount(of: group, before: Int(toggles.counters[Int(group)].on), step: Int(step))
        }
    }

    /// By how many the gesture changes the number of leaves that are on in a group that lies in it.
    private func gestureStep(of group: Int32) -> Int32 {
        let count = toggles.counters[Int(group)]
        return plan.goal ? count.enabled - count.enabledOn : -count.enabledOn
    }

    private func verifyCount(of group: Int32, before: Int, step: Int) throws(Refusal) {
        guard let rule = rules.counts[group] else { return }
        let after = before + step
        let group = name(group: group)
        if rule.exclusive, after > 1 {
            throw refusal(
                "exclusive", culprits, "group \(group) is exclusive: one option of it can be on, not \(after)")
        }
        if rule.exclusive, before == 1, after == 0 {
            throw refusal(
                "exclusive", culprits,
                "group \(group) is exclusive: its last option stays on until another one goes on")
        }
        if let min = rule.min, after < min {
            throw refusal("min", culprits, "group \(group) keeps at least \(min) on: this would leave \(after)")
        }
        if let max = rule.max, after > max {
            throw refusal("max", culprits, "group \(group) has at most \(max) on: this would make \(after)")
        }
    }

    // MARK: Wording

    /// What the command would have changed, a few of them.
    private var culprits: [Int32] {
        var leaves = plan.single.map(\.leaf)
        for leaf in range where leaves.count < 8 && !toggles.disabled[leaf] && toggles.on[leaf] != plan.goal {
            leaves.append(leaf)
        }
        return leaves
    }

    private func name(_ leaf: Int32) -> String { "\"\(layout.id(ofLeaf: leaf))\"" }
    private func name(group: Int32) -> String { "\"\(layout.id(ofGroup: group))\"" }

    private func refusal(_ rule: String, _ leaves: [Int32], _ message: String) -> Refusal {
        Refusal(
            .refused, message,
            details: ["rule": .string(rule), "options": .array(leaves.map { .string(layout.id(ofLeaf: $0)) })])
    }
}

extension ToggleGroup {
    /// Whether the values that a group is declared with obey its rules.
    ///
    /// - Throws: `invalid`.
    func checkInitialValues() throws(Refusal) {
        let rules = layout.rules
        func quoted(_ leaf: Int32) -> String { "\"\(layout.id(ofLeaf: leaf))\"" }
        func invalid(_ rule: String, _ leaves: [Int32], _ message: String) -> Refusal {
            Refusal(
                .invalid, message,
                details: ["rule": .string(rule), "options": .array(leaves.map { .string(layout.id(ofLeaf: $0)) })])
        }
        for leaf in rules.requires.keys.sorted() where on[leaf] {
            for need in rules.requires[leaf] ?? [] where !on[need] {
                throw invalid(
                    "requires", [leaf, need], "\(quoted(leaf)) is on and needs \(quoted(need)), which is off")
            }
        }
        for set in rules.sets {
            let members = set.filter { on[$0] }
            guard members.count > 1 else { continue }
            throw invalid(
                "excludes", members,
                "\(members.map(quoted).joined(separator: " and ")) are on and exclude each other")
        }
        for group in rules.countedGroups {
            guard let rule = rules.counts[group] else { continue }
            let count = Int(counters[Int(group)].on)
            let name = "\"\(layout.id(ofGroup: group))\""
            let members = on.indices(in: layout.groups[Int(group)].leaves, limit: 8)
            if rule.exclusive, count > 1 {
                throw invalid("exclusive", members, "group \(name) is exclusive: \(count) of its options are on")
            }
            if let min = rule.min, count < min {
                throw invalid("min", members, "group \(name) keeps at least \(min) on: \(count) of its options are on")
            }
            if let max = rule.max, count > max {
                throw invalid("max", members, "group \(name) has at most \(max) on: \(count) of its options are on")
            }
        }
    }
}
