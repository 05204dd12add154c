/// Reads and writes a value that is stored elsewhere.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value>: DynamicProperty {
    let location: Location<Value>

    init(_ location: Location<Value>) { self.location = location }

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { location = FunctionLocation(get: get, set: set) }

    /// - Parameter set: called with the value and an empty transaction, because nothing is animated in a terminal.
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.init(get: get, set: { set($0, Transaction()) })
    }
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// Unwraps an optional; `nil` if it is `nil` now. If the optional becomes `nil` later, the last value is returned.
    public init?(_ base: Binding<Value?>) {
        guard var last = base.wrappedValue else { return nil }
        self.init {
            last = base.wrappedValue ?? last
            return last
        } set: {
            base.wrappedValue = $0
        }
    }
    public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
        self.init {
            base.wrappedValue
        } set: {
            // A non-optional value cannot be set to nil, so it stays unchanged.
            if let value = $0 { base.wrappedValue = value }
        }
    }
    public init<Wrapped: Hashable>(_ base: Binding<Wrapped>) where Value == AnyHashable {
        self.init {
            AnyHashable(base.wrappedValue)
        } set: {
            if let value = $0.base as? Wrapped { base.wrappedValue = value }
        }
    }

    /// A constant value. Setting it has no effect.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(ConstantLocation(value)) }

    public var wrappedValue: Value {
        get { location.value }
        nonmutating set { location.value = newValue }
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part>(PartLocation(location, path))
    }
}

/// Ignores writes.
private final class ConstantLocation<Value>: Location<Value> {
    private let constant: Value
    init(_ value: Value) { constant = value }

    override var value: Value {
        get { constant }
        set {}
    }

    override func isStructurallyEqual(to other: Location<Value>) -> Bool {
        (other as? ConstantLocation<Value>).map { isEqualIfEquatable(constant, $0.constant) } ?? false
    }
}

extension Binding: CustomStructuralEquality {
    func isStructurallyEqual(to other: Self) -> Bool { location.isStructurallyEqual(to: other.location) }
}

extension Binding: Identifiable where Value: Identifiable { public var id: Value.ID { wrappedValue.id } }

// MARK: - Bindings to the elements of a collection

extension Binding: Sequence where Value: MutableCollection {
    public typealias Element = Binding<Value.Element>
    public typealias Iterator = IndexingIterator<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    public typealias Index = Value.Index
    public typealias Indices = Value.Indices
    public var startIndex: Index { wrappedValue.startIndex }
    public var endIndex: Index { wrappedValue.endIndex }
    public var indices: Indices { wrappedValue.indices }
    public func index(after index: Index) -> Index { wrappedValue.index(after: index) }
    public func formIndex(after index: inout Index) { wrappedValue.formIndex(after: &index) }

    public subscript(position: Index) -> Binding<Value.Element> { Binding<Value.Element>(ElementLocation(location, position)) }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection & MutableCollection {
    public func index(before index: Index) -> Index { wrappedValue.index(before: index) }
}

extension Binding: RandomAccessCollection where Value: RandomAccessCollection & MutableCollection {
    public func index(_ index: Index, offsetBy distance: Int) -> Index { wrappedValue.index(index, offsetBy: distance) }
    public func distance(from start: Index, to end: Index) -> Int { wrappedValue.distance(from: start, to: end) }
}
