import FasciaDocument

/// Queries. Each is O(1) unless its comment gives another cost.
extension Panel {
    /// The number of things of each kind.
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

    /// In order of creation; `main` is first.
    public var stackNames: [String] { Array(navigation.stacks.keys) }

    /// The stack that holds an entry; `nil` if the entry was removed. O(entries).
    public func find(_ entry: EntryID) -> (stack: String, entry: Entry)? { navigation.find(entry) }

    /// Whether this entry was ever created. A created entry that is in no stack was removed, and its id is never
    /// reused.
    public func wasMinted(_ entry: EntryID) -> Bool { navigation.wasMinted(entry) }

    /// The declared targets in order of declaration. The built-in target `root` is not included.
    public var targets: [Target] { Array(navigation.targets.values) }

    public func target(_ name: String) -> Target? { navigation.targets[name] }

    /// The screen at the root of a new stack. If no client has published a screen with this id, the panel shows a
    /// built-in one.
    public static let homeScreen = "home"

    /// The id of the screen that an entry shows: its own screen if one is published, else its route's screen.
    public func screenID(of entry: Entry) -> String {
        let own = Screen.id(entry.route.screen, of: entry.id)
        return screens[own] == nil ? entry.route.screen : own
    }

    /// The title of an entry: the screen's title, else its id.
    public func title(of entry: Entry) -> String {
        let screen = entry.route.screen
        return self.screen(screenID(of: entry))?.title ?? (screen == Panel.homeScreen ? "Fascia" : screen)
    }

    // MARK: Toggle groups

    /// The state of an option or a group by its full id, such as `extras/cheese`.
    public func toggle(_ id: String) -> ToggleInfo? { toggles.info(id) }

    /// The number of options in a group, including nested ones; 1 for an option. O(1).
    public func optionCount(of id: String) -> Int { toggles.leafCount(id) }

    /// The outermost group that an option or group is in: the first segment of its id.
    package static func outermostGroup(of id: String) -> String { Toggles.root(of: id) }

    /// The full ids of the switches of a group, or of a switch itself; none if there is no such thing. O(nodes below it).
    package func switches(below id: String) -> [String] {
        func leaves(_ tree: ToggleTree) -> [String] { tree.options.map { $0.flatMap(leaves) } ?? [tree.info.id] }
        return toggles.tree(id).map(leaves) ?? []
    }

    /// An option or group with everything below it. O(nodes below it).
    public func toggleTree(_ id: String) -> ToggleTree? { toggles.tree(id) }

    /// The full ids of a group's direct children, in order; `nil` if there is no such group. O(children).
    public func children(of groupID: String) -> [String]? { toggles.children(of: groupID) }

    /// The outermost groups in the order of declaration.
    public var groupIDs: [String] { Array(toggles.ids) }

    // MARK: Pickers

    /// A picker with all its components. O(elements).
    public func picker(_ id: String) -> PickerInfo? { pickers.info(id) }

    /// One component by its full id, such as `height/unit`. O(elements).
    public func pickerComponent(_ id: String) -> PickerComponentInfo? { pickers.component(id) }

    /// In the order of declaration.
    public var pickerIDs: [String] { Array(pickers.all.keys) }

    // MARK: Values

    public func value(_ key: String) -> JSON? { values.all[key]?.value }

    /// `nil` for an unknown value, and for one that was set without a declaration and may be any JSON.
    public func valueDeclaration(_ key: String) -> ValueDeclaration? { values.all[key]?.declaration }

    /// Whether only its readers may see the value.
    public func isSecret(value key: String) -> Bool { values.all[key]?.declaration?.isSecret ?? false }

    /// In order of creation.
    public var valueKeys: [String] { Array(values.all.keys) }

    /// The keys that begin with `prefix`. O(values).
    public func valueKeys(prefix: String) -> [String] { values.all.keys.filter { $0.hasPrefix(prefix) } }

    // MARK: Screens

    public func screen(_ id: String) -> Screen? { screens[id] }

    /// Whether the app that published a screen has disconnected.
    public func isOrphaned(screen id: String) -> Bool { orphaned.contains(id) }

    /// In the order in which they were first published.
    public var screenIDs: [String] { Array(screens.keys) }

    /// The values that `setEnvironment` has set in this scope only. They override the `environment` published with a
    /// screen.
    public func environment(_ scope: EnvironmentScope) -> JSON.Object { environments[scope] ?? [:] }

    /// The scopes with values: the panel, then stacks, screens and entries by name. O(scopes log scopes).
    public var environmentScopes: [EnvironmentScope] { Self.inOrder(environments.keys) }

    static func inOrder(_ scopes: some Collection<EnvironmentScope>) -> [EnvironmentScope] {
        scopes.sorted { $0.order < $1.order }
    }
}

extension EnvironmentScope {
    /// Sorts from the outermost kind to the innermost, then by name.
    fileprivate var order: (Int, String) {
        switch self {
        case .panel: (0, "")
        case .stack(let name): (1, name)
        case .screen(let id): (2, id)
        case .entry(let id): (3, id.rawValue)
        }
    }
}
