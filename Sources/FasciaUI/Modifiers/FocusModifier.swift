import FasciaDocument

/// Moves the focus to its content when a value requests it, and updates the value when the user moves the focus.
struct FocusModifier: ViewModifier, PrimitiveModifier {
    let isFocused: () -> Bool
    let set: (Bool) -> Void

    private final class Asked {
        var wasFocused = false
        /// The number of the latest focus request.
        var request: Int?
        /// Whether the terminal has already moved the focus here, so that no request is needed.
        var isThere = false
    }

    func update(_ place: ViewNode, content: any View) {
        place.updatePassthrough(content)
        let asked = place.slots.first as? Asked ?? Asked()
        place.slots = [asked]
        let read = isFocused
        let isFocused = place.reading { read() }
        if isFocused, !asked.wasFocused, !asked.isThere { asked.request = place.graph.nextFocusRequest() }
        (asked.wasFocused, asked.isThere) = (isFocused, false)
        let set = set
        place.gesture = .focus { now in
            asked.isThere = now
            set(now)
        }
        place.lower { [unowned place] in
            // The first node that can take the focus.
            var nodes = place.childNodes
            guard let index = nodes.firstIndex(where: \.takesFocus), let id = nodes[index].id else { return nodes }
            place.graph.reportFocus(of: id, to: place)
            let told = Action.own(.focus, ["node": .string(id)])
            nodes[index] = nodes[index].with((asked.request.map { [.focus($0)] } ?? []) + [.onFocus(told)])
            return nodes
        }
    }
}

private protocol OptionalValue {
    var isNone: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}

extension Node {
    fileprivate var takesFocus: Bool {
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
    ) -> some View {
        onAppear { if binding.isNowhere { binding.wrappedValue = value } }
    }

    @available(*, deprecated, message: "has no effect in a terminal: only controls take the focus")
    public func focusable(_ isFocusable: Bool = true) -> some View { self }
}

/// The priority of a default focus. It has no effect.
public struct DefaultFocusEvaluationPriority: Hashable, Sendable {
    private let isUserInitiated: Bool
    public static let automatic = DefaultFocusEvaluationPriority(isUserInitiated: false)
    public static let userInitiated = DefaultFocusEvaluationPriority(isUserInitiated: true)
}

extension FocusState.Binding {
    /// Whether no view bound to this has the focus.
    fileprivate var isNowhere: Bool {
        if let isThere = wrappedValue as? Bool { return !isThere }
        return (wrappedValue as? any OptionalValue)?.isNone ?? true
    }

    /// Clears the value if it still is `value`. Does nothing if another view has taken the focus.
    fileprivate func leave(_ value: Value) {
        guard wrappedValue == value, let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ())
        else { return }
        if let none = none as? Value { wrappedValue = none }
    }
}
