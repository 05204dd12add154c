/// All effects of a command on the options of one group, computed before anything changes.
///
/// Planning has two steps. First it derives the consequences: required options are turned on, and the other option of
/// an exclusive group is turned off. Then it checks the outcome against every rule that a change can affect. A command
/// therefore obeys all rules or changes nothing.
struct TogglePlan {
    /// The group whose master switch is operated: all its enabled options become `goal`.
    var group: Int?
    var goal = false
    /// Options that change individually, in the order of derivation.
    var single: [Step] = []

    struct Step {
        var option: Int
        var to: Bool
        var why: Change.Why
    }
}

/// Builds a plan.
struct TogglePlanner {
    private let toggles: ToggleGroup
    private var plan = TogglePlan()
    /// The nodes of the operated group; empty for a single option.
    private var range: Range<Int> = 0..<0
    private var planned: [Int: Bool] = [:]

    private var layout: ToggleLayout { toggles.layout }
    private var rules: IndexedRules { toggles.layout.rules }

    private init(_ toggles: ToggleGroup) { self.toggles = toggles }

    /// Plans to set an option that has the other value.
    static func set(option: Int, to goal: Bool, in toggles: ToggleGroup) throws(Refusal) -> TogglePlan {
        var planner = TogglePlanner(toggles)
        planner.add(.init(option: option, to: goal, why: .direct))
        try planner.derive()
        try planner.verify()
        return planner.plan
    }

    /// Plans to set all enabled options of a group.
    static func set(group: Int, to goal: Bool, in toggles: ToggleGroup) throws(Refusal) -> TogglePlan {
        var planner = TogglePlanner(toggles)
        planner.plan.group = group
        planner.plan.goal = goal
        guard !planner.rules.isEmpty else { return planner.plan }
        planner.range = toggles.layout.nodes[group].range
        try planner.derive()
        try planner.verify()
        return planner.plan
    }

    // MARK: Deriving

    private mutating func add(_ step: TogglePlan.Step) {
        plan.single.append(step)
        planned[step.option] = step.to
    }

    /// The value of an option after the plan is applied.
    private func final(_ option: Int) -> Bool {
        if let value = planned[option] { return value }
        return range.contains(option) && toggles.isEnabled(option) ? plan.goal : toggles.isOn(option)
    }

    /// The options of the operated group that change and that `requires` or `excludes` names.
    private var ruledInRange: [Int] {
        // Most commands operate one option.
        range.isEmpty ? [] : rules.options.filter { range.contains($0) && toggles.isEnabled($0) && toggles.isOn($0) != plan.goal }
    }

    private mutating func derive() throws(Refusal) {
        if plan.group != nil, plan.goal {
            for option in ruledInRange { try addNeeds(of: option) }
            if let group = plan.group, toggles.goal(of: group) { try addExclusiveConsequences(by: nil, from: group) }
        }
        // Each added option may require further options.
        var next = 0
        while next < plan.single.count {
            let step = plan.single[next]
            next += 1
            guard step.to else { continue }
            try addNeeds(of: step.option)
            try addExclusiveConsequences(by: step.option, from: step.option)
        }
    }

    private mutating func addNeeds(of option: Int) throws(Refusal) {
        for need in rules.requires[option] ?? [] where planned[need] == nil && !final(need) {
            guard toggles.isEnabled(need) else {
                throw refusal(
                    "requires", [option, need],
                    "\(name(option)) cannot be turned on: it needs \(name(need)), which is disabled")
            }
            add(.init(option: need, to: true, why: .requires))
        }
    }

    /// Turns off the options that give way in the exclusive groups around a node that is turned on.
    private mutating func addExclusiveConsequences(by option: Int?, from node: Int) throws(Refusal) {
        guard rules.hasExclusive else { return }
        for group in layout.chain(from: node) where rules.counts[group]?.exclusive == true {
            guard let other = toggles.chosen[group], other != option, planned[other] == nil, !range.contains(other)
            else { continue }
            guard toggles.isEnabled(other) else {
                throw refusal(
                    "exclusive", [other],
                    "\(name(other)) would be turned off, because group \(name(group)) is exclusive, "
                        + "but it is disabled")
            }
            add(.init(option: other, to: false, why: .exclusive))
        }
    }

    // MARK: Verifying

    private func verify() throws(Refusal) {
        for option in ruledInRange + plan.single.map(\.option) {
            if final(option) { try verifyOn(option) } else { try verifyOff(option) }
        }
        try verifyCounts()
    }

    private func verifyOn(_ option: Int) throws(Refusal) {
        for need in rules.requires[option] ?? [] where !final(need) {
            throw refusal(
                "requires", [option, need],
                "\(name(option)) cannot be turned on: it needs \(name(need)), which would be turned off with it")
        }
        for set in rules.setsOf[option] ?? [] {
            for other in rules.sets[set] where other != option && final(other) {
                throw refusal(
                    "excludes", [option, other],
                    "\(name(option)) and \(name(other)) exclude each other: only one of them can be on")
            }
        }
    }

