import FasciaModel

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

    // MARK: - From any thread

    // On the main thread each of these has been done when it returns; on any other it is done there soon, in the order
    // in which that thread has asked.

    public nonisolated func push<Content: View>(view: @autoclosure @escaping @MainActor () -> Content) {
        onMain { navigator?.push(AnyView(view())) }
    }

    public nonisolated func modal<Content: View>(
        view: @autoclosure @escaping @MainActor () -> Content, style: ModalStyle = .sheet
    ) {
        onMain { navigator?.modal(AnyView(view()), style: style) }
    }

    public nonisolated func pop() { onMain { navigator?.pop() } }
    public nonisolated func popToRoot() { onMain { navigator?.popToRoot() } }
    public nonisolated func close() { onMain { navigator?.close() } }

    /// Goes to a state that was declared; one that was not is reported.
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

    /// Opens a screen that some app publishes, by the name that it has in the panel: `editor/edit`.
    ///
    /// What it tells its parent comes to `onAction` of the views below it.
    public func push(screen: String, arguments: some Encodable) { open(screen, arguments, nil) }
    public func push(screen: String) { open(screen, JSON.null, nil) }

    public func modal(screen: String, arguments: some Encodable, style: ModalStyle = .sheet) {
        open(screen, arguments, style)
    }

    public func modal(screen: String, style: ModalStyle = .sheet) { open(screen, JSON.null, style) }

    private func open(_ screen: String, _ arguments: some Encodable, _ style: ModalStyle?) {
        do {
            navigator?.open(screen: screen, arguments: try Payload.write(arguments), style: style)
        } catch {
            navigator?.report("screen \"\(screen)\" was not opened: its arguments cannot be written as JSON: \(error)")
        }
    }

    // MARK: - States

    public func declare<Content: View>(
        state: State, mode: Mode = .popToOrPush, @ViewBuilder view: @escaping () -> Content
    ) {
        navigator?.declare(state, mode: mode, [{ AnyView(view()) }])
    }

    // MARK: - The current one

    private static var current: Coordinator?

    /// Makes this the one that the static functions go to. An app's is that of its first window.
    public static func use(_ coordinator: Coordinator?) { current = coordinator }

    public nonisolated static func push<Content: View>(view: @autoclosure @escaping @MainActor () -> Content) {
        onMain { current?.push(view: view()) }
    }

    public nonisolated static func modal<Content: View>(
        view: @autoclosure @escaping @MainActor () -> Content, style: ModalStyle = .sheet
    ) {
        onMain { current?.modal(view: view(), style: style) }
    }

    public nonisolated static func pop() { onMain { current?.pop() } }
    public nonisolated static func popToRoot() { onMain { current?.popToRoot() } }
    public nonisolated static func close() { onMain { current?.close() } }
    public nonisolated static func next(state: State) { onMain { current?.next(state: state) } }

    /// Says where `next` goes for a state.
    public static func declare<Content: View>(
        state: State, mode: Mode = .popToOrPush, @ViewBuilder view: @escaping () -> Content
    ) {
        current?.declare(state: state, mode: mode, view: view)
    }
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
