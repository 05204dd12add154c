import FasciaDocument
import struct FasciaModel.ToggleRules
import FasciaYAML

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
        var index = Index()
        for item in items { add(item, &index) }
    }

    /// Where a thing is in its list: a file may have thousands.
    private struct Index {
        var (groups, logs): ([String: Int], [String: Int]) = ([:], [:])
        var known: Set<String> = []
        /// The full ids of options.
        var options: Set<String> = []
    }

    package init(_ file: PanelFile) { self.init(file.screens.flatMap { $0.items + $0.toolbar }) }

    private mutating func add(_ item: Item, _ index: inout Index) {
        switch item.content {
        case .section(_, let items, _): for item in items { add(item, &index) }
        case .group(let group) where !group.options.isEmpty: add(group, &index)
        case .toggle(let item1) where !item1.binding.isEmpty: add(item1, item.position, &index)
        case .picker(let picker) where picker.choices != nil:
            if isNew("picker:" + picker.id, picker.id, item.position, &index) { pickers.append(picker) }
        case .value(let value) where value.kind != nil:
            if isNew("value:" + value.key, value.key, item.position, &index) { values.append(value) }
        // A number that is read is a value, too.
        case .reading(let reading) where reading.from != nil:
            if isNew("value:" + reading.key, reading.key, item.position, &index) { readings.append(reading) }
        case .log(let log):
            if let place = index.logs[log.id] {
                if logs[place].follow.arguments != log.follow.arguments { twice(log.id, item.position) }
            } else {
                index.logs[log.id] = logs.count
                logs.append(log)
            }
        default: break
        }
    }

    private mutating func isNew(_ thing: String, _ id: String, _ position: Position, _ index: inout Index) -> Bool {
        let isNew = index.known.insert(thing).inserted
        if !isNew { twice(id, position) }
        return isNew
    }

    private mutating func add(_ group: OptionNode, _ index: inout Index) {
        var merged = group
        if let place = index.groups[group.name] {
            let names = Set(group.options.map(\.name))
            // Switches of the group may have come before it.
            for option in groups[place].options {
                if names.contains(option.name) {
                    twice("\(group.name)/\(option.name)", option.position)
                } else {
                    merged.options.append(option)
                }
            }
            groups[place] = merged
        } else {
            index.groups[group.name] = groups.count
            groups.append(group)
        }
        index.options.formUnion(merged.ids(below: ""))
    }

    private mutating func add(_ item: SwitchItem, _ position: Position, _ index: inout Index) {
        guard index.options.insert(item.id).inserted else { return twice(item.id, position) }
        let path = item.id.split(separator: "/").map(String.init)
        let place = index.groups[path[0]] ?? groups.count
        if place == groups.count {
            index.groups[path[0]] = place
            groups.append(OptionNode(name: path[0], position: position))
        }
        for count in 1..<path.count { index.options.insert(path[..<count].joined(separator: "/")) }
        let leaf = OptionNode(name: path[path.count - 1], title: item.title, binding: item.binding, position: position)
        groups[place].insert(leaf, path[1..<(path.count - 1)])
    }

    private mutating func twice(_ id: String, _ position: Position) {
        problems.append(Problem(at: position, "\"\(id)\" is declared twice: leave out all keys but its title to show it again"))
    }

    /// Adds things of these ids that have gone from the file, or from its rows.
    mutating func keep(_ ids: Set<String>, of old: Declarations) {
        let gone = ids.subtracting(thingIDs)
        guard !gone.isEmpty else { return }
        var index = Index()
        for (id, option) in old.switches where gone.contains(id) {
            let group = id.prefix { $0 != "/" }
            if !groups.contains(where: { $0.name == group }), var outer = old.groups.first(where: { $0.name == group }) {
                (outer.options, outer.rules) = ([], ToggleRules())
                groups.append(outer)
            }
            index.groups = Dictionary(groups.enumerated().map { ($1.name, $0) }) { first, _ in first }
            index.options = Set(groups.flatMap { $0.leaves(below: "").map(\.id) })
            add(SwitchItem(id: id, title: option.title, binding: option.binding), option.position, &index)
        }
        pickers += old.pickers.filter { gone.contains("picker:" + $0.id) }
        values += old.values.filter { gone.contains("value:" + $0.key) }
        readings += old.readings.filter { gone.contains("value:" + $0.key) }
    }

    // MARK: - What there is

    /// The ids of all things as on the wire: switches without a prefix, `picker:ID`, `value:KEY`.
    var thingIDs: Set<String> {
        Set(
            switches.map(\.id) + pickers.map { "picker:" + $0.id } + values.map { "value:" + $0.key }
                + readings.map { "value:" + $0.key })
    }

    /// The switches that have no inner ones, by their full ids.
    package var switches: [(id: String, option: OptionNode)] { groups.flatMap { $0.leaves(below: "") } }

    /// The ids of all things.
    var ids: Set<String> { Set(toggles + pickers.map(\.id) + values.map(\.key) + readings.map(\.key)) }

    /// The ids of all groups and options.
    package var toggles: [String] { groups.flatMap { $0.ids(below: "") } }
}

extension OptionNode {
    fileprivate mutating func insert(_ leaf: OptionNode, _ path: ArraySlice<String>) {
        guard let name = path.first else { return options.append(leaf) }
        // The latest one is the likeliest.
        let index = options.lastIndex { $0.name == name } ?? options.count
        if index == options.count { options.append(OptionNode(name: name, position: leaf.position)) }
        options[index].insert(leaf, path.dropFirst())
    }

    func leaves(below prefix: String) -> [(id: String, option: OptionNode)] {
        options.isEmpty ? [(prefix + name, self)] : options.flatMap { $0.leaves(below: prefix + name + "/") }
    }

    fileprivate func ids(below prefix: String) -> [String] {
        [prefix + name] + options.flatMap { $0.ids(below: prefix + name + "/") }
    }
}
