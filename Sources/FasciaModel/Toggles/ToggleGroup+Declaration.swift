import FasciaDocument

extension ToggleGroup {
    /// Makes a group from its declaration. Options that exist in `previous` keep their state.
    ///
    /// - Parameter isReported: whether its initial values may break a rule, because they have been reported.
    /// - Throws: `invalid` for invalid ids or rules, or for initial values that break a rule; `limit` for too much
    ///   nesting.
    init(
        _ declaration: OptionDeclaration, keeping previous: ToggleGroup?, isReported: Bool = false, limits: Limits
    ) throws(Refusal) {
        guard declaration.options != nil else {
            throw Refusal(
                .invalid,
                "group \"\(declaration.id)\" has no options: add a list of options, or [] for an empty group")
        }
        var reader = DeclarationReader(nesting: limits.nesting, previous: previous)
        try reader.add(declaration, id: declaration.id, parent: nil, depth: 1, on: nil, disabled: nil)
        let rules = try reader.numberedRules()
        let layout = ToggleLayout(nodes: reader.nodes, rules: rules, places: reader.places)
        self.init(layout: layout, options: reader.options)
        // A report may have broken a rule; the group can be declared again nevertheless.
        if !isReported, previous?.obeysRules ?? true { try checkInitialValues() }
    }
}

extension ToggleGroup {
    fileprivate var obeysRules: Bool { (try? checkInitialValues()) != nil }
}

/// Converts a declaration to nodes and rules in one pass.
private struct DeclarationReader {
    let nesting: Int
    let previous: ToggleGroup?

    private(set) var nodes: [ToggleLayout.Node] = []
    private(set) var options: [ToggleGroup.Count] = []
    private(set) var places: [ExactText: Int] = [:]
    /// The rules of each group, in which options are named relative to the group.
    private var rules: [(group: Int, rules: ToggleRules)] = []

    init(nesting: Int, previous: ToggleGroup?) {
        self.nesting = nesting
        self.previous = previous
    }

    mutating func add(
        _ declaration: OptionDeclaration, id: String, parent: Int?, depth: Int, on inheritedOn: Bool?,
        disabled inheritedDisabled: Bool?
    ) throws(Refusal) {
        if let problem = Naming.problem(inSegment: declaration.id) {
            let place = parent.map { "an id in group \"\(nodes[$0].id)\"" } ?? "the group's id"
            throw Refusal(.invalid, "\(place) \(problem)")
        }
        guard depth <= nesting else {
            throw .limit("nesting", nesting, "group \"\(nodes[0].id)\" is nested more than \(nesting) levels deep")
        }
        let node = nodes.count
        guard places.updateValue(node, forKey: ExactText(id)) == nil else {
            throw Refusal(.invalid, "duplicate id \"\(id)\": ids in one group must be unique")
        }
        nodes.append(
            .init(
                id: id, title: declaration.title, parent: parent, isGroup: declaration.options != nil,
                isIndependent: declaration.independent, range: node..<node + 1))
        let (on, disabled) = (declaration.on ?? inheritedOn, declaration.disabled ?? inheritedDisabled)
        guard let inner = declaration.options else {
            guard declaration.rules == ToggleRules(), !declaration.independent else {
                throw Refusal(.invalid, "switch \"\(id)\" has rules or is independent, which only groups can")
            }
            return options.append(option(id, on: on, disabled: disabled))
        }
        options.append(.init())
        if declaration.rules != ToggleRules() { rules.append((node, declaration.rules)) }
        for option in inner {
            try add(option, id: id + "/" + option.id, parent: node, depth: depth + 1, on: on, disabled: disabled)
        }
        nodes[node].range = node..<nodes.count
    }

    private func option(_ id: String, on: Bool?, disabled: Bool?) -> ToggleGroup.Count {
        guard let previous, let old = previous.layout.place(of: id), !previous.layout.nodes[old].isGroup else {
            return .init(on: on ?? false, disabled: disabled ?? false)
        }
        return .init(on: previous.isOn(old), disabled: disabled ?? !previous.isEnabled(old))
    }

    // MARK: Rules

    func numberedRules() throws(Refusal) -> IndexedRules {
        var numbered = IndexedRules()
        var allNeeds: [(option: Int, need: Int)] = []
        for (group, rules) in rules {
            try addCount(rules, of: group, to: &numbered)
            for (path, needs) in rules.requires.sorted(by: { $0.key < $1.key }) {
                let option = try option(path, in: group, rule: "requires")
                for need in needs { allNeeds.append((option, try self.option(need, in: group, rule: "requires"))) }
            }
            for names in rules.excludes { try addSet(names, of: group, to: &numbered) }
        }
        numbered.add(allNeeds)
        numbered.finish()
        if let circle = numbered.circle() {
            let names = circle.map { nodes[$0].id }
            throw Refusal(
                .invalid, "cycle in \"requires\": " + names.map { "\"\($0)\"" }.joined(separator: " needs "),
                details: ["rule": "requires", "options": .array(names.dropLast().map { .string($0) })])
        }
        return numbered
    }

    private func addCount(_ rules: ToggleRules, of group: Int, to numbered: inout IndexedRules) throws(Refusal) {
        guard rules.exclusive || rules.min != nil || rules.max != nil else { return }
        let (low, high) = (rules.min ?? 0, rules.max ?? .max)
        guard low >= 0, high >= 0, low <= high else {
            throw Refusal(
                .invalid,
                "group \"\(nodes[group].id)\" needs at least \(low) and at most \(high) on, which cannot both hold",
                details: ["rule": .string(rules.min == nil ? "max" : "min"), "group": .string(nodes[group].id)])
        }
        numbered.add(.init(exclusive: rules.exclusive, min: rules.min, max: rules.max), of: group)
    }

    private func addSet(_ names: [String], of group: Int, to numbered: inout IndexedRules) throws(Refusal) {
        var (set, members) = ([Int](), Set<Int>())
        for name in names {
            let member = try option(name, in: group, rule: "excludes")
            if members.insert(member).inserted { set.append(member) }
        }
        guard set.count > 1 else {
            throw Refusal(
                .invalid,
                "rule \"excludes\" of group \"\(nodes[group].id)\" needs two switches that exclude each other, not "
                    + (names.first.map { "\"\($0)\" alone" } ?? "an empty list"),
                details: ["rule": "excludes", "group": .string(nodes[group].id)])
        }
        numbered.add(excluding: set)
    }

    private func option(_ path: String, in group: Int, rule: String) throws(Refusal) -> Int {
        let id = nodes[group].id
        let full = id + "/" + path
        let details: JSON.Object = ["rule": .string(rule), "group": .string(id), "options": [.string(full)]]
        guard let node = places[ExactText(full)] else {
            throw Refusal(
                .invalid, "rule \"\(rule)\" of group \"\(id)\" names \"\(path)\": there is no switch \"\(full)\"",
                details: details)
        }
        guard !nodes[node].isGroup else {
            throw Refusal(
                .invalid,
                "rule \"\(rule)\" of group \"\(id)\" names \"\(path)\", which is a group: name its switches",
                details: details)
        }
        return node
    }
}
