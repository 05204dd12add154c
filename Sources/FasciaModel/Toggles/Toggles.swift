import FasciaDocument
import OrderedCollections

/// All toggle groups of a panel, by the id of the outermost group.
struct Toggles: Equatable, Sendable {
    /// The ids of the outermost groups in order of declaration, parallel to `all`. The groups are in an array because
    /// an ordered dictionary would copy a group before changing it.
    private(set) var ids: OrderedSet<String> = []
    private(set) var all: [ToggleGroup] = []

    init() {}

    /// - Parameter groups: in order of declaration, with distinct ids.
    init(_ groups: [ToggleGroup]) {
        all = groups
        ids = OrderedSet(groups.map { $0.layout.nodes[0].id })
    }

    subscript(id: String) -> ToggleGroup? { ids.firstIndex(of: id).map { all[$0] } }

    /// The index in `all` and the node that a full id names.
    private func resolve(_ id: String) -> (slot: Int, node: Int)? {
        guard let slot = ids.firstIndex(of: Self.root(of: id)), let node = all[slot].layout.place(of: id) else { return nil }
        return (slot, node)
    }

    /// The first segment of a full id.
    static func root(of id: String) -> String {
        id.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(id[..<$0]) } ?? id
    }

    // MARK: Commands

    mutating func set(_ id: String, on: Bool, into changes: inout [Change]) throws(Refusal) {
        guard let (slot, node) = resolve(id) else { throw notFound(id) }
        guard all[slot].layout.nodes[node].isGroup else {
            return try all[slot].set(option: node, to: on, into: &changes)
        }
        try checkMaster(node, in: slot)
        try all[slot].set(group: node, to: on, into: &changes)
    }

    mutating func flip(_ id: String, expect: GroupState?, into changes: inout [Change]) throws(Refusal) {
        guard let (slot, node) = resolve(id) else { throw notFound(id) }
        let content = all[slot].layout.nodes[node]
        if content.isGroup { try checkMaster(node, in: slot) }
        guard all[slot].isEnabled(node) || content.isGroup && content.optionCount == 0 else {
            throw content.isGroup
                ? Refusal(.refused, "group \"\(id)\" is disabled, because all its switches are")
                : Refusal(.refused, "switch \"\(id)\" is disabled: only the program that has declared it can set it")
        }
        let state = all[slot].state(of: node)
        if let expect, expect != state {
            throw Refusal(
                .conflict, "\"\(id)\" is \(state.rawValue), not \(expect.rawValue)",
                details: ["id": .string(id), "expect": .string(expect.rawValue), "state": .string(state.rawValue)])
        }
        if content.isGroup {
            try all[slot].set(group: node, to: all[slot].goal(of: node), into: &changes)
        } else {
            try all[slot].set(option: node, to: state == .off, into: &changes)
        }
    }

    mutating func enable(_ id: String, _ enabled: Bool, into changes: inout [Change]) throws(Refusal) {
        guard let (slot, node) = resolve(id) else { throw notFound(id) }
        all[slot].setEnabled(node, to: enabled, into: &changes)
    }

    /// - Parameter isReported: whether the states of a new group may break its rules, because they have been reported.
    mutating func declare(
        _ declaration: OptionDeclaration, isReported: Bool = false, limits: Limits, into changes: inout [Change]
    ) throws(Refusal) {
        let id = declaration.id
        // Checked first, because building a large group takes long.
        let room = limits.options - all.reduce(0) { $0 + ($1.layout.nodes[0].id == id ? 0 : $1.layout.optionCount) }
        guard declaration.hasOptions(atMost: room) else {
            throw .limit(
                "options", limits.options,
                "the panel may have at most \(limits.options) switches, and group \"\(id)\" would exceed that")
        }
        guard let slot = ids.firstIndex(of: id) else {
            guard all.count < limits.groups else {
                throw .limit("groups", limits.groups, "there are \(limits.groups) groups already: remove one first")
            }
            all.append(try ToggleGroup(declaration, keeping: nil, isReported: isReported, limits: limits))
            ids.append(id)
            return changes.append(.declared(.group, id: id))
        }
        try Naming.checkBytes(of: id, against: ids[slot], "group")
        let before = all[slot]
        let after = try ToggleGroup(declaration, keeping: before, limits: limits)
        guard before != after else { return }
        all[slot] = after
        after.appendDifferences(from: before, into: &changes)
    }

    mutating func remove(_ id: String, into changes: inout [Change]) throws(Refusal) {
        guard let slot = ids.firstIndex(of: id) else {
            guard resolve(id) == nil else {
                throw Refusal(
                    .invalid,
                    "\"\(id)\" is a part of group \"\(Self.root(of: id))\": declare that group again without it")
            }
            throw notFound(id)
        }
        ids.remove(at: slot)
        all.remove(at: slot)
        changes.append(.removed(.group, id: id))
    }

    // MARK: Bound options

    /// Whether an option is enabled, or any of a group; `nil` for an unknown id.
    func isEnabled(_ id: String) -> Bool? { resolve(id).map { all[$0.slot].isEnabled($0.node) } }

    /// `nil` if there is no such option.
    func isOn(_ id: String) -> Bool? {
        guard let (slot, node) = resolve(id), !all[slot].layout.nodes[node].isGroup else { return nil }
        return all[slot].isOn(node)
    }

    /// The ids of the options that a `set` of this id sets; `nil` if it does not exist. O(options below it).
    func leaves(of id: String) -> [String]? {
        guard let (slot, node) = resolve(id) else { return nil }
        let layout = all[slot].layout
        guard layout.nodes[node].isGroup else { return [id] }
        return layout.nodes[node].range.filter { !layout.nodes[$0].isGroup && all[slot].isEnabled($0) }.map {
            layout.nodes[$0].id
        }
    }

    /// Shows an option's actual value without checking rules.
    mutating func show(_ id: String, _ on: Bool, _ why: Change.Why, into changes: inout [Change]) {
        guard let (slot, node) = resolve(id), !all[slot].layout.nodes[node].isGroup, all[slot].isOn(node) != on else { return }
        all[slot].flip(node, why: why, into: &changes)
    }

    // MARK: Restoring

    /// The index of a group; the end index if it does not exist.
    func position(of id: String) -> Int { ids.firstIndex(of: id) ?? ids.count }

    /// Restores a group at its index; `nil` removes it.
    mutating func put(_ group: ToggleGroup?, _ id: String, at place: Int) {
        if let slot = ids.firstIndex(of: id) {
            ids.remove(at: slot)
            all.remove(at: slot)
        }
        guard let group else { return }
        ids.insert(id, at: min(place, ids.count))
        all.insert(group, at: min(place, all.count))
    }

    /// Restores an option's value without checking rules. Ignores unknown ids.
    mutating func put(_ id: String, on: Bool) {
        guard let (slot, option) = resolve(id), !all[slot].layout.nodes[option].isGroup, all[slot].isOn(option) != on
        else { return }
        var changes: [Change] = []
        all[slot].flip(option, why: .undo, into: &changes)
    }

    /// Restores whether an option is enabled. The enablement of groups is derived.
    mutating func put(_ id: String, enabled: Bool) {
        guard let (slot, option) = resolve(id), !all[slot].layout.nodes[option].isGroup else { return }
        var changes: [Change] = []
        all[slot].setEnabled(option, to: enabled, into: &changes)
    }

    /// The number of options that a command for this id can set: 1 for an option, 0 for an unknown id.
    func leafCount(_ id: String) -> Int {
        resolve(id).map { all[$0.slot].layout.nodes[$0.node].optionCount } ?? 0
    }

    // MARK: Steps of commands

    private func checkMaster(_ group: Int, in slot: Int) throws(Refusal) {
        let content = all[slot].layout.nodes[group]
        guard !content.isIndependent else {
            throw Refusal(
                .refused, "group \"\(content.id)\" is independent and has no master switch: set its switches individually")
        }
    }

    // MARK: Reading

    func info(_ id: String) -> ToggleInfo? {
        resolve(id).map { all[$0.slot].info($0.node) }
    }

    func tree(_ id: String) -> ToggleTree? {
        resolve(id).map { all[$0.slot].tree($0.node) }
    }

    func children(of id: String) -> [String]? {
        guard let (slot, group) = resolve(id), all[slot].layout.nodes[group].isGroup else { return nil }
        let layout = all[slot].layout
        return layout.children(of: group).map { layout.nodes[$0].id }
    }

    /// Names the first missing segment and the children of the group where it is missing.
    func notFound(_ id: String) -> Refusal {
        let segments = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let group = self[segments[0]] else {
            let helps = Suggestion.text(
                for: segments[0], among: ids, has: "there are", none: "none has been declared")
            return Refusal(.notFound, "no group \"\(segments[0])\": \(helps)", details: ["id": .string(id)])
        }
        var known = segments[0]
        for segment in segments.dropFirst() {
            guard let parent = group.layout.place(of: known), group.layout.nodes[parent].isGroup else {
                return Refusal(
                    .notFound, "no switch \"\(id)\": \"\(known)\" is a switch, not a group",
                    details: ["id": .string(id)])
            }
            let next = known + "/" + segment
            guard group.layout.place(of: next) == nil else {
                known = next
                continue
            }
            let names = group.layout.children(of: parent).lazy.map(group.layout.segment(of:))
            let helps = Suggestion.text(
                for: segment, among: names, prefix: known + "/", has: "group \"\(known)\" has",
                none: "group \"\(known)\" is empty")
            return Refusal(.notFound, "no switch \"\(id)\": \(helps)", details: ["id": .string(id)])
        }
        return Refusal(.notFound, "no switch \"\(id)\"", details: ["id": .string(id)])
    }
}

