import FasciaDocument

/// Executes navigation on a stack of the panel.
///
/// A screen's views are evaluated only after the screen is on the stack, because they may navigate at once.
@MainActor public protocol Navigator: AnyObject {
    func push(_ view: AnyView)
    func modal(_ view: AnyView, style: Coordinator.ModalStyle)
    /// Opens a modal and notifies `presented` when it closes.
    func present(_ view: AnyView, style: Coordinator.ModalStyle, _ presented: PresentedScreen)
    /// Closes a screen and all screens above it in its layer. If it is the first screen of a modal, the modal closes.
    /// Does nothing if the screen is already closed.
    func close(_ presented: PresentedScreen)
    /// Replaces the screens above a screen in the same layer. Leading screens that both paths share stay unchanged, and
    /// modals above stay open.
    ///
    /// - Parameter screen: the value of `EnvironmentValues.screen` on that screen.
    func setPath(_ path: [PresentedScreen], above screen: String)
    /// Opens a screen that an app publishes, by its full name in the panel.
    ///
    /// - Parameter style: the modal style; `nil` to push the screen.
    func open(screen: String, arguments: JSON, style: Coordinator.ModalStyle?)
    /// Pops the top screen. Does nothing at the root.
    func pop()
    func popToRoot()
    /// Closes the top modal. Does nothing if there is none.
    func close()
    /// - Returns: whether the state is declared.
    @discardableResult func next(_ state: Coordinator.State) -> Bool
    /// Declares the screens that `next` goes to for a state.
    func declare(_ state: Coordinator.State, mode: Coordinator.Mode, _ views: [() -> AnyView])
    func report(_ issue: String)
}
