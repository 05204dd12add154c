import OrderedCollections

/// All toggle groups of a panel by the id of their outermost group.
struct Toggles: Equatable, Sendable {
    /// The ids of the outermost groups in the order of declaration, and the groups beside them. Not an ordered
    /// dictionary: a plain array is changed in place and read without a copy of the group, which a leaf's change
    /// would notice.
    private(set) var ids: OrderedSet<String> = []
    private(set) var all: [ToggleGroup] = []

    init() {}

    /// - Parameter groups: with ids that differ, in the order of declaration.
    init(_ groups: [ToggleGroup]) {
        all = groups
        ids = OrderedSet(groups.map { $0.layout.ids[0] })
    }

    subscript(id: String) -> ToggleGroup? { ids.firstIndex(of: id).map { all[$0] } }

    /// Where the group of a full id stands in `all`, and what the id is in it.
    private func resolve(_ id: String) -> (slot: Int, place: ToggleLayout.Place)? {
        guard let slot = slot(ofRootOf: id) else { return nil }
        // It stays where it is meanwhile: to take hold of it would cost as much as to look into it.
        return Unmanaged.passUnretained(all[slot].layout)._withUnsafeGuaranteedRef { $0.place(of: id) }.map { (slot, $0) }
    }

    /// Among a few groups the right one is found without making a string of the root.
    private func slot(ofRootOf id: String) -> Int? {
        if ids.count <= 8, let slot = ids.firstIndex(where: { Self.begins(id, with: $0) }) { return slot }
        return ids.firstIndex(of: Self.root(of: id))
    }

    /// Byte by byte: the standard library's `hasPrefix` compares texts as people do, and takes its time for it.
    private static func begins(_ id: String, with root: String) -> Bool {
        let begins = id.utf8.withContiguousStorageIfAvailable { id in
            root.utf8.withContiguousStorageIfAvailable { root in
                guard id.count == root.count || id.count > root.count && id[root.count] == UInt8(ascii: "/") else {
                    return false
                }
                for index in root.indices where id[index] != root[index] { return false }
                return true
            }
        }
        return begins == true
    }

