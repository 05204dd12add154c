/// A key of an environment value.
public protocol EnvironmentKey {
    associatedtype Value
    /// The value where none is set.
    static var defaultValue: Value { get }
}

/// The values that a view inherits from the views around it.
public struct EnvironmentValues {
    typealias Difference = (EnvironmentValues, EnvironmentValues) -> Bool

    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)].map { $0 as? Key.Value ?? Key.defaultValue } ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// An object provided by a view around, by its type.
    func object<Object>(_ type: Object.Type) -> Object? { values[ObjectIdentifier(type)] as? Object }

    mutating func setObject<Object: AnyObject>(_ object: Object?, as type: Object.Type) {
        values[ObjectIdentifier(type)] = object
    }

    @MainActor func isStructurallyEqual(to other: EnvironmentValues) -> Bool {
        guard values.count == other.values.count else { return false }
        return values.allSatisfy { key, value in
            guard let other = other.values[key] else { return false }
            return StructuralEquality.sameValues(value, other)
        }
    }
}
