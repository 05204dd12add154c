import FasciaDocument

/// The immutable part of a declared toggle group: its nodes in pre-order, so that a group's descendants directly follow
/// it.
///
/// Redeclaring a group makes a new layout. The panel, its copies, and every change that names an option share the
/// layout.
final class ToggleLayout: Sendable {
    struct Node: Hashable, Sendable {
        /// The full id, such as `extras/cheese`.
        var id: String
        /// The declared title, if there is one.
        var title: String?
        /// The enclosing group; `nil` for the outermost.
        var parent: Int?
        var isGroup: Bool
        /// A group without a master switch.
        var isIndependent = false
        /// The indices of the node and its descendants.
        var range: Range<Int>
        /// The number of options among its descendants; 1 for an option.
        var optionCount = 0
    }

    let nodes: [Node]
    let rules: IndexedRules
    private let places: [ExactText: Int]

    init(nodes: [Node], rules: IndexedRules, places: [ExactText: Int]) {
        var nodes = nodes
        for place in nodes.indices.reversed() {
            if !nodes[place].isGroup { nodes[place].optionCount = 1 }
            if let parent = nodes[place].parent { nodes[parent].optionCount += nodes[place].optionCount }
        }
        self.nodes = nodes
        self.rules = rules
        self.places = places
    }

    /// The index of the node with this full id.
    func place(of id: String) -> Int? { places[ExactText(id)] }

    var optionCount: Int { nodes[0].optionCount }

    /// The visible title: the declared one, else the last segment of the id.
    func title(of node: Int) -> String { nodes[node].title ?? segment(of: node) }

    /// The last segment of the id.
    func segment(of node: Int) -> String {
        let id = nodes[node].id
        return id.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(id[id.utf8.index(after: $0)...]) } ?? id
    }

    /// The indices of a group's direct children, in order.
    func children(of group: Int) -> [Int] {
        var children: [Int] = []
        var node = group + 1
        while node < nodes[group].range.upperBound {
            children.append(node)
            node = nodes[node].range.upperBound
        }
        return children
    }

    /// A node and its enclosing groups, from the innermost outwards.
    func chain(from node: Int) -> some Sequence<Int> { sequence(first: node) { [nodes] in nodes[$0].parent } }

    /// The enclosing groups of a node, from the innermost outwards.
    func groups(around node: Int) -> some Sequence<Int> { chain(from: node).dropFirst() }
}

extension ToggleLayout: Equatable {
    static func == (left: ToggleLayout, right: ToggleLayout) -> Bool {
        left === right || left.nodes == right.nodes && left.rules == right.rules
    }
}
