import FasciaDocument

/// Navigates from anywhere in the code: `Coordinator.push(view: Details())`.
///
/// Views get the coordinator of their stack from the environment (`@Environment(\.coordinator)`). The static functions
/// use the coordinator that was set with `Coordinator.use`.
@MainActor public struct Coordinator {
    /// A named navigation target that the app declares, or `root`.
    public struct State: Hashable, Sendable, ExpressibleByStringLiteral {
        public let name: String
        public init(_ name: String) { self.name = name }
        public init(stringLiteral name: String) { self.name = name }

        /// The root screen of the stack, alone.
        public static let root = State("root")
    }

    /// What happens to the screens already on the stack.
    public enum Mode: Hashable, Sendable {
        /// They are replaced by the screens of the state.
        case reset
        /// The screens of the state are pushed on top of them.
        case push
        /// Pops to the screens of the state if they are on the stack; otherwise pushes them.
        case popToOrPush
    }

    public enum ModalStyle: Hashable, Sendable {
        case sheet, cover, alert
    }

    private let find: () -> (any Navigator)?
    var navigator: (any Navigator)? { find() }

    public init(_ navigator: any Navigator) { find = { navigator } }

    /// Does not retain the navigator. For coordinators that the navigator itself keeps.
    init(unretained navigator: any Navigator) { find = { [weak navigator] in navigator } }

    // MARK: - From any thread

    // On the main thread these call the navigator before they return. On any other thread they return at once, and the
    // main thread calls the navigator soon after, in call order.

    public nonisolated func push<Content: View>(view: @autoclosure @escaping @MainActor () -> Content) {
        onMain { navigator?.push(AnyView(view())) }
    }

    public nonisolated func modal<Content: View>(
        view: @autoclosure @escaping @MainActor () -> Content, style: ModalStyle = .sheet
    ) { onMain { navigator?.modal(AnyView(view()), style: style) } }

    public nonisolated func pop() { onMain { navigator?.pop() } }
    public nonisolated func popToRoot() { onMain { navigator?.popToRoot() } }
    public nonisolated func close() { onMain { navigator?.close() } }

    /// Goes to a declared state. Reports an issue if the state is not declared.
    public nonisolated func next(state: State) {
        onMain {
            if let navigator, !navigator.next(state) {
                navigator.report(
                    "Coordinator.next: no state \"\(state.name)\": declare it with Coordinator.declare(state: "
                        + "\"\(state.name)\") before going there")
            }
        }
    }

    // MARK: - Screens by name

    /// Opens a screen that an app publishes, by its full name in the panel: `editor/edit`.
    ///
    /// Actions that the screen sends to its parent are handled by `onAction` in the screens below it.
    public func push(screen: String, arguments: some Encodable) { open(screen, arguments, nil) }
    public func push(screen: String) { open(screen, JSON.null, nil) }

    public func modal(screen: String, arguments: some Encodable, style: ModalStyle = .sheet) { open(screen, arguments, style) }
    public func modal(screen: String, style: ModalStyle = .sheet) { open(screen, JSON.null, style) }

    private func open(_ screen: String, _ arguments: some Encodable, _ style: ModalStyle?) {
        do {
            navigator?.open(screen: screen, arguments: try Payload.write(arguments), style: style)
        } catch {
            navigator?.report("screen \"\(screen)\" was not opened: cannot encode its arguments as JSON: \(error)")
        }
    }

    // MARK: - States

    public func declare<Content: View>(
        state: State, mode: Mode = .popToOrPush, @ViewBuilder view: @escaping () -> Content
    ) { navigator?.declare(state, mode: mode, [{ AnyView(view()) }]) }

    // MARK: - The current coordinator

    private static var current: Coordinator?

    /// Sets the coordinator that the static functions use. By default it is that of the app's first window.
    public static func use(_ coordinator: Coordinator?) { current = coordinator }

    public nonisolated static func push<Content: View>(view: @autoclosure @escaping @MainActor () -> Content) {
        onMain { current?.push(view: view()) }
    }

    public nonisolated static func modal<Content: View>(
        view: @autoclosure @escaping @MainActor () -> Content, style: ModalStyle = .sheet
    ) { onMain { current?.modal(view: view(), style: style) } }

    public nonisolated static func pop() { onMain { current?.pop() } }
    public nonisolated static func popToRoot() { onMain { current?.popToRoot() } }
    public nonisolated static func close() { onMain { current?.close() } }
    public nonisolated static func next(state: State) { onMain { current?.next(state: state) } }

    /// Declares the screens that `next` goes to for a state.
    public static func declare<Content: View>(
        state: State, mode: Mode = .popToOrPush, @ViewBuilder view: @escaping () -> Content
    ) { current?.declare(state: state, mode: mode, view: view) }
}

/// Closes the screen or modal that a view is on: `@Environment(\.dismiss) private var dismiss`.
public struct DismissAction {
    let action: () -> Void
    public func callAsFunction() { action() }
}

extension EnvironmentValues {
    /// The coordinator of the view's stack; `nil` if the view is on no stack.
    @Entry public var coordinator: Coordinator?
    @Entry public var dismiss: DismissAction = DismissAction {}
}
