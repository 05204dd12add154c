/// Creates bindings to the properties of an `@Observable` object.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }
    public init(projectedValue: Bindable<Value>) { self = projectedValue }

    public var projectedValue: Bindable<Value> { self }

    public subscript<Part>(dynamicMember path: ReferenceWritableKeyPath<Value, Part>) -> Binding<Part>
    where Value: AnyObject {
        Binding(PropertyLocation(wrappedValue, path))
    }
}

extension Bindable: Identifiable where Value: Identifiable { public var id: Value.ID { wrappedValue.id } }
