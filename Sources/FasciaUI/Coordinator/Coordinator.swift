/// Navigation from any place in the code: `Coordinator.push(view: Details())`.
///
/// Views find theirs in the environment (`@Environment(\.coordinator)`). The static functions are a convenience: they
/// go to the one that was made current with `Coordinator.use`.
@MainActor public struct Coordinator {
    /// A name for somewhere to go: one of the app's own, or `root`.
    public struct State: Hashable, Sendable, ExpressibleByStringLiteral {
        public let name: String
        public init(_ name: String) { self.name = name }
        public init(stringLiteral name: String) { self.name = name }

        /// The screen that everything began with, alone.
        public static let root = State("root")
    }

    /// What becomes of the screens that are there.
    public enum Mode: Hashable, Sendable {
        /// The state's screens take their place.
        case reset
        /// The state's screens are put on top of them.
        case push
        /// Goes back to the state's screens if they are there, else puts them on top.
        case popToOrPush
    }

    public enum ModalStyle: Hashable, Sendable {
        case sheet, cover, alert
    }

    private let find: () -> (any Navigator)?
    var navigator: (any Navigator)? { find() }

    public init(_ navigator: any Navigator) { find = { navigator } }

    /// For what the navigator keeps itself.
    init(unretained navigator: any Navigator) { find = { [weak navigator] in navigator } }

    public func push<Content: View>(view: Content) { navigator?.push(AnyView(view)) }

    public func modal<Content: View>(view: Content, style: ModalStyle = .sheet) {
        navigator?.modal(AnyView(view), style: style)
    }

    public func pop() { navigator?.pop() }
    public func popToRoot() { navigator?.popToRoot() }
    public func close() { navigator?.close() }

    /// Goes to a state that was declared; one that was not is reported.
    public func next(state: State) {
        if let navigator, !navigator.next(state) {
            navigator.report(
                "Coordinator.next: no state \"\(state.name)\": declare it with Coordinator.declare(state: "
                    + "\"\(state.name)\") before going there")
        }
    }

    public func declare<Content: View>(
        state: State, mode: Mode = .popToOrPush, @ViewBuilder view: @escaping () -> Content
    ) {
        navigator?.declare(state, mode: mode, [{ AnyView(view()) }])
    }

    // MARK: - The current one

    private static var current: Coordinator?

    /// Makes this the one that the static functions go to.
    public static func use(_ coordinator: Coordinator?) { current = coordinator }

    public static func push<Content: View>(view: Content) { current?.push(view: view) }

    public static func modal<Content: View>(view: Content, style: ModalStyle = .sheet) {
        current?.modal(view: view, style: style)
    }

    public static func pop() { current?.pop() }
    public static func popToRoot() { current?.popToRoot() }
    public static func close() { current?.close() }
    public static func next(state: State) { current?.next(state: state) }
}

/// Leaves the screen or the modal that a view is on: `@Environment(\.dismiss) private var dismiss`.
public struct DismissAction {
    let action: () -> Void
    public func callAsFunction() { action() }
}

private struct CoordinatorKey: EnvironmentKey { static var defaultValue: Coordinator? { nil } }

private struct DismissKey: EnvironmentKey {
    static var defaultValue: DismissAction { DismissAction {} }
}

extension EnvironmentValues {
    /// The navigation of the stack that the view is in; `nil` where it is in none.
    public var coordinator: Coordinator? {
        get { self[CoordinatorKey.self] }
        set { self[CoordinatorKey.self] = newValue }
    }

    public var dismiss: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }
}
