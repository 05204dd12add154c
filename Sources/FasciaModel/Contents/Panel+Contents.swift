import OrderedCollections

extension Panel {
    /// Everything the panel holds. O(size of the panel).
    public var contents: PanelContents {
        PanelContents(
            revision: revision, lastEntry: navigation.minted,
            stacks: navigation.stacks.values.map { .init(name: $0.name, layers: $0.layers) }, targets: targets,
            groups: toggles.all.map(\.declaration), pickers: pickers.all.values.map(\.declaration),
            values: values.all.map { .init(key: $0, value: $1.value, declaration: $1.declaration) },
            screens: Array(screens.values), orphaned: orphaned.sorted(),
            environment: environmentScopes.map { .init($0, values: environment($0)) },
            // What a release has left until its changes are over is not wanted any more.
            claims: claims.filter { !$0.isEnding }.map { .init(name: $0.name, request: $0.request) },
            questions: questions.all.values.map(\.recorded))
    }

    /// Makes a panel with these contents. Whoever has claimed something has to come back: until then its things are stale, and
    /// requests of them are refused.
    ///
    /// - Parameter time: when they are taken over, in milliseconds since 1970.
    /// - Throws: the refusal of the command that would make the first part that is not allowed.
    public init(contents: PanelContents, at time: Int = 0, limits: Limits = .init()) throws(Refusal) {
        guard contents.revision >= 0 else { throw .invalid("revision \(contents.revision) is less than 0") }
        try Self.check(contents.stacks.map(\.name), "stack")
        try Self.check(contents.targets.map(\.name), "target")
        try Self.check(contents.groups.map(\.id), "group")
        try Self.check(contents.pickers.map(\.id), "picker")
        try Self.check(contents.values.map(\.key), "value")
        try Self.check(contents.screens.map(\.id), "screen")
        try Self.check(contents.questions.map(\.id), "question")

        var panel = Panel(limits: limits)
        panel.navigation = try Navigation(contents, limits: limits)
        // Applying commands runs all of their checks.
        for target in contents.targets { _ = try panel.apply(.declareTarget(target)) }
        for group in contents.groups {
            var changes: [Change] = []
            let isReported = contents.claims.contains { $0.mayName(switchOf: group.id) }
            try panel.toggles.declare(group, isReported: isReported, limits: limits, into: &changes)
        }
        for value in contents.values {
            if let declaration = value.declaration { _ = try panel.apply(.declareValue(declaration)) }
            _ = try panel.apply(.setValue(key: value.key, value.value))
        }
        for screen in contents.screens { _ = try panel.apply(.putScreen(screen)) }
        for screen in contents.orphaned { _ = try panel.requireScreen(screen) }
        for scope in contents.environment { _ = try panel.apply(.setEnvironment(scope.scope, scope.values)) }
        try panel.bound.restore(contents.claims, at: time, limits: limits)
        var all: OrderedDictionary<String, Picker> = [:]
        for picker in contents.pickers { all[picker.id] = try Picker(restoring: picker) }
        self.init(
            limits: limits, revision: contents.revision, navigation: panel.navigation, toggles: panel.toggles,
            pickers: Pickers(all), values: panel.values, screens: panel.screens,
            orphaned: Set(contents.orphaned), environments: panel.environments, bound: panel.bound,
            questions: try Questions(restoring: contents.questions, limits: limits))
    }

    private static func check(_ names: [String], _ what: String) throws(Refusal) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted { throw .invalid("\(what) \"\(name)\" is there twice") }
    }
}

extension PanelContents.Claimed {
    /// Whether it may be about a switch of a group. Its states may break the rules of the group then.
    fileprivate func mayName(switchOf group: String) -> Bool {
        request.ids.contains { $0.kind == .option && ($0.segment ?? group) == group }
    }
}

extension Navigation {
    fileprivate init(_ contents: PanelContents, limits: Limits) throws(Refusal) {
        let stacks = contents.stacks.map { NavigationStack(name: $0.name, layers: $0.layers) }
        guard contents.lastEntry >= 1 else { throw .invalid("the last entry's number is \(contents.lastEntry): at least 1") }
        guard stacks.first?.name == Self.mainStack else { throw .invalid("the first stack is not \"\(Self.mainStack)\"") }
        for stack in stacks {
            try Naming.check(stack.name, "the stack's name")
            if let problem = stack.checkInvariants().first { throw .invalid(problem) }
        }
        self.init(
            limits: limits, stacks: OrderedDictionary(uniqueKeysWithValues: stacks.map { ($0.name, $0) }), targets: [:],
            minted: contents.lastEntry)
        var seen: Set<EntryID> = []
        for stack in stacks {
            try checkDepth(stack.depth, of: stack.name)
            for entry in stack.entries {
                try check(entry.route, handles: entry.handles)
                guard wasMinted(entry.id) else {
                    throw .invalid("entry \"\(entry.id)\" is not among e1 to e\(contents.lastEntry), the last that was minted")
                }
                guard seen.insert(entry.id).inserted else { throw .invalid("entry \"\(entry.id)\" is there twice") }
            }
        }
    }
}

extension ToggleGroup {
    /// The declaration that makes this group with its current states. Rules name options by their path below the
    /// outermost group.
    fileprivate var declaration: OptionDeclaration { declaration(of: 0) }

    private func declaration(of node: Int) -> OptionDeclaration {
        let content = layout.nodes[node]
        var declaration = OptionDeclaration(id: layout.segment(of: node), title: content.title)
        if content.isGroup {
            declaration.options = layout.children(of: node).map(declaration(of:))
            declaration.independent = content.isIndependent
            declaration.rules = rules(of: node)
        } else {
            declaration.on = isOn(node) ? true : nil
            declaration.disabled = isEnabled(node) ? nil : true
        }
        return declaration
    }

    private func rules(of group: Int) -> ToggleRules {
        let count = layout.rules.counts[group]
        var rules = ToggleRules(exclusive: count?.exclusive ?? false, min: count?.min, max: count?.max)
        guard group == 0 else { return rules }
        let outermost = layout.nodes[0].id.utf8.count + 1
        func path(_ option: Int) -> String { String(decoding: layout.nodes[option].id.utf8.dropFirst(outermost), as: UTF8.self) }
        for (option, needed) in layout.rules.requires { rules.requires[path(option)] = needed.map(path) }
        rules.excludes = layout.rules.sets.map { $0.map(path) }
        return rules
    }
}

extension Picker {
    fileprivate var declaration: PickerDeclaration {
        PickerDeclaration(
            id: id, title: title,
            components: zip(components, selections).map { component, selection in
                var declaration = component.declaration
                declaration.selection = selection
                return declaration
            })
    }

    /// Makes a picker with exactly the declaration's selections.
    fileprivate init(restoring declaration: PickerDeclaration) throws(Refusal) {
        let selections = declaration.components.map(\.selection)
        self = try PickerBuilder.restore(declaration, selections: selections)
        for (place, selection) in selections.enumerated() where self.selections[place] != selection {
            let name = fullID(place)
            guard let selection else {
                throw .invalid("\"\(name)\" has no selection, and is not optional: select one of its elements")
            }
            throw noElement(selection, in: place, elements(place))
        }
    }
}

extension Refusal {
    fileprivate static func invalid(_ message: String) -> Refusal { Refusal(.invalid, message) }
}