    /// The first segment of a full id.
    static func root(of id: String) -> String {
        id.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(id[..<$0]) } ?? id
    }

    // MARK: Commands

    mutating func set(_ id: String, on: Bool, into changes: inout [Change]) throws(Refusal) {
        guard let (slot, place) = resolve(id) else { throw notFound(id) }
        switch place {
        case .leaf(let leaf): try all[slot].set(leaf: leaf, to: on, into: &changes)
        case .group(let group):
            try checkMaster(id, group, in: slot)
            try all[slot].set(group: group, to: on, into: &changes)
        }
    }

    mutating func flip(_ id: String, expect: GroupState?, into changes: inout [Change]) throws(Refusal) {
        guard let (slot, place) = resolve(id) else { throw notFound(id) }
        let state: GroupState
        switch place {
        case .leaf(let leaf):
            guard !all[slot].disabled[leaf] else {
                throw Refusal(.refused, "option \"\(id)\" is disabled: it takes no taps, only toggle.set")
            }
            state = all[slot].on[leaf] ? .on : .off
        case .group(let group):
            try checkMaster(id, group, in: slot)
            let isEmpty = all[slot].layout.groups[Int(group)].leaves.isEmpty
            guard isEmpty || all[slot].isEnabled(group: group) else {
                throw Refusal(.refused, "group \"\(id)\" is disabled: all its options are")
            }
            state = all[slot].state(ofGroup: group)
        }
        if let expect, expect != state {
            throw Refusal(
                .conflict, "\"\(id)\" is \(state.rawValue), not \(expect.rawValue)",
                details: ["id": .string(id), "expect": .string(expect.rawValue), "state": .string(state.rawValue)])
        }
        switch place {
        case .leaf(let leaf): try all[slot].set(leaf: leaf, to: state == .off, into: &changes)
        case .group(let group):
            try all[slot].set(group: group, to: all[slot].goal(ofGroup: group), into: &changes)
        }
    }

    mutating func enable(_ id: String, _ enabled: Bool, into changes: inout [Change]) throws(Refusal) {
        guard let (slot, place) = resolve(id) else { throw notFound(id) }
        let leaves = switch place {
        case .leaf(let leaf): leaf..<leaf + 1
        case .group(let group): all[slot].layout.groups[Int(group)].leaves
        }
        all[slot].setEnabled(leaves: leaves, to: enabled, into: &changes)
    }

    mutating func declare(_ declaration: OptionDeclaration, limits: Limits, into changes: inout [Change])
        throws(Refusal)
    {
        let id = declaration.id
        // First of all: to build a large group takes long.
        let room = limits.options - all.reduce(0) { $0 + ($1.layout.ids[0] == id ? 0 : $1.layout.leafCount) }
        guard declaration.hasOptions(atMost: room) else {
            throw Refusal(
                .limit, "there may be \(limits.options) options in the panel, and group \"\(id)\" would make more",
                details: ["limit": "options", "value": .int(limits.options)])
        }
        guard let slot = ids.firstIndex(of: id) else {
            guard all.count < limits.groups else {
                throw Refusal(
                    .limit, "there are \(limits.groups) toggle groups already: remove one first",
                    details: ["limit": "groups", "value": .int(limits.groups)])
            }
            all.append(try ToggleLayoutBuilder.build(declaration, keeping: nil, limits: limits))
            ids.append(id)
            return changes.append(.declared(.group, id: id))
        }
        try Naming.checkBytes(of: id, against: ids[slot], "group")
        let before = all[slot]
        let after = try ToggleLayoutBuilder.build(declaration, keeping: before, limits: limits)
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

    // MARK: Putting back

    /// Where a group stands among the others; behind them, where it is not there.
    func position(of id: String) -> Int { ids.firstIndex(of: id) ?? ids.count }

    /// Puts a group where it was; `nil` takes it away.
    mutating func put(_ group: ToggleGroup?, _ id: String, at place: Int) {
        if let slot = ids.firstIndex(of: id) {
            ids.remove(at: slot)
            all.remove(at: slot)
        }
        guard let group else { return }
        ids.insert(id, at: min(place, ids.count))
        all.insert(group, at: min(place, all.count))
    }

    /// Sets an option whatever the rules say. An id that is none is passed over.
    mutating func put(_ id: String, on: Bool) {
        guard let (slot, place) = resolve(id), case .leaf(let leaf) = place, all[slot].on[leaf] != on else { return }
        var changes: [Change] = []
        all[slot].flip(leaf: leaf, why: .undo, into: &changes)
    }

    /// The same for whether it takes taps. Groups follow from their options.
    mutating func put(_ id: String, enabled: Bool) {
        guard let (slot, place) = resolve(id), case .leaf(let leaf) = place else { return }
        var changes: [Change] = []
        all[slot].setEnabled(leaves: leaf..<leaf + 1, to: enabled, into: &changes)
    }

    /// How many options a command about this id can set: 1 for an option. 0 where there is none.
    func leafCount(_ id: String) -> Int {
        guard let (slot, place) = resolve(id) else { return 0 }
        return switch place {
        case .leaf: 1
        case .group(let group): all[slot].layout.groups[Int(group)].leaves.count
        }
    }

    // MARK: Steps of commands

    private func checkMaster(_ id: String, _ group: Int32, in slot: Int) throws(Refusal) {
        guard !all[slot].layout.groups[Int(group)].isIndependent else {
            throw Refusal(.refused, "group \"\(id)\" has no master switch: it is independent; set its options")
        }
    }

    // MARK: Reading

    func info(_ id: String) -> ToggleInfo? {
        resolve(id).map { all[$0.slot].info($0.place) }
    }

    func tree(_ id: String) -> ToggleTree? {
        resolve(id).map { all[$0.slot].tree($0.place) }
    }

    func children(of id: String) -> [String]? {
        guard let (slot, place) = resolve(id), case .group(let group) = place else { return nil }
        let layout = all[slot].layout
        return layout.children(of: group).map { layout.ids[Int($0)] }
    }

    /// Says what is missing, and what there is instead: in the innermost group on the way that exists.
    func notFound(_ id: String) -> Refusal {
        let segments = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let group = self[segments[0]] else {
            let helps = Suggestion.text(
                for: segments[0], among: ids, has: "there are", none: "none has been declared")
            return Refusal(.notFound, "no toggle group \"\(segments[0])\": \(helps)", details: ["id": .string(id)])
        }
        var known = segments[0]
        for segment in segments.dropFirst() {
            guard case .group(let parent)? = group.layout.place(of: known) else {
                return Refusal(
                    .notFound, "no option \"\(id)\": \"\(known)\" is an option, not a group",
                    details: ["id": .string(id)])
            }
            let next = known + "/" + segment
            guard group.layout.place(of: next) == nil else {
                known = next
                continue
            }
            let names = group.layout.children(of: parent).map {
                String(group.layout.ids[Int($0)].dropFirst(known.count + 1))
            }
            let helps = Suggestion.text(
                for: segment, among: names, prefix: known + "/", has: "group \"\(known)\" has",
                none: "group \"\(known)\" is empty")
            return Refusal(.notFound, "no option \"\(id)\": \(helps)", details: ["id": .string(id)])
        }
        return Refusal(.notFound, "no option \"\(id)\"", details: ["id": .string(id)])
    }
}

