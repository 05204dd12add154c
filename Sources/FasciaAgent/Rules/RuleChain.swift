import FasciaDocument

/// How many commands of rules have run one after the other because of one change.
///
/// The cause of a change has the name of the connection that made it. That name says it: a command gets the name of its rule, and,
/// if a command of another rule has led to it, its step, and the revision of the first change that a command of a rule has made.
struct RuleChain: Hashable, Sendable {
    /// Rules that set off each other would go on for ever.
    static let longest = 32
    private static let (mark, since) = (", step ", " since ")

    /// Who has made the change.
    let name: String
    /// How many commands have led to the change, with that which made it; 0 if no rule did.
    let steps: Int
    /// The revision of the first change that a command of a rule has made, from which all others follow; `nil` if it is not known.
    let origin: Int?

    private init(_ name: String, _ steps: Int, _ origin: Int?) { (self.name, self.steps, self.origin) = (name, steps, origin) }

    /// - Parameters:
    ///   - name: of the connection that has made the change.
    ///   - revision: that of the change.
    init(madeBy name: String, at revision: Int? = nil) {
        if let mark = name.ranges(of: Self.mark).last, case let words = name[mark.upperBound...].split(separator: Self.since),
            let steps = words.first.flatMap({ Int($0) }), steps > 0
        {
            self.init(String(name[..<mark.lowerBound]), steps, words.dropFirst().first.flatMap { Int($0) } ?? revision)
        } else {
            let isRule = name.hasPrefix("fascia on ") || name.hasPrefix("fascia panel ") && name.contains(", rule ")
            self.init(name, isRule ? 1 : 0, isRule ? revision : nil)
        }
    }

    /// The same for a change that somebody else has made because of this one.
    func passed(on name: String) -> RuleChain { RuleChain(name, steps, origin) }

    /// Whether it goes no further.
    var isTooLong: Bool { steps >= Self.longest }

    /// The name for the command of a rule that the change sets off. A rule that may set off itself makes no chain longer.
    func name(of rule: String) -> String { rule == name ? text(rule, max(1, steps)) : nextName(rule) }

    /// The name for a command that runs because of the change.
    func nextName(_ program: String) -> String { text(program, min(steps + 1, Self.longest)) }

    private func text(_ name: String, _ step: Int) -> String {
        step == 1 ? name : name + Self.mark + String(step) + (origin.map { Self.since + String($0) } ?? "")
    }
}

extension JSON {
    /// The name for the connections of a command that a program runs because of a request with this cause; `nil` if no rule has led
    /// to it.
    package func clientName(of program: String) -> String? {
        let chain = RuleChain(madeBy: self["name"]?.stringValue ?? "")
        return chain.steps > 0 ? chain.nextName(Rule.shortened(program)) : nil
    }
}
