import FasciaDocument

/// Sends an action to the parent of a screen: `@Environment(\.emit) private var emit`.
///
/// The parent is the screen that opened this one, in the same process or another. It handles the action with
/// `onAction`. The screen's pending changes are published before the action is sent. An action that no screen handles
/// is reported as an issue and fails a running test; the app continues.
public struct EmitAction {
    let send: @MainActor (_ name: String, _ payload: JSON) -> Void

    /// - Parameter name: what the user did, starting with `on`: `onDeleteButtonTapped`. Never what the parent should
    ///   do.
    @MainActor public func callAsFunction(_ name: String) { emit(name, .null) }
    @MainActor public func callAsFunction(_ name: String, _ payload: some Encodable) {
        do {
            emit(name, try Payload.write(payload))
        } catch {
            reportIssue("\(name) was not sent: cannot encode its payload as JSON: \(error)")
        }
    }

    @MainActor private func emit(_ name: String, _ payload: JSON) {
        if ControlAction.isReserved(name) { ControlAction.reportReservedName(name) } else { send(name, payload) }
    }
}

extension EnvironmentValues {
    /// Sends an action to the parent of the screen.
    @Entry public var emit: EmitAction = EmitAction { name, _ in
        reportIssue("\(name) was not sent: this view is not on a screen with a parent")
    }
}

/// A button whose tap sends an action to the parent of its screen and does nothing else. It works even while the app
/// that published the screen is not running, as long as the parent is.
public struct EmitButton: View {
    private let title: String
    private let role: ButtonRole?
    private let name: String
    private let payload: JSON

    /// - Parameters:
    ///   - name: what the user did, starting with `on`: `onDeleteButtonTapped`.
    ///   - payload: sent with the action.
    public init(_ title: String, role: ButtonRole? = nil, emits name: String, payload: some Encodable) {
        self.title = title
        self.role = role
        self.name = name
        do {
            self.payload = try Payload.write(payload)
        } catch {
            reportIssue("\(name) is sent without a payload: cannot encode it as JSON: \(error)")
            self.payload = .null
        }
    }
    public init(_ title: String, role: ButtonRole? = nil, emits name: String) {
        self.init(title, role: role, emits: name, payload: JSON.null)
    }

    public var body: some View { EmittingButton(title: title, role: role, name: name, payload: payload).emits(name) }
}

private struct EmittingButton: View, Primitive {
    let title: String
    let role: ButtonRole?
    let name: String
    let payload: JSON

    func update(_ viewNode: ViewNode) {
        viewNode.updateChildren { _ in }
        if ControlAction.isReserved(name) { ControlAction.reportReservedName(name) }
        let tap = ControlAction.isReserved(name) ? nil : Action.emit(name: name, payload: payload)
        viewNode.setLowering { [unowned viewNode] in
            return [Node(.button(ButtonContent(title, role: role?.role, tap: tap)), id: viewNode.address)]
        }
    }
}
