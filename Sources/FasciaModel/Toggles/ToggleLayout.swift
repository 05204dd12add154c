/// The fixed part of a declared toggle group: which nodes there are and how they hang together.
///
/// Nodes are numbered in pre-order, and so are, by themselves, the leaves and the groups among them. What is below any
/// group is therefore one contiguous run of each, and a master's flip is one pass over it. A layout never changes
/// after it is made (declaring a group again makes a new one), so it can be shared by the panel, its copies and
/// every change that names a leaf.
final class ToggleLayout: Sendable {
    /// The full id of each node: `extras/cheese`.
    let ids: [String]
    /// The title of each node, where it has one beside its id.
    let titles: [String?]
    /// For each node: the number of its leaf, or the complement (`~`) of the number of its group.
    let slots: [Int32]
    /// For each leaf: its node, and the group it is in.
    let leaves: [Leaf]
    let groups: [Group]
    /// Finds the node of a full id.
    let index: IDIndex
    let rules: CompiledRules

    struct Leaf: Hashable, Sendable {
        var node: Int32
        var parent: Int32
    }

    struct Group: Hashable, Sendable {
        var node: Int32
        /// The group it is in; -1 for the outermost.
        var parent: Int32
        var isIndependent: Bool
        /// The leaves below it at any depth.
        var leaves: Range<Int32>
        /// It and the groups below it at any depth.
        var groups: Range<Int32>
        /// It and the nodes below it at any depth.
        var nodes: Range<Int32>
    }

    init(
        ids: [String], titles: [String?], slots: [Int32], leaves: [Leaf], groups: [Group], index: IDIndex,
        rules: CompiledRules
    ) {
        self.ids = ids
        self.titles = titles
        self.slots = slots
        self.leaves = leaves
        self.groups = groups
        self.index = index
        self.rules = rules
    }

    /// A node, as what it is.
    enum Place {
        case leaf(Int32)
        case group(Int32)
    }

    func place(of node: Int32) -> Place {
        let slot = slots[Int(node)]
        return slot >= 0 ? .leaf(slot) : .group(~slot)
    }

    func place(of id: String) -> Place? { index.place(of: id, among: ids).map { place(of: $0) } }

    var leafCount: Int { leaves.count }

    func id(ofLeaf leaf: Int32) -> String { ids[Int(leaves[Int(leaf)].node)] }
    func id(ofGroup group: Int32) -> String { ids[Int(groups[Int(group)].node)] }

    /// What people read: the declared title, else the last segment of the id.
    func title(of node: Int32) -> String {
        if let title = titles[Int(node)] { return title }
        let id = ids[Int(node)]
        return id.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(id[id.utf8.index(after: $0)...]) } ?? id
    }

    /// The nodes directly below a group, in order.
    func children(of group: Int32) -> [Int32] {
        let nodes = groups[Int(group)].nodes
        var children: [Int32] = []
        var node = nodes.lowerBound + 1
        while node < nodes.upperBound {
            children.append(node)
            switch place(of: node) {
            case .leaf: node += 1
            case .group(let group): node = groups[Int(group)].nodes.upperBound
            }
        }
        return children
    }

    /// A group and all groups around it, from the inside out.
    func chain(from group: Int32) -> some Sequence<Int32> {
        sequence(first: group) { [groups] in
            let parent = groups[Int($0)].parent
            return parent < 0 ? nil : parent
        }
    }
}

extension ToggleLayout: Equatable {
    static func == (left: ToggleLayout, right: ToggleLayout) -> Bool {
        // `index` and `leaves` follow from the others.
        left === right
            || left.slots == right.slots && left.groups == right.groups && left.rules == right.rules
                && left.titles == right.titles && left.ids == right.ids
    }
}
