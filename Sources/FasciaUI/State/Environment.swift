/// A value that the view inherits from the views around it.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private enum Source {
        case path(KeyPath<EnvironmentValues, Value>)
        /// How to find the value and, for comparisons, the object.
        case object((EnvironmentValues) -> Value?, name: String, (EnvironmentValues) -> AnyObject?)
    }

    private let source: Source
    private var value: Value?

    public init(_ path: KeyPath<EnvironmentValues, Value>) { source = .path(path) }

    /// An object that `environment(_:)` has set, by its type.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        source = .object({ $0.object(type) }, name: typeName(type)) { $0.object(type) }
    }

    /// An object that may not be there.
    public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {
        source = .object({ .some($0.object(type)) }, name: typeName(type)) { $0.object(type) }
    }

    public var wrappedValue: Value {
        if let value { return value }
        // Set before every evaluation of the view's body; what cannot be set keeps it from being evaluated.
        preconditionFailure("@Environment is read outside a view's body: \(Value.self)")
    }
}

extension Environment: Installable, SelfComparing {
    mutating func install(_ installation: inout Installation) {
        switch source {
        case .path(let path):
            value = installation.environment[keyPath: path]
            installation.environmentReads.append { !Sameness.same($0[keyPath: path], $1[keyPath: path]) }
        case .object(let read, let name, let object):
            value = read(installation.environment)
            if value == nil {
                installation.missing.append(
                    "asks for @Environment(\(name).self), which no view around it provides: add "
                        + ".environment(…) with a \(name) to one of them")
            }
            installation.environmentReads.append { object($0) !== object($1) }
        }
    }

    func isSame(as other: Self) -> Bool {
        switch (source, other.source) {
        case (.path(let one), .path(let other)): one == other
        case (.object, .object): true
        default: false
        }
    }
}
