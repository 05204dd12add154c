/// Reading a panel. Everything is O(1) unless it says otherwise.
extension Panel {
    /// How many of everything there are.
    public struct Counts: Hashable, Sendable {
        public var stacks, entries, targets, groups, options, pickers, values, screens: Int
    }

    /// O(stacks + groups).
    public var counts: Counts {
        Counts(
            stacks: navigation.stacks.count, entries: navigation.stacks.values.reduce(0) { $0 + $1.depth },
            targets: navigation.targets.count, groups: toggles.all.count,
            options: toggles.all.reduce(0) { $0 + $1.layout.optionCount }, pickers: pickers.all.count,
            values: values.all.count, screens: screens.count)
    }

    // MARK: Navigation

    public func stack(_ name: String) -> NavigationStack? { navigation.stacks[name] }

    /// In the order in which they were made; `main` is the first.
    public var stackNames: [String] { Array(navigation.stacks.keys) }

    /// Where an entry is, if it is still there. O(entries).
    public func find(_ entry: EntryID) -> (stack: String, entry: Entry)? { navigation.find(entry) }

    /// How many entries there ever were; the next one's id counts on from there.
    public var mintedEntries: Int { navigation.minted }

    /// Whether there ever was such an entry. One that was and is not in a stack is gone for good.
    public func wasMinted(_ entry: EntryID) -> Bool { navigation.wasMinted(entry) }

    /// The declared targets in the order of declaration. `root` is there without being declared, and not among them.
    public var targets: [Target] { Array(navigation.targets.values) }

    public func target(_ name: String) -> Target? { navigation.targets[name] }

    // MARK: Toggle groups

    /// What is to be known of an option or a group by its full id, `extras/cheese`.
    public func toggle(_ id: String) -> ToggleInfo? { toggles.info(id) }

    /// How many options a group has, nested ones included; 1 for an option. O(1).
    public func optionCount(of id: String) -> Int { toggles.leafCount(id) }

    /// An option or group with everything below it. O(nodes below it).
    public func toggleTree(_ id: String) -> ToggleTree? { toggles.tree(id) }

    /// The full ids of what stands directly below a group, in order; `nil` where there is no such group. O(children).
    public func children(of groupID: String) -> [String]? { toggles.children(of: groupID) }

    /// The outermost groups in the order of declaration.
    public var groupIDs: [String] { Array(toggles.ids) }

    // MARK: Pickers

    /// A picker with all its components. O(elements).
    public func picker(_ id: String) -> PickerInfo? { pickers.info(id) }

    /// One component by its full id, `height/unit`. O(elements).
    public func pickerComponent(_ id: String) -> PickerComponentInfo? { pickers.component(id) }

    /// In the order of declaration.
    public var pickerIDs: [String] { Array(pickers.all.keys) }

    // MARK: Values

    public func value(_ key: String) -> JSON? { values.all[key]?.value }

    /// `nil` for a value that is not there, and for one that was set without being declared: it may be any JSON.
    public func valueDeclaration(_ key: String) -> ValueDeclaration? { values.all[key]?.declaration }

    /// In the order in which they came.
    public var valueKeys: [String] { Array(values.all.keys) }

    /// The keys that begin with `prefix`. O(values).
    public func valueKeys(prefix: String) -> [String] { values.all.keys.filter { $0.hasPrefix(prefix) } }

    // MARK: Screens

    public func screen(_ id: String) -> Screen? { screens[id] }

    /// Whether the app that published a screen has gone.
    public func isOrphaned(screen id: String) -> Bool { orphaned.contains(id) }

    /// In the order in which they were first published.
    public var screenIDs: [String] { Array(screens.keys) }

    /// What `setEnvironment` has set in this scope alone. A screen's own `environment`, as published, stands below
    /// what is set in its scope.
    public func environment(_ scope: EnvironmentScope) -> JSON.Object { environments[scope] ?? [:] }

    /// The scopes in which something is set: the panel, then stacks, screens and entries by name. O(scopes log scopes).
    public var environmentScopes: [EnvironmentScope] { Self.inOrder(environments.keys) }

    static func inOrder(_ scopes: some Collection<EnvironmentScope>) -> [EnvironmentScope] {
        scopes.sorted { $0.order < $1.order }
    }
}

extension EnvironmentScope {
    /// From the outermost kind to the innermost, by name among the same.
    fileprivate var order: (Int, String) {
        switch self {
        case .panel: (0, "")
        case .stack(let name): (1, name)
        case .screen(let id): (2, id)
        case .entry(let id): (3, id.rawValue)
        }
    }
}