extension ToggleGroup {
    func info(_ node: Int) -> ToggleInfo {
        let content = layout.nodes[node]
        return ToggleInfo(
            id: content.id, title: layout.title(of: node), state: content.isIndependent ? nil : state(of: node),
            isEnabled: isEnabled(node), isGroup: content.isGroup, isIndependent: content.isIndependent,
            optionCount: content.optionCount, onCount: Int(counts[node].on))
    }

    func tree(_ node: Int) -> ToggleTree {
        ToggleTree(info: info(node), options: layout.nodes[node].isGroup ? layout.children(of: node).map(tree) : nil)
    }

    /// Appends the changes between two declarations of a group. Reports state changes only for ids that exist in both.
    func appendDifferences(from old: ToggleGroup, why: Change.Why = .direct, into changes: inout [Change]) {
        if layout != old.layout { changes.append(.declared(.group, id: layout.nodes[0].id)) }
        let kept = layout.nodes.indices.compactMap { node in
            counterpart(of: node, in: old).map { (node: node, was: $0) }
        }
        for (node, was) in kept where !layout.nodes[node].isGroup && isOn(node) != old.isOn(was) {
            changes.append(.option(.init(layout: layout, node: node, to: isOn(node), why: why)))
        }
        for (node, was) in kept where !layout.nodes[node].isGroup && isEnabled(node) != old.isEnabled(was) {
            changes.append(.enabled(id: layout.nodes[node].id, from: old.isEnabled(was), to: isEnabled(node)))
        }
        for (group, was) in kept.reversed() where layout.nodes[group].isGroup {
            guard !layout.nodes[group].isIndependent, !old.layout.nodes[was].isIndependent else { continue }
            let id = layout.nodes[group].id
            let (before, after) = (old.state(of: was), state(of: group))
            if before != after { changes.append(.group(id: id, from: before, to: after)) }
            let (wasEnabled, isEnabled) = (old.isEnabled(was), isEnabled(group))
            if wasEnabled != isEnabled { changes.append(.enabled(id: id, from: wasEnabled, to: isEnabled)) }
        }
    }

    /// The node in `old` with the same id and kind.
    private func counterpart(of node: Int, in old: ToggleGroup) -> Int? {
        if layout === old.layout { return node }
        guard let was = old.layout.place(of: layout.nodes[node].id),
            old.layout.nodes[was].isGroup == layout.nodes[node].isGroup
        else { return nil }
        return was
    }
}
