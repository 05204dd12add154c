/// An object owned elsewhere. The view is evaluated again when it changes.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    public var wrappedValue: ObjectType

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

    /// Creates bindings to the properties of an object.
    @dynamicMemberLookup
    public struct Wrapper {
        let object: ObjectType

        public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<ObjectType, Value>) -> Binding<Value> {
            Binding(ObservedLocation(object, path))
        }
    }
}

/// An object that the view creates once and owns while the view exists.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private let make: () -> ObjectType
    private var object: ObjectType?

    public init(wrappedValue make: @autoclosure @escaping () -> ObjectType) { self.make = make }

    public var wrappedValue: ObjectType { object ?? make() }
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

/// An object that a view around this one provides with `environmentObject(_:)`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    private var object: ObjectType?

    public init() {}

    public var wrappedValue: ObjectType {
        if let object { return object }
        let name = typeName(ObjectType.self)
        return OutsideBody.object(
            "@EnvironmentObject \(name)", "below a view that has .environmentObject(…) with a \(name)"
        ) { $0.object(ObjectType.self) }
    }

    public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: wrappedValue) }
}

/// A property of an object. Reading it makes the reader depend on the whole object.
private final class ObservedLocation<Object: ObservableObject, Value>: Location<Value> {
    private let property: PropertyLocation<Object, Value>
    private let object: Object

    init(_ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>) {
        self.object = object
        property = PropertyLocation(object, path)
    }

    override var value: Value {
        get {
            if let context = EvaluationContext.current { object.objectWillChange.add(context) }
            return property.value
        }
        set { property.value = newValue }
    }

    override func isStructurallyEqual(to other: Location<Value>) -> Bool {
        (other as? ObservedLocation).map { property.isStructurallyEqual(to: $0.property) } ?? false
    }
}

extension ObservedObject: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) { wrappedValue.objectWillChange.add(installation.context) }

    func isStructurallyEqual(to other: Self) -> Bool { wrappedValue === other.wrappedValue }
}

extension StateObject: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) {
        let box = installation.storedObject { ObjectBox(make()) }
        object = box.object
        box.object.objectWillChange.add(installation.context)
    }

    /// The initial value only matters once.
    func isStructurallyEqual(to other: Self) -> Bool { true }

    private final class ObjectBox {
        let object: ObjectType
        init(_ object: ObjectType) { self.object = object }
    }
}

extension EnvironmentObject: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) {
        installation.environmentReads.append { $0.object(ObjectType.self) !== $1.object(ObjectType.self) }
        object = installation.environment.object(ObjectType.self)
        guard let object else {
            let name = typeName(ObjectType.self)
            installation.missing.append(
                "needs @EnvironmentObject \(name): add .environmentObject(…) with a \(name) to a parent view")
            return
        }
        object.objectWillChange.add(installation.context)
    }

    func isStructurallyEqual(to other: Self) -> Bool { true }
}
