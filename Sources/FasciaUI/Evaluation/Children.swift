/// Reconciles the children of a place during an evaluation: reuses those with the same key, makes new ones, and removes
/// the rest.
@MainActor struct Children {
    private let place: Place
    private let environment: EnvironmentValues
    private var old: [PlaceKey: Place]
    private var new: [Place] = []
    private var components: Set<String> = []

    init(place: Place, environment: EnvironmentValues, old: [Place]) {
        self.place = place
        self.environment = environment
        self.old = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    }

    mutating func update<V: View>(_ key: PlaceKey, _ view: V) {
        // Always computed, because this also reserves the address.
        let address = address(key, isUnaddressed: view is any Unaddressed)
        let child = old.removeValue(forKey: key)
            ?? Place(graph: place.graph, parent: place, key: key, address: address, environment: environment)
        new.append(child)
        child.update(view, environment)
    }

    /// Updates a child with the same view in another environment.
    mutating func again(_ key: PlaceKey) {
        guard let child = old.removeValue(forKey: key) else { return }
        new.append(child)
        child.again(environment)
    }

    /// Keeps a child that is out of view unchanged.
    mutating func keep(_ key: PlaceKey) {
        if let child = old.removeValue(forKey: key) { new.append(child) }
    }

    /// The address of a child. Different ids may have the same description, so duplicates are made unique.
    private mutating func address(_ key: PlaceKey, isUnaddressed: Bool) -> String {
        guard var component = key.component, !(key == .inside && isUnaddressed) else { return place.address }
        while !components.insert(component).inserted { component += "'" }
        return place.address + "." + component
    }

    func finish() -> [Place] {
        for child in old.values { child.remove() }
        return new
    }
}
