/// The path of a `NavigationStack`: values of any hashable types, the topmost last.
public struct NavigationPath: Equatable {
    var values: [AnyHashable]

    public init() { values = [] }

    public init<Values: Sequence>(_ elements: Values) where Values.Element: Hashable {
        values = elements.map { AnyHashable($0) }
    }

    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append<Value: Hashable>(_ value: Value) { values.append(AnyHashable(value)) }

    /// Removes values from the end. Removes at most all values.
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(min(max(count, 0), values.count)) }
}
