import ArgumentParser
import FasciaDocument
import FasciaWire

/// An argument that takes one of a few words.
extension CaseIterable where Self: RawRepresentable<String> & Sendable {
    static var words: [String] { allCases.map(\.rawValue) }
    static var completion: CompletionKind { .list(words) }

    /// - Parameter what: the kind of value, for the error message: `modal style`.
    static func parse(as what: String) -> @Sendable (String) throws -> Self {
        parse { "\($0) is not a \(what): expected one of \(words.joined(separator: ", "))" }
    }

    /// - Parameter complaint: makes the error message from the wrong word in quotes.
    static func parse(_ errorMessage: @escaping @Sendable (String) -> String) -> @Sendable (String) throws -> Self {
        { argument in
            guard let value = Self(rawValue: argument) else { throw ValidationError(errorMessage("\"\(argument)\"")) }
            return value
        }
    }
}

extension SwitchState {
    static var argument: @Sendable (String) throws -> SwitchState { parse { "expected on or off, not \($0)" } }
}

extension GroupState {
    static var argument: @Sendable (String) throws -> GroupState { parse { "expected on, off or mixed, not \($0)" } }
}

enum SwitchState: String, CaseIterable {
    case on, off
}
