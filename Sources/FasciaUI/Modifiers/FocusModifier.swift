import FasciaDocument

/// Moves the focus to its content when a value requests it, and updates the value when the user moves the focus.
struct FocusModifier: ViewModifier, PrimitiveModifier {
    let isFocused: () -> Bool
    let set: (Bool) -> Void

    private final class RequestState {
        var wasFocused = false
        /// The number of the latest focus request.
        var request: Int?
        /// Whether the terminal has already moved the focus here, so that no request is needed.
        var isAlreadyFocused = false
    }

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        let state = viewNode.stored(RequestState())
        let read = isFocused
        let isFocused = viewNode.tracking { read() }
        if isFocused, !state.wasFocused, !state.isAlreadyFocused { state.request = viewNode.graph.nextFocusRequest() }
        (state.wasFocused, state.isAlreadyFocused) = (isFocused, false)
        let set = set
        viewNode.eventHandler = .focus { now in
            state.isAlreadyFocused = now
            set(now)
        }
        viewNode.setLowering { [unowned viewNode] in
            // The first node that can take the focus.
            var nodes = viewNode.childNodes
            guard let index = nodes.firstIndex(where: \.takesFocus), let id = nodes[index].id else { return nodes }
            viewNode.graph.observeFocus(of: id, by: viewNode)
            let report = Action.control(.focus, ["node": .string(id)])
            nodes[index] = nodes[index].with((state.request.map { [.focus($0)] } ?? []) + [.onFocus(report)])
            return nodes
        }
    }
}

private protocol OptionalValue {
    var isNone: Bool { get }
}

extension Optional: OptionalValue { fileprivate var isNone: Bool { if case .none = self { true } else { false } } }

extension Node {
    var takesFocus: Bool {
        switch content {
        case .button, .toggle, .picker, .textField, .slider, .stepper, .menu: true
        default: modifiers.contains { if case .tap = $0 { true } else { false } }
        }
    }
}

extension View {
    /// Binds the focus of this view to `condition`, in both directions.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        modifier(FocusModifier(isFocused: { condition.wrappedValue }, set: { condition.wrappedValue = $0 }))
    }

    /// Binds the focus of this view to `binding` having this value, in both directions.
    public func focused<Value: Hashable>(
        _ binding: FocusState<Value>.Binding, equals value: Value
    ) -> some View {
        modifier(
            FocusModifier(
                isFocused: { binding.wrappedValue == value },
                set: { isFocused in
                    if isFocused { binding.wrappedValue = value } else { binding.leave(value) }
                }))
    }

    /// When this view appears, focuses the view whose `focused(_:equals:)` has this value, unless `binding` already
    /// refers to a focused view.
    ///
    /// - Parameter priority: ignored: the user cannot move the focus before a view is shown.
    public func defaultFocus<Value: Hashable>(
        _ binding: FocusState<Value>.Binding, _ value: Value,
        priority: DefaultFocusEvaluationPriority = .automatic
    ) -> some View { modifier(DefaultFocusModifier { if binding.isNowhere { binding.wrappedValue = value } }) }
}

/// Sets the focus when its content is first evaluated.
private struct DefaultFocusModifier: ViewModifier, PrimitiveModifier {
    let setFocus: () -> Void

    private final class HasRun {}

    func update(_ viewNode: ViewNode, content: any View) {
        viewNode.updatePassthrough(content)
        guard viewNode.propertyStorage.isEmpty else { return }
        viewNode.propertyStorage = [HasRun()]
        viewNode.graph.runAfterPass(viewNode, setFocus)
    }
}

/// The priority of a default focus. It has no effect.
public enum DefaultFocusEvaluationPriority: Hashable, Sendable { case automatic, userInitiated }

extension FocusState.Binding {
    /// Whether no view bound to this has the focus.
    fileprivate var isNowhere: Bool {
        if let isFocused = wrappedValue as? Bool { return !isFocused }
        return (wrappedValue as? any OptionalValue)?.isNone ?? true
    }

    /// Clears the value if it still is `value`. Does nothing if another view has taken the focus.
    fileprivate func leave(_ value: Value) {
        guard wrappedValue == value, let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ())
        else { return }
        if let none = none as? Value { wrappedValue = none }
    }
}
