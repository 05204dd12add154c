/// A value owned by a view, stored as long as the view exists.
///
/// A control that writes through the binding (`$isOn`) sets the stored value directly. So a `didSet` of the property
/// runs only when code assigns it, not when a control does. Use `onChange(of:)` to observe both.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let initial: () -> Value
    private var location: StoredLocation<Value>?

    public init(wrappedValue value: Value) { initial = { value } }
    public init(initialValue value: Value) { initial = { value } }

    /// Before the view is shown, this is the initial value, and setting it has no effect.
    public var wrappedValue: Value {
        get { location?.value ?? initial() }
        nonmutating set { location?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        if let location { return Binding(location) }
        let value = initial()
        return .constant(value)
    }
}

extension State where Value: ExpressibleByNilLiteral { public init() { self.init(wrappedValue: nil) } }

extension State: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) {
        location = installation.storedObject { StoredLocation(initial()) }
    }

    /// The initial value only matters once.
    func isStructurallyEqual(to other: Self) -> Bool { true }
}
