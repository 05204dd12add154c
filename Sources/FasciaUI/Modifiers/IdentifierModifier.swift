import FasciaModel

/// Gives the first node of its content an id of the author's.
///
/// In the graph the node keeps the address that its control knows it by; the author's id takes its place where the
/// nodes leave the graph.
struct IdentifierModifier: ViewModifier, PrimitiveModifier {
    typealias Body = Never
    let identifier: String

    func update(_ place: Place, content: any View) {
        place.updateContent(content)
        let (graph, id) = (place.graph, place.id)
        place.onRemoval = { [weak graph] in graph?.identifiers.forget(id) }
        place.lower { [unowned place, identifier] in
            var nodes = place.childNodes
            guard !nodes.isEmpty else { return nodes }
            let node = nodes[0].id ?? "\(place.address)#\(place.depth)"
            nodes[0].id = node
            place.graph.identifiers.give(identifier, to: node, by: place.id)
            return nodes
        }
    }
}

/// The ids that authors have given to nodes.
@MainActor struct Identifiers {
    private var given: [PlaceID: (address: String, identifier: String)] = [:]
    private var addresses: [String: String] = [:]

    mutating func give(_ identifier: String, to address: String, by place: PlaceID) {
        given[place] = (address, identifier)
    }

    mutating func forget(_ place: PlaceID) { given[place] = nil }

    /// The address of the node that has this id outside the graph.
    func address(_ id: String) -> String { addresses[id] ?? id }

    /// Gives the nodes their authors' ids.
    ///
    /// - Parameter report: hears of those that two nodes would have; the second one keeps its address.
    mutating func name(_ nodes: [Node], report: (String) -> Void) -> [Node] {
        addresses = [:]
        guard !given.isEmpty else { return nodes }
        let wanted = Dictionary(
            given.sorted { $0.key.number < $1.key.number }.map { ($0.value.address, $0.value.identifier) }
        ) { first, _ in first }
        let ids = nodes.flatMap(\.allIDs)
        // The addresses of the others come first: their controls are known by them.
        var taken = Set(ids.filter { wanted[$0] == nil })
        var names: [String: String] = [:]
        for id in ids {
            guard let identifier = wanted[id] else { continue }
            if taken.insert(identifier).inserted {
                names[id] = identifier
                addresses[identifier] = id
            } else {
                report(
                    "accessibilityIdentifier(\"\(identifier)\") is there twice on one screen, or is another node's id: "
                        + "the node is known as \"\(id)\"; give each an identifier of its own")
            }
        }
        return nodes.map { $0.named(names) }
    }
}

extension Node {
    /// The ids of this node and of all in it, in the order of reading.
    fileprivate var allIDs: [String] { (id.map { [$0] } ?? []) + (children + attached).flatMap(\.allIDs) }

    /// With other ids for those that have one here.
    fileprivate func named(_ names: [String: String]) -> Node {
        var node = self
        node.id = id.map { names[$0] ?? $0 }
        let children = content.children
        if !children.isEmpty { node.content.children = children.map { $0.named(names) } }
        node.modifiers = modifiers.map { modifier in
            switch modifier {
            case .backgroundNode(var attachment):
                attachment.node = attachment.node.named(names)
                return .backgroundNode(attachment)
            case .overlay(var attachment):
                attachment.node = attachment.node.named(names)
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
