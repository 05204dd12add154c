import FasciaModel

/// Who carries out navigation: the daemon's stack, or one in the app's own process.
///
/// The views of a screen are evaluated once the screen is in the stack, because they may navigate from there at once.
@MainActor public protocol Navigator: AnyObject {
    func push(_ view: AnyView)
    func modal(_ view: AnyView, style: Coordinator.ModalStyle)
    /// Opens a modal for a view that wants to hear when it is closed.
    func present(_ view: AnyView, style: Coordinator.ModalStyle, _ presented: Presented)
    /// Closes that screen and all above it in its layer, and with it the modal whose only one it is; one that is closed
    /// already stays so.
    func close(_ presented: Presented)
    /// Makes the screens above one of its screens, in the same layer, these and no others. Those that both paths begin
    /// with stay as they are, and modals above stay open.
    ///
    /// - Parameter screen: the name that `EnvironmentValues.screen` has there.
    func setPath(_ path: [Presented], above screen: String)
    /// Opens a screen that an app publishes, by its name in the panel.
    ///
    /// - Parameter style: `nil` to push it.
    func open(screen: String, arguments: JSON, style: Coordinator.ModalStyle?)
    /// Leaves the top screen; at the root, nothing happens.
    func pop()
    func popToRoot()
    /// Closes the top modal; without one, nothing happens.
    func close()
    /// - Returns: whether there is such a state.
    @discardableResult func next(_ state: Coordinator.State) -> Bool
    /// Says where `next` goes for a state.
    func declare(_ state: Coordinator.State, mode: Coordinator.Mode, _ views: [() -> AnyView])
    /// Says that something is wrong.
    func report(_ issue: String)
}
