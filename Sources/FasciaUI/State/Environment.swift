import IssueReporting

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

    /// Outside a view's body there is no environment: a value is then the default one, and it is reported.
    public var wrappedValue: Value {
        if let value { return value }
        switch source {
        case .path(let path):
            reportIssue("@Environment(\(path)) is read outside a view's body: it has its default value there")
            return EnvironmentValues()[keyPath: path]
        case .object(_, let name, _):
            // Set before every evaluation of the view's body, and where it is missing, the body is not evaluated. There
            // is no object that could stand for it.
            preconditionFailure("@Environment(\(name).self) is read outside a view's body, where there is none")
        }
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
