/// Synchronizes the screens above a `NavigationStack`'s root with its path, and with views that push screens
/// themselves. Both kinds are on one stack, in the order in which they were opened. A change of the path leaves the
/// others in place, and going back from a screen removes all screens above it.
@MainActor final class PathControl {
    var path: PathAccess?
    weak var navigator: (any Navigator)?
    /// That of the stack itself.
    var environment: EnvironmentValues?
    /// The name of the root's screen.
    var screen: String?
    /// Whether the screens of the path are visible; false in a hidden tab.
    var isShown = true

    /// A screen above the root.
    private struct Item {
        /// The value in the path; `nil` for a screen that a view has pushed.
        var value: AnyHashable?
        /// The screen of that view.
        var opener: String?
        let presented: PresentedScreen
    }

    private var shown: [Item] = []
    private var destinations: [Destination] = []

    /// A destination declared by a view with `navigationDestination(for:)`.
    private struct Destination {
        let viewNode: ViewNodeID
        let type: ObjectIdentifier
        var environment: EnvironmentValues
        var view: (AnyHashable) -> any View
    }

    // MARK: - The path

    func differs(from values: [AnyHashable]) -> Bool { isShown ? values != shown.compactMap(\.value) : !shown.isEmpty }

    /// Opens and closes screens to match the path.
    func synchronize() {
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
        // Screens that are dropped here do not change the path when they close.
        shown = kept + values.dropFirst(common).map { Item(value: $0, presented: presented($0)) }
        applyPath()
    }

    private func applyPath() {
        guard let navigator, let screen else { return }
        navigator.setPath(shown.map(\.presented), above: screen)
    }

    private func presented(_ value: AnyHashable) -> PresentedScreen {
        let destination = destination(of: value)
        let presented = PresentedScreen(item: value, environment: environment(of: destination)) {
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

    /// Removes the stack's screens when the stack itself is removed.
    func removeAll() {
        guard !shown.isEmpty else { return }
        shown = []
        applyPath()
    }

    func contains(_ value: AnyHashable) -> Bool { path?.values().contains(value) ?? false }

    /// - Returns: false if the path cannot hold a value of this type.
    func append(_ value: AnyHashable) -> Bool { path?.append(value) ?? false }

    // MARK: - Screens pushed by views

    /// Pushes a screen on top of all others. Replaces a screen that was pushed from the same screen before.
    func push(_ presented: PresentedScreen, from opener: String?) {
        if let index = shown.firstIndex(where: { $0.value == nil && $0.opener == opener }) { remove(from: index) }
        let action = presented.onClose
        presented.onClose = { [weak self, weak presented] in
            if let presented { self?.remove(presented) }
            action?()
        }
        shown.append(Item(opener: opener, presented: presented))
        applyPath()
    }

    func close(_ presented: PresentedScreen) { if remove(presented) { applyPath() } }

    /// - Returns: whether the screen was on the stack.
    @discardableResult private func remove(_ presented: PresentedScreen) -> Bool {
        guard let index = shown.firstIndex(where: { $0.presented === presented }) else { return false }
        remove(from: index)
        return true
    }

    /// Removes a screen and all screens above it.
    private func remove(from index: Int) {
        let removesValues = shown[index...].contains { $0.value != nil }
        shown.removeSubrange(index...)
        if removesValues { path?.truncate(shown.count { $0.value != nil }) }
    }

    // MARK: - Destinations

    /// The first declared destination for the value's type.
    private func destination(of value: AnyHashable) -> Destination? {
        let type = ObjectIdentifier(type(of: value.base))
        return destinations.first { $0.type == type }
    }

    func declare(
        _ type: Any.Type, by viewNode: ViewNode, view: @escaping (AnyHashable) -> any View
    ) {
        let new = Destination(
            viewNode: viewNode.id, type: ObjectIdentifier(type), environment: viewNode.environment, view: view)
        if let index = destinations.firstIndex(where: { $0.viewNode == new.viewNode }) {
            destinations[index] = new
        } else {
            destinations.append(new)
        }
        guard destinations.first(where: { $0.type == new.type })?.viewNode == new.viewNode else { return }
        for item in shown {
            guard let value = item.value, ObjectIdentifier(Swift.type(of: value.base)) == new.type else { continue }
            item.presented.update(environment: environment(of: new)) { view(value) }
        }
    }

    func undeclare(_ viewNode: ViewNodeID) { destinations.removeAll { $0.viewNode == viewNode } }
}

/// Shown for a value without a destination.
private struct MissingDestination: View, Primitive {
    let type: Any.Type

    func update(_ viewNode: ViewNode) {
        let name = typeName(type)
        let message =
            "no destination for a value of type \(name): add .navigationDestination(for: \(name).self) "
            + "inside the NavigationStack"
        viewNode.graph.report(message)
        viewNode.updatePassthrough(Text(verbatim: "! " + message).italic())
    }
}
