/// Keeps the screens above a `NavigationStack`'s root and its path in step.
@MainActor final class PathControl {
    var path: PathAccess?
    weak var navigator: (any Navigator)?
    /// The root's screen.
    var screen: String?
    /// Whether what the path says is to be seen now.
    var isShown = true

    private var shown: [(value: AnyHashable, presented: Presented)] = []
    private var destinations: [Destination] = []

    /// What a view has said with `navigationDestination(for:)`.
    private struct Destination {
        let place: PlaceID
        let type: ObjectIdentifier
        var environment: EnvironmentValues
        var view: (AnyHashable) -> any View
    }

    // MARK: - The path

    func differs(from values: [AnyHashable]) -> Bool { (isShown ? values : []) != shown.map(\.value) }

    /// Shows what the path says.
    func follow() {
        guard let path, let navigator, let screen else { return }
        let values = isShown ? path.values() : []
        guard differs(from: values) else { return }
        let common = zip(shown, values).prefix { $0.0.value == $0.1 }.count
        // What is not among them any more is closed without a word to the path.
        shown = shown.prefix(common) + values.dropFirst(common).map { ($0, presented($0)) }
        navigator.setPath(shown.map(\.presented), above: screen)
    }

    private func presented(_ value: AnyHashable) -> Presented {
        let destination = destination(of: value)
        let presented = Presented(item: value, environment: environment(of: destination)) {
            destination?.view(value) ?? MissingDestination(type: type(of: value.base))
        }
        presented.onClose = { [weak self, weak presented] in
            guard let self, let presented else { return }
            guard let index = self.shown.firstIndex(where: { $0.presented === presented }) else { return }
            self.shown.removeSubrange(index...)
            self.path?.keep(index)
        }
        return presented
    }

    private func environment(of destination: Destination?) -> EnvironmentValues {
        var environment = destination?.environment ?? EnvironmentValues()
        environment.pathControl = self
        return environment
    }

    /// The stack is gone: so is what it has shown.
    func leave() {
        guard !shown.isEmpty, let navigator, let screen else { return }
        shown = []
        navigator.setPath([], above: screen)
    }

    /// - Returns: whether the path can hold such a value.
    func append(_ value: AnyHashable) -> Bool { path?.append(value) ?? false }

    // MARK: - Destinations

    /// The first one that was declared and is still there.
    private func destination(of value: AnyHashable) -> Destination? {
        let type = ObjectIdentifier(type(of: value.base))
        return destinations.first { $0.type == type }
    }

    func declare(
        _ type: Any.Type, by place: Place, view: @escaping (AnyHashable) -> any View
    ) {
        let new = Destination(
            place: place.id, type: ObjectIdentifier(type), environment: place.environment, view: view)
        if let index = destinations.firstIndex(where: { $0.place == new.place }) {
            destinations[index] = new
        } else {
            destinations.append(new)
        }
        guard destinations.first(where: { $0.type == new.type })?.place == new.place else { return }
        for (value, presented) in shown where ObjectIdentifier(Swift.type(of: value.base)) == new.type {
            presented.update(environment: environment(of: new)) { view(value) }
        }
    }

    func withdraw(_ place: PlaceID) { destinations.removeAll { $0.place == place } }
}

/// Stands where nobody has said what to show.
private struct MissingDestination: View, Primitive {
    typealias Body = Never
    let type: Any.Type

    func update(_ place: Place) {
        let name = typeName(type)
        let message = "no destination for a value of type \(name): add .navigationDestination(for: \(name).self) "
            + "inside the NavigationStack"
        place.graph.report(message)
        place.updateContent(Text(verbatim: "! " + message).italic())
    }
}
