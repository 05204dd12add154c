/// The fixed part of a declared toggle group: its options and the groups in it, in pre-order, so that everything below a
/// group stands in one run behind it.
///
/// It never changes (declaring a group again makes a new one), so the panel, its copies and every change that names an
/// option share it.
final class ToggleLayout: Sendable {
    struct Node: Hashable, Sendable {
        /// The full id: `extras/cheese`.
        var id: String
        /// Where it has one beside its id.
        var title: String?
        /// The group it is in; `nil` for the outermost.
        var parent: Int?
        var isGroup: Bool
        /// A group without a master switch.
        var isIndependent = false
        /// It and everything below it.
        var range: Range<Int>
        /// The options below it at any depth; an option is one.
        var optionCount = 0
    }

    let nodes: [Node]
    let rules: NumberedRules
    private let places: [ExactText: Int]

    init(nodes: [Node], rules: NumberedRules, places: [ExactText: Int]) {
        var nodes = nodes
        for place in nodes.indices.reversed() {
            if !nodes[place].isGroup { nodes[place].optionCount = 1 }
            if let parent = nodes[place].parent { nodes[parent].optionCount += nodes[place].optionCount }
        }
        self.nodes = nodes
        self.rules = rules
        self.places = places
    }

    /// Where the node with this full id stands.
    func place(of id: String) -> Int? { places[ExactText(id)] }

    var optionCount: Int { nodes[0].optionCount }

    /// What people read: the declared title, else the last segment of the id.
    func title(of node: Int) -> String { nodes[node].title ?? segment(of: node) }

    /// The last segment of the id.
    func segment(of node: Int) -> String {
        let id = nodes[node].id
        return id.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(id[id.utf8.index(after: $0)...]) } ?? id
    }

    /// The nodes directly below a group, in order.
    func children(of group: Int) -> [Int] {
        var children: [Int] = []
        var node = group + 1
        while node < nodes[group].range.upperBound {
            children.append(node)
            node = nodes[node].range.upperBound
        }
        return children
    }

    /// A node and all groups around it, from the inside out.
    func chain(from node: Int) -> some Sequence<Int> { sequence(first: node) { [nodes] in nodes[$0].parent } }

    /// The groups around a node, from the inside out.
    func groups(around node: Int) -> some Sequence<Int> { chain(from: node).dropFirst() }
}

extension ToggleLayout: Equatable {
    static func == (left: ToggleLayout, right: ToggleLayout) -> Bool {
        left === right || left.nodes == right.nodes && left.rules == right.rules
    }
}
