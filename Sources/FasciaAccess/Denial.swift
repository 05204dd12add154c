import FasciaWire

/// A right that somebody does not have.
package struct Denial: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case notGranted
        /// The grant in this line leaves it out.
        case excepted(line: Int)
        case never(line: Int)
    }

    package var right: Right
    /// `nil` if the right to anything would be enough.
    package var subject: Resource?
    /// The highest right to it that there is; `nil` for none.
    package var held: Right?
    package var cause = Cause.notGranted
    /// Whether it is the program that does not have it, rather than the user for whom it acts.
    package var isOfRelay = false

    package init(right: Right, subject: Resource?) { (self.right, self.subject) = (right, subject) }

    /// What would have to be written below `grant`.
    ///
    /// - Parameter user: the name of the user, or the uid.
    package func line(for user: String) -> String {
        let on = subject.map { ", on: [\"\($0)\"]" } ?? ""
        return "- {user: \(user), role: \(Role(giving: right).rawValue)\(on)\(right == .bind ? ", bind: true" : "")}"
    }

    /// What is missing, and what would have to be changed.
    ///
    /// - Parameters:
    ///   - what: what was asked for, such as `toggle.set`.
    ///   - user: the name of the user, or the uid.
    ///   - file: the path of the access file.
    package func message(_ what: String, by user: String, file: String) -> String {
        let thing = subject.map { " on \($0)" } ?? ""
        let has = held.map { "only \($0.rawValue)" } ?? "no right"
        let begin = "\(what) needs the right \(right.rawValue)\(thing), and \(user) has \(has) there: "
        return switch cause {
        case .notGranted: begin + "to allow it, add \(line(for: user)) to grant in \(file)"
        case .excepted(let at): begin + "line \(at) of \(file) excepts it; to allow it, add \(line(for: user)) to grant there"
        case .never(let at): begin + "line \(at) of \(file) never allows it"
        }
    }
}
