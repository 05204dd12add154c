/// The places in a place, as an evaluation goes through them.
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
        // Asked for in any case: it counts the addresses that are taken.
        let address = address(key, isUnaddressed: view is any Unaddressed)
        let child = old.removeValue(forKey: key)
            ?? Place(graph: place.graph, parent: place, key: key, address: address, environment: environment)
        new.append(child)
        child.update(view, environment)
    }

    /// The same view as before, in another environment.
    mutating func again(_ key: PlaceKey) {
        guard let child = old.removeValue(forKey: key) else { return }
        new.append(child)
        child.again(environment)
    }

    /// A place that nobody looks at now: it stays as it is.
    mutating func keep(_ key: PlaceKey) {
        if let child = old.removeValue(forKey: key) { new.append(child) }
    }

    /// Two ids may be written alike without being the same.
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
