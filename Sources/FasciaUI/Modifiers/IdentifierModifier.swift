import FasciaDocument

/// Sets an author's id on the first node of its content.
///
/// Inside the graph the node keeps its address, by which its control is registered. The id replaces the address when
/// the nodes leave the graph.
struct IdentifierModifier: ViewModifier, PrimitiveModifier {
    let identifier: String

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let (graph, id) = (viewNode.graph, viewNode.id)
        viewNode.onRemoval = { [weak graph] in graph?.identifiers.remove(id) }
        viewNode.setLowering { [unowned viewNode, identifier] in
            var nodes = viewNode.childNodes
            guard !nodes.isEmpty else { return nodes }
            let node = nodes[0].id ?? "\(viewNode.address)#\(viewNode.depth)"
            nodes[0].id = node
            viewNode.graph.identifiers.assign(identifier, to: node, by: viewNode.id)
            return nodes
        }
    }
}

/// The ids that authors have set on nodes.
@MainActor struct Identifiers {
    private var assigned: [ViewNodeID: (address: String, identifier: String)] = [:]
    private var addresses: [String: String] = [:]

    mutating func assign(_ identifier: String, to address: String, by viewNode: ViewNodeID) {
        assigned[viewNode] = (address, identifier)
    }

    mutating func remove(_ viewNode: ViewNodeID) { assigned[viewNode] = nil }

    /// The address of the node with this published id.
    func address(_ id: String) -> String { addresses[id] ?? id }

    /// Replaces addresses by the authors' ids.
    ///
    /// - Parameter report: called for each id that is already taken; that node keeps its address.
    mutating func apply(to nodes: [Node], report: (String) -> Void) -> [Node] {
        addresses = [:]
        guard !assigned.isEmpty else { return nodes }
        let wanted = Dictionary(
            assigned.sorted { $0.key.number < $1.key.number }.map { ($0.value.address, $0.value.identifier) }
        ) { first, _ in first }
        let ids = nodes.flatMap(\.allIDs)
        // Addresses of nodes without an author's id are reserved first, because their controls are registered by them.
        var taken = Set(ids.filter { wanted[$0] == nil })
        var names: [String: String] = [:]
        for id in ids {
            guard let identifier = wanted[id] else { continue }
            if taken.insert(identifier).inserted {
                names[id] = identifier
                addresses[identifier] = id
            } else {
                report(
                    "duplicate accessibilityIdentifier(\"\(identifier)\") on one screen: this node keeps the id \"\(id)\". Use "
                        + "unique identifiers")
            }
        }
        return nodes.map { $0.renamed(names) }
    }
}

extension Node {
    /// The ids of this node and its descendants, in reading order.
    fileprivate var allIDs: [String] { (id.map { [$0] } ?? []) + (children + attached).flatMap(\.allIDs) }

    /// Replaces the ids that are keys of `names`.
    fileprivate func renamed(_ names: [String: String]) -> Node {
        var node = self
        node.id = id.map { names[$0] ?? $0 }
        let children = content.children
        if !children.isEmpty { node.content.children = children.map { $0.renamed(names) } }
        node.modifiers = modifiers.map { modifier in
            switch modifier {
            case .backgroundNode(var attachment):
                attachment.node = attachment.node.renamed(names)
                return .backgroundNode(attachment)
            case .overlay(var attachment):
                attachment.node = attachment.node.renamed(names)
                return .overlay(attachment)
            case .scrollTo(var goal):
                goal.node = goal.node.map { names[$0] ?? $0 }
                goal.rows = goal.rows.map { names[$0] ?? $0 }
                return .scrollTo(goal)
            default: return modifier
            }
        }
        return node
    }
}