extension ToggleGroup {
    func info(_ place: ToggleLayout.Place) -> ToggleInfo {
        switch place {
        case .leaf(let leaf):
            let node = layout.leaves[Int(leaf)].node
            return ToggleInfo(
                id: layout.ids[Int(node)], title: layout.title(of: node), state: on[leaf] ? .on : .off,
                isEnabled: !disabled[leaf], isGroup: false, isIndependent: false)
        case .group(let group):
            let fixed = layout.groups[Int(group)]
            return ToggleInfo(
                id: layout.ids[Int(fixed.node)], title: layout.title(of: fixed.node),
                state: fixed.isIndependent ? nil : state(ofGroup: group), isEnabled: isEnabled(group: group),
                isGroup: true, isIndependent: fixed.isIndependent)
        }
    }

    func tree(_ place: ToggleLayout.Place) -> ToggleTree {
        guard case .group(let group) = place else { return ToggleTree(info: info(place), options: nil) }
        let options = layout.children(of: group).map { tree(layout.place(of: $0)) }
        return ToggleTree(info: info(place), options: options)
    }

    /// The changes that lead from what a group was to what it is after it was declared again: for everything that
    /// was there before and still is, by its id.
    func appendDifferences(from old: ToggleGroup, why: Change.Why = .direct, into changes: inout [Change]) {
        if layout != old.layout { changes.append(.declared(.group, id: layout.ids[0])) }
        for leaf in differing(from: old, \.on) {
            let node = layout.leaves[Int(leaf)].node
            changes.append(.option(.init(layout: layout, node: node, to: on[leaf], why: why)))
        }
        for leaf in differing(from: old, \.disabled) {
            changes.append(.enabled(id: layout.id(ofLeaf: leaf), from: disabled[leaf], to: !disabled[leaf]))
        }
        for group in (Int32(0)..<Int32(layout.groups.count)).reversed() {
            let id = layout.id(ofGroup: group)
            guard !layout.groups[Int(group)].isIndependent, case .group(let was)? = old.layout.place(of: id),
                !old.layout.groups[Int(was)].isIndependent
            else { continue }
            let (before, after) = (old.state(ofGroup: was), state(ofGroup: group))
            if before != after { changes.append(.group(id: id, from: before, to: after)) }
            let (wasEnabled, isEnabled) = (old.isEnabled(group: was), isEnabled(group: group))
            if wasEnabled != isEnabled { changes.append(.enabled(id: id, from: wasEnabled, to: isEnabled)) }
        }
    }

    /// The leaves that were there before, and for which a bit is different now.
    private func differing(from old: ToggleGroup, _ bits: KeyPath<ToggleGroup, Bits>) -> [Int32] {
        let (before, after) = (old[keyPath: bits], self[keyPath: bits])
        if layout === old.layout { return after.indices(differingFrom: before) }
        return (0..<Int32(layout.leafCount)).filter { leaf in
            guard case .leaf(let was)? = old.layout.place(of: layout.id(ofLeaf: leaf)) else { return false }
            return before[was] != after[leaf]
        }
    }
}
