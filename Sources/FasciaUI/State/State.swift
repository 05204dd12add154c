/// A value of a view's own, kept at the view's place for as long as the view is there.
///
/// A control that writes through the binding (`$isOn`) sets the stored value itself. A `didSet` on the property
/// therefore runs when the code assigns it, and not when the control does: use `onChange(of:)` to hear of both.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let initial: () -> Value
    private var location: StoredLocation<Value>?

    public init(wrappedValue value: Value) { initial = { value } }
    public init(initialValue value: Value) { initial = { value } }

    /// Before the view is shown, it is the initial value, and setting it has no effect.
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

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Installable, SelfComparing {
    mutating func install(_ installation: inout Installation) {
        location = installation.slot { StoredLocation(initial()) }
    }

    /// Where it begins matters only once.
    func isSame(as other: Self) -> Bool { true }
}
