/// Reconciles the children of a view node during an evaluation: reuses those with the same key, makes new ones, and removes
/// the rest.
@MainActor struct Children {
    private let viewNode: ViewNode
    private let environment: EnvironmentValues
    private var old: [ChildIdentity: ViewNode]
    private var new: [ViewNode] = []
    private var components: Set<String> = []

    init(viewNode: ViewNode, environment: EnvironmentValues, old: [ViewNode]) {
        self.viewNode = viewNode
        self.environment = environment
        self.old = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    }

    mutating func update<V: View>(_ key: ChildIdentity, _ view: V) {
        // Always computed, because this also reserves the address.
        let address = address(key, isUnaddressed: view is any Unaddressed)
        let child =
            old.removeValue(forKey: key)
            ?? ViewNode(graph: viewNode.graph, parent: viewNode, key: key, address: address, environment: environment)
        new.append(child)
        child.update(view, environment)
    }

    /// Updates a child with the same view in another environment.
    mutating func updateEnvironment(_ key: ChildIdentity) {
        guard let child = old.removeValue(forKey: key) else { return }
        new.append(child)
        child.updateEnvironment(environment)
    }

    /// Keeps a child that is out of view unchanged.
    mutating func keep(_ key: ChildIdentity) {
        if let child = old.removeValue(forKey: key) { new.append(child) }
    }

    /// The address of a child. Different ids may have the same description, so duplicates are made unique.
    private mutating func address(_ key: ChildIdentity, isUnaddressed: Bool) -> String {
        guard var component = key.component, !(key == .inside && isUnaddressed) else { return viewNode.address }
        while !components.insert(component).inserted { component += "'" }
        return viewNode.address + "." + component
    }

    func finish() -> [ViewNode] {
        for child in old.values { child.remove() }
        return new
    }
}
