import FasciaDocument

/// The things that a panel file declares: each where it is first written out.
package struct Declarations: Hashable, Sendable {
    /// The groups with their options, in the order of the file.
    package private(set) var groups: [OptionNode] = []
    package private(set) var pickers: [PickerItem] = []
    package private(set) var values: [ValueItem] = []
    package private(set) var readings: [Reading] = []
    package private(set) var logs: [LogItem] = []
    package private(set) var problems: [Problem] = []

    package init(_ items: [Item]) {
        for item in items { add(item) }
    }

    package init(_ file: PanelFile) { self.init(file.screens.flatMap { $0.items + $0.toolbar }) }

    private mutating func add(_ item: Item) {
        switch item.content {
        case .section(_, let items, _): for item in items { add(item) }
        case .group(let group) where !group.options.isEmpty: add(group)
        case .toggle(let item1) where !item1.binding.isEmpty: add(item1, item.position)
        case .picker(let picker) where picker.choices != nil:
            if pickers.contains(where: { $0.id == picker.id }) { twice(picker.id, item.position) } else { pickers.append(picker) }
        case .value(let value) where value.kind != nil:
            if values.contains(where: { $0.key == value.key }) { twice(value.key, item.position) } else { values.append(value) }
        case .reading(let reading) where reading.from != nil:
            if readings.contains(where: { $0.key == reading.key }) {
                twice(reading.key, item.position)
            } else {
                readings.append(reading)
            }
        case .log(let log):
            if logs.contains(where: { $0.id == log.id && $0.follow.arguments != log.follow.arguments }) {
                twice(log.id, item.position)
            } else if !logs.contains(where: { $0.id == log.id }) {
                logs.append(log)
            }
        default: break
        }
    }

    private mutating func add(_ group: OptionNode) {
        guard let index = groups.firstIndex(where: { $0.name == group.name }) else { return groups.append(group) }
        var merged = group
        // Switches of the group may have come before it.
        for option in groups[index].options {
            if group.options.contains(where: { $0.name == option.name }) {
                twice("\(group.name)/\(option.name)", option.position)
            } else {
                merged.options.append(option)
            }
        }
        groups[index] = merged
    }

    private mutating func add(_ item: SwitchItem, _ position: Position) {
        let path = item.id.split(separator: "/").map(String.init)
        let index = groups.firstIndex { $0.name == path[0] } ?? groups.count
        if index == groups.count { groups.append(OptionNode(name: path[0], position: position)) }
        let leaf = OptionNode(name: path[path.count - 1], title: item.title, binding: item.binding, position: position)
        if !groups[index].insert(leaf, path[1..<(path.count - 1)]) { twice(item.id, position) }
    }

    private mutating func twice(_ id: String, _ position: Position) {
        problems.append(Problem(at: position, "\"\(id)\" is declared twice: leave out all keys but its title to show it again"))
    }

    // MARK: - What there is

    /// The switches that have no inner ones, by their full ids.
    package var switches: [(id: String, option: OptionNode)] { groups.flatMap { $0.leaves(below: "") } }

    /// The ids of all things.
    var ids: Set<String> { Set(toggles + pickers.map(\.id) + values.map(\.key) + readings.map(\.key)) }

    /// The ids of all groups and options.
    package var toggles: [String] { groups.flatMap { $0.ids(below: "") } }
}

extension OptionNode {
    /// - Returns: whether there was no such option.
    fileprivate mutating func insert(_ leaf: OptionNode, _ path: ArraySlice<String>) -> Bool {
        guard let name = path.first else {
            guard !options.contains(where: { $0.name == leaf.name }) else { return false }
            options.append(leaf)
            return true
        }
        let index = options.firstIndex { $0.name == name } ?? options.count
        if index == options.count { options.append(OptionNode(name: name, position: leaf.position)) }
        return options[index].insert(leaf, path.dropFirst())
    }

    func leaves(below prefix: String) -> [(id: String, option: OptionNode)] {
        options.isEmpty ? [(prefix + name, self)] : options.flatMap { $0.leaves(below: prefix + name + "/") }
    }

    fileprivate func ids(below prefix: String) -> [String] {
        [prefix + name] + options.flatMap { $0.ids(below: prefix + name + "/") }
    }
}
