/// Keeps the screens above a `NavigationStack`'s root in step with its path, and with the views that push a screen by
/// themselves. Both stand on one stack, in the order in which they were opened: a path that changes leaves the others
/// where they are, and whoever goes back from one goes back from all above it.
@MainActor final class PathControl {
    var path: PathAccess?
    weak var navigator: (any Navigator)?
    /// The root's screen.
    var screen: String?
    /// Whether what the path says is to be seen now.
    var isShown = true

    /// A screen above the root.
    private struct Item {
        /// The path's value; `nil` for a screen that a view has pushed.
        var value: AnyHashable?
        /// The screen on which that view is.
        var opener: String?
        let presented: Presented
    }

    private var shown: [Item] = []
    private var destinations: [Destination] = []

    /// What a view has said with `navigationDestination(for:)`.
    private struct Destination {
        let place: PlaceID
        let type: ObjectIdentifier
        var environment: EnvironmentValues
        var view: (AnyHashable) -> any View
    }

    // MARK: - The path

    func differs(from values: [AnyHashable]) -> Bool {
        isShown ? values != shown.compactMap(\.value) : !shown.isEmpty
    }

    /// Shows what the path says.
    func follow() {
        guard let path else { return }
        let values = isShown ? path.values() : []
        guard differs(from: values) else { return }
        var common = 0
        let kept = shown.prefix { item in
            guard isShown else { return false }
            guard let value = item.value else { return true }
            guard common < values.count, values[common] == value else { return false }
            common += 1
            return true
        }
        // What is not among them any more is closed without a word to the path.
        shown = kept + values.dropFirst(common).map { Item(value: $0, presented: presented($0)) }
        show()
    }

    private func show() {
        guard let navigator, let screen else { return }
        navigator.setPath(shown.map(\.presented), above: screen)
    }

    private func presented(_ value: AnyHashable) -> Presented {
        let destination = destination(of: value)
        let presented = Presented(item: value, environment: environment(of: destination)) {
            destination?.view(value) ?? MissingDestination(type: type(of: value.base))
        }
        presented.onClose = { [weak self, weak presented] in if let presented { self?.remove(presented) } }
        return presented
    }

    private func environment(of destination: Destination?) -> EnvironmentValues {
        var environment = destination?.environment ?? EnvironmentValues()
        environment.pathControl = self
        return environment
    }

    /// The stack is gone: so is what it has shown.
    func leave() {
        guard !shown.isEmpty else { return }
        shown = []
        show()
    }

    /// - Returns: whether the path can hold such a value.
    func append(_ value: AnyHashable) -> Bool { path?.append(value) ?? false }

    // MARK: - Screens that views push

    /// Puts a screen on top of all others, in the place of one that was pushed from the same screen before.
    func push(_ presented: Presented, from opener: String?) {
        if let index = shown.firstIndex(where: { $0.value == nil && $0.opener == opener }) { remove(from: index) }
        let action = presented.onClose
        presented.onClose = { [weak self, weak presented] in
            if let presented { self?.remove(presented) }
            action?()
        }
        shown.append(Item(opener: opener, presented: presented))
        show()
    }

    func close(_ presented: Presented) { if remove(presented) { show() } }

    /// - Returns: whether it was there.
    @discardableResult private func remove(_ presented: Presented) -> Bool {
        guard let index = shown.firstIndex(where: { $0.presented === presented }) else { return false }
        remove(from: index)
        return true
    }

    /// What is above goes with it.
    private func remove(from index: Int) {
        let removesValues = shown[index...].contains { $0.value != nil }
        shown.removeSubrange(index...)
        if removesValues { path?.keep(shown.count { $0.value != nil }) }
    }

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
        for item in shown {
            guard let value = item.value, ObjectIdentifier(Swift.type(of: value.base)) == new.type else { continue }
            item.presented.update(environment: environment(of: new)) { view(value) }
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
