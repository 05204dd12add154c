import IssueReporting

/// Reads a value that the view inherits from the views around it.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private enum Source {
        case path(KeyPath<EnvironmentValues, Value>)
        /// Reads the value, and the object for comparisons.
        case object((EnvironmentValues) -> Value?, name: String, (EnvironmentValues) -> AnyObject?)
    }

    private let source: Source
    private var value: Value?

    public init(_ path: KeyPath<EnvironmentValues, Value>) { source = .path(path) }

    /// Reads an object that was provided with `environment(_:)`, by its type.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        source = .object({ $0.object(type) }, name: typeName(type)) { $0.object(type) }
    }

    /// Reads an object that may be missing.
    public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {
        source = .object({ .some($0.object(type)) }, name: typeName(type)) { $0.object(type) }
    }

    /// Outside a view's body there is no environment: reading a value there reports an issue and returns the default.
    public var wrappedValue: Value {
        if let value { return value }
        switch source {
        case .path(let path):
            reportIssue("@Environment(\(path)) is read outside a view's body: it has its default value there")
            return EnvironmentValues()[keyPath: path]
        case .object(let read, let name, _):
            return OutsideBody.object(
                "@Environment(\(name).self)", "below a view that has .environment(…) with a \(name)", read)
        }
    }
}

/// Environment objects that are read outside a view's body: in the `init` of a view, or in a view that is not shown.
enum OutsideBody {
    /// Returns the object from the environment of the view being evaluated, and reports an issue. An optional object
    /// may be `nil`; for any other missing object, this traps.
    static func object<Value>(
        _ what: String, _ remedy: String, _ read: (EnvironmentValues) -> Value?
    ) -> Value {
        let (found, path) = readFromCurrentView(read)
        let during = path.map { ", while \($0) is evaluated" } ?? ""
        let message =
            "\(what) is read outside a view's body\(during): read it in the body, \(remedy), or pass the object as an "
            + "argument"
        if let found = found ?? read(EnvironmentValues()) {
            reportIssue(message)
            return found
        }
        // A view's body never gets here: the objects are set before the evaluation, which is skipped if one is missing.
        // Outside a body there is no object to return. SwiftUI ends the process, too.
        preconditionFailure(message)
    }

    /// Reads from the environment of the view being evaluated. Also returns the path of that view, for messages.
    private static func readFromCurrentView<Value>(_ read: (EnvironmentValues) -> Value?) -> (Value?, path: String?) {
        guard MainQueue.isCurrent else { return (nil, nil) }
        return withoutActuallyEscaping(read) { read in
            // Safe: `read` and `found` are used synchronously on this actor only, and are not kept.
            nonisolated(unsafe) let read = read
            nonisolated(unsafe) var found: (Value?, path: String?) = (nil, nil)
            MainActor.assumeIsolated {
                guard let viewNode = ViewNode.beingRead else { return }
                found = (read(viewNode.environment), viewNode.path)
            }
            return found
        }
    }
}

extension Environment: Installable, CustomStructuralEquality {
    mutating func install(_ installation: inout Installation) {
        switch source {
        case .path(let path):
            value = installation.environment[keyPath: path]
            installation.environmentReads.append { !StructuralEquality.same($0[keyPath: path], $1[keyPath: path]) }
        case .object(let read, let name, let object):
            value = read(installation.environment)
            if value == nil {
                installation.missing.append(
                    "needs @Environment(\(name).self): add .environment(…) with a \(name) to a parent view")
            }
            installation.environmentReads.append { object($0) !== object($1) }
        }
    }

    func isStructurallyEqual(to other: Self) -> Bool {
        switch (source, other.source) {
        case (.path(let one), .path(let other)): one == other
        case (.object, .object): true
        default: false
        }
    }
}