    private func verifyOff(_ option: Int) throws(Refusal) {
        for dependent in rules.requiredBy[option] ?? [] where final(dependent) {
            throw refusal(
                "requires", [option, dependent],
                "\(name(option)) cannot be turned off: \(name(dependent)) is on and needs it")
        }
    }

    /// Checks `exclusive`, `min` and `max` of every group whose count may change.
    private func verifyCounts() throws(Refusal) {
        guard !rules.counts.isEmpty else { return }
        var steps: [Int: Int] = [:]
        for step in plan.single {
            for group in layout.groups(around: step.option) {
                steps[group, default: 0] += step.to ? 1 : -1
            }
        }
        if let group = plan.group {
            for inner in rules.counts.keys where range.contains(inner) {
                steps[inner, default: 0] += Int(toggles.step(of: inner, to: plan.goal))
            }
            let step = Int(toggles.step(of: group, to: plan.goal))
            for outer in layout.groups(around: group) { steps[outer, default: 0] += step }
        }
        for group in steps.keys.sorted() {
            guard let step = steps[group], step != 0 else { continue }
            try verifyCount(of: group, before: Int(toggles.counts[group].on), step: step)
        }
    }

    private func verifyCount(of group: Int, before: Int, step: Int) throws(Refusal) {
        guard let rule = rules.counts[group] else { return }
        let after = before + step
        let group = name(group)
        if rule.exclusive, after > 1 {
            throw refusal(
                "exclusive", culprits, "group \(group) is exclusive: one switch of it can be on, not \(after)")
        }
        if rule.exclusive, before == 1, after == 0 {
            throw refusal(
                "exclusive", culprits,
                "group \(group) is exclusive, so one switch must stay on: turn on another one instead")
        }
        if let min = rule.min, after < min {
            throw refusal("min", culprits, "group \(group) needs at least \(min) on: this would leave \(after)")
        }
        if let max = rule.max, after > max {
            throw refusal("max", culprits, "group \(group) has at most \(max) on: this would make \(after)")
        }
    }

    // MARK: Wording

    /// The options that the command would have changed: all individual ones, and others up to a total of eight.
    private var culprits: [Int] {
        var options = plan.single.map(\.option)
        for node in range where options.count < 8 && !layout.nodes[node].isGroup {
            if toggles.isEnabled(node), toggles.isOn(node) != plan.goal { options.append(node) }
        }
        return options
    }

    private func name(_ node: Int) -> String { "\"\(layout.nodes[node].id)\"" }

    private func refusal(_ rule: String, _ options: [Int], _ message: String) -> Refusal {
        Refusal(
            .refused, message,
            details: ["rule": .string(rule), "options": .array(options.map { .string(layout.nodes[$0].id) })])
    }
}

extension ToggleGroup {
    var breaksRules: Bool { (try? checkInitialValues()) == nil }

    /// Checks the initial values of a group against its rules.
    ///
    /// - Throws: `invalid`.
    func checkInitialValues() throws(Refusal) {
        let rules = layout.rules
        func quoted(_ option: Int) -> String { "\"\(layout.nodes[option].id)\"" }
        func invalid(_ rule: String, _ options: [Int], _ message: String) -> Refusal {
            Refusal(
                .invalid, message,
                details: ["rule": .string(rule), "options": .array(options.map { .string(layout.nodes[$0].id) })])
        }
        for option in rules.requires.keys.sorted() where isOn(option) {
            for need in rules.requires[option] ?? [] where !isOn(need) {
                throw invalid(
                    "requires", [option, need], "\(quoted(option)) is on and needs \(quoted(need)), which is off")
            }
        }
        for set in rules.sets {
            let members = set.filter(isOn)
            guard members.count > 1 else { continue }
            throw invalid(
                "excludes", members,
                "\(members.map(quoted).joined(separator: " and ")) are on and exclude each other")
        }
        for (group, rule) in rules.counts.sorted(by: { $0.key < $1.key }) {
            let count = Int(counts[group].on)
            let name = "\"\(layout.nodes[group].id)\""
            let members = Array(layout.nodes[group].range.lazy.filter { !layout.nodes[$0].isGroup && isOn($0) }.prefix(8))
            if rule.exclusive, count > 1 {
                throw invalid("exclusive", members, "group \(name) is exclusive: \(count) of its switches are on")
            }
            if let min = rule.min, count < min {
                throw invalid("min", members, "group \(name) needs at least \(min) on: \(count) of its switches are on")
            }
            if let max = rule.max, count > max {
                throw invalid("max", members, "group \(name) has at most \(max) on: \(count) of its switches are on")
            }
        }
    }
}
