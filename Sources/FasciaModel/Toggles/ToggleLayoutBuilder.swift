/// Makes the layout of a declared group, and the first values of its leaves, in one pass over the declaration.
struct ToggleLayoutBuilder {
    private let limits: Limits
    /// What the group was before, whose values the options that stay keep.
    private let previous: ToggleGroup?

    private var ids: [String] = []
    private var titles: [String?] = []
    private var slots: [Int32] = []
    private var leaves: [ToggleLayout.Leaf] = []
    private var groups: [ToggleLayout.Group] = []
    private var index: IDIndex
    private var rules: [(group: Int32, rules: ToggleRules)] = []
    /// The leaves that begin on, and those that begin disabled.
    private var on: [Int32] = []
    private var disabled: [Int32] = []

    private init(limits: Limits, previous: ToggleGroup?, expected: Int) {
        index = IDIndex(capacity: expected)
        self.limits = limits
        self.previous = previous
    }

    /// - Throws: `invalid` for ids and rules that cannot be and for values that break the rules, `limit`.
    static func build(_ declaration: OptionDeclaration, keeping previous: ToggleGroup?, limits: Limits) throws(Refusal)
        -> ToggleGroup
    {
        guard declaration.options != nil else {
            throw Refusal(
                .invalid,
                "group \"\(declaration.id)\" has no options: give it a list of them, or [] for an empty group")
        }
        let expected = previous?.layout.ids.count ?? declaration.options?.count ?? 0
        var builder = ToggleLayoutBuilder(limits: limits, previous: previous, expected: expected)
        try builder.add(declaration, id: declaration.id, parent: -1, depth: 1, on: nil, disabled: nil)
        return try builder.finish()
    }

    private mutating func add(
        _ declaration: OptionDeclaration, id: String, parent: Int32, depth: Int, on inheritedOn: Bool?,
        disabled inheritedDisabled: Bool?
    ) throws(Refusal) {
        if let problem = Naming.problem(inSegment: declaration.id) {
            let place = parent < 0 ? "the group's id" : "an id in group \"\(ids[Int(groups[Int(parent)].node)])\""
            throw Refusal(.invalid, "\(place) \(problem)")
        }
        guard depth <= limits.nesting else {
            throw Refusal(
                .limit, "group \"\(rootID(id))\" is nested more than \(limits.nesting) levels deep",
                details: ["limit": "nesting", "value": .int(limits.nesting)])
        }
        let node = Int32(ids.count)
        guard index.add(id, at: node, among: ids) else {
            throw Refusal(.invalid, "id \"\(id)\" is there twice: ids in one group must differ")
        }
        ids.append(id)
        titles.append(declaration.title)
        let ownOn = declaration.on ?? inheritedOn
        let ownDisabled = declaration.disabled ?? inheritedDisabled
        guard let options = declaration.options else {
            guard declaration.rules == ToggleRules(), !declaration.independent else {
                throw Refusal(.invalid, "option \"\(id)\" has rules or is independent: only groups can be")
            }
            return addLeaf(id: id, node: node, parent: parent, on: ownOn, disabled: ownDisabled)
        }
        let group = Int32(groups.count)
        slots.append(~group)
        let leafStart = Int32(leaves.count)
        groups.append(
            .init(
                node: node, parent: parent, isIndependent: declaration.independent, leaves: leafStart..<leafStart,
                groups: group..<group + 1, nodes: node..<node + 1))
        if declaration.rules != ToggleRules() { rules.append((group, declaration.rules)) }
        for option in options {
            try add(
                option, id: id + "/" + option.id, parent: group, depth: depth + 1, on: ownOn, disabled: ownDisabled)
        }
        groups[Int(group)].leaves = leafStart..<Int32(leaves.count)
        groups[Int(group)].groups = group..<Int32(groups.count)
        groups[Int(group)].nodes = node..<Int32(ids.count)
    }

    private mutating func addLeaf(id: String, node: Int32, parent: Int32, on: Bool?, disabled: Bool?) {
        let leaf = Int32(leaves.count)
        slots.append(leaf)
        leaves.append(.init(node: node, parent: parent))
        var isOn = on ?? false
        var isDisabled = disabled ?? false
        if let previous, case .leaf(let old) = previous.layout.place(of: id) {
            isOn = previous.on[old]
            isDisabled = disabled ?? previous.disabled[old]
        }
        if isOn { self.on.append(leaf) }
        if isDisabled { self.disabled.append(leaf) }
    }

    private func rootID(_ id: String) -> String { ids.first ?? id }

    private func finish() throws(Refusal) -> ToggleGroup {
        var compiled = CompiledRules()
        for (group, rules) in rules {
            let id = ids[Int(groups[Int(group)].node)]
            try compiled.add(rules, of: group, named: id, slots: slots) { index.place(of: $0, among: ids) }
        }
        compiled.finish()
        if let circle = compiled.circle() {
            let names = circle.map { ids[Int(leaves[Int($0)].node)] }
            throw Refusal(
                .invalid, "circle in \"requires\": " + names.map { "\"\($0)\"" }.joined(separator: " needs "),
                details: ["rule": "requires", "options": .array(names.dropLast().map { .string($0) })])
        }
        let layout = ToggleLayout(
            ids: ids, titles: titles, slots: slots, leaves: leaves, groups: groups, index: index, rules: compiled)
        let group = ToggleGroup(layout: layout, on: on, disabled: disabled)
        try group.checkInitialValues()
        return group
    }
}
