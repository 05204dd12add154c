/// Which of some views has the focus.
///
/// Each terminal has its own focus. Setting the value moves the focus of all terminals that show the view. The value
/// follows the terminal in which the user last moved the focus.
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let initial: Value
    private var location: StoredLocation<Value>?

    public init() where Value == Bool { initial = false }
    public init<T: Hashable>() where Value == T? { initial = nil }

    /// Before the view is shown, this is the initial value, and setting it has no effect.
    public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { location?.value = newValue }
    }

    public var projectedValue: Binding { Binding(binding: location.map { FasciaUI.Binding($0) } ?? .constant(initial)) }

    @propertyWrapper
    public struct Binding {
        let binding: FasciaUI.Binding<Value>

        public var wrappedValue: Value {
            get { binding.wrappedValue }
            nonmutating set { binding.wrappedValue = newValue }
        }

        public var projectedValue: Binding { self }
    }
}

extension FocusState: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) {
        let initial = initial
        location = installation.storedObject { StoredLocation(initial) }
    }

    /// The initial value only matters once.
    func isStructurallyEqual(to other: Self) -> Bool { true }
}

extension FocusState.Binding: CustomStructuralEquality {
    func isStructurallyEqual(to other: Self) -> Bool { binding.isStructurallyEqual(to: other.binding) }
}
