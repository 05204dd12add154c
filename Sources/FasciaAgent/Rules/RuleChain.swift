import FasciaDocument

/// How many commands of rules have run one after the other because of one change.
///
/// The cause of a change has the name of the connection that made it. That name says it: a command gets the name of its rule, and,
/// if a command of another rule has led to it, its step.
struct RuleChain: Hashable, Sendable {
    /// Rules that set off each other would go on for ever.
    static let longest = 32
    fileprivate static let mark = ", step "

    /// Who has made the change.
    let name: String
    /// How many commands have led to the change, with that which made it; 0 if no rule did.
    private(set) var steps: Int

    /// - Parameter name: of the connection that has made the change.
    init(madeBy name: String) {
        if let mark = name.ranges(of: Self.mark).last, let steps = Int(name[mark.upperBound...]), steps > 0 {
            (self.name, self.steps) = (String(name[..<mark.lowerBound]), steps)
        } else {
            let isRule = name.hasPrefix("fascia on ") || name.hasPrefix("fascia panel ") && name.contains(", rule ")
            (self.name, steps) = (name, isRule ? 1 : 0)
        }
    }

    /// Whether it goes no further.
    var isTooLong: Bool { steps >= Self.longest }

    /// The name for the command of a rule that the change sets off. A rule that may set off itself makes no chain longer.
    func name(of rule: String) -> String {
        let step = rule == name ? max(1, steps) : steps + 1
        return step == 1 ? rule : rule + Self.mark + String(step)
    }
}

extension JSON {
    /// The name for the connections of a command that a program runs because of a request with this cause; `nil` if no rule has led
    /// to it.
    package func clientName(of program: String) -> String? {
        let steps = RuleChain(madeBy: self["name"]?.stringValue ?? "").steps
        return steps > 0 ? Rule.shortened(program) + RuleChain.mark + String(min(steps + 1, RuleChain.longest)) : nil
    }
}
