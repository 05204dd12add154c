import ArgumentParser
import FasciaModel
import FasciaWire

/// An argument that is one of a few words.
extension CaseIterable where Self: RawRepresentable<String> & Sendable {
    static var words: [String] { allCases.map(\.rawValue) }
    static var completion: CompletionKind { .list(words) }

    /// - Parameter what: what a wrong word is none of: `style of a modal`.
    static func parse(as what: String) -> @Sendable (String) throws -> Self {
        { argument in
            guard let value = Self(rawValue: argument) else {
                throw ValidationError("\"\(argument)\" is no \(what): it is one of \(words.joined(separator: ", "))")
            }
            return value
        }
    }
}

extension SwitchState {
    @Sendable
    static func parse(_ argument: String) throws -> SwitchState {
        guard let state = SwitchState(rawValue: argument) else {
            throw ValidationError("a switch is set on or off, not \"\(argument)\"")
        }
        return state
    }
}

extension GroupState {
    @Sendable
    static func parse(_ argument: String) throws -> GroupState {
        guard let state = GroupState(rawValue: argument) else {
            throw ValidationError("a switch is on, off or mixed, not \"\(argument)\"")
        }
        return state
    }
}

/// What a switch can be set to.
enum SwitchState: String, CaseIterable {
    case on, off
}
