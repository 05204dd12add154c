/// The declaration of a toggle group: a tree whose leaves are switches.
///
/// An option's full id is the path of ids from its group, such as `extras/cheese`.
public struct OptionDeclaration: Hashable, Sendable {
    /// One segment of the path. Must not be empty or contain `/`, `*` or control characters.
    public var id: String
    /// The visible title; default: the id.
    public var title: String?
    /// The initial value of new options, inherited by nested options; default: `false`. Existing options keep their
    /// value.
    public var on: Bool?
    /// `nil` keeps the current state; new options are enabled.
    public var disabled: Bool?
    /// `nil` for an option; the members of a group otherwise, which may be empty.
    public var options: [OptionDeclaration]?
    public var rules: ToggleRules
    /// The ids of its switches, with its own as their first segment.
    public var switches: [String] { options.map { $0.flatMap { $0.switches.map { id + "/" + $0 } } } ?? [id] }
    /// Whether the group has no master switch and therefore no state of its own.
    public var independent: Bool

    public init(
        id: String, title: String? = nil, on: Bool? = nil, disabled: Bool? = nil,
        options: [OptionDeclaration]? = nil, rules: ToggleRules = .init(), independent: Bool = false
    ) {
        self.id = id
        self.title = title
        self.on = on
        self.disabled = disabled
        self.options = options
        self.rules = rules
        self.independent = independent
    }
}

extension OptionDeclaration {
    /// Whether it contains at most `limit` options. Stops counting once the limit is passed.
    func hasOptions(atMost limit: Int) -> Bool {
        var left = limit
        func count(_ option: OptionDeclaration) -> Bool {
            guard let inner = option.options else {
                left -= 1
                return left >= 0
            }
            return inner.allSatisfy(count)
        }
        return count(self)
    }
}

/// The rules of a group. Options are named by their path below the group that has the rule.
public struct ToggleRules: Hashable, Sendable {
    /// Radio behaviour: at most one option is on, turning one on turns the other off, and the last one cannot be turned
    /// off.
    public var exclusive = false
    /// The minimum and maximum number of options that are on.
    public var min: Int?
    public var max: Int?
    /// Options and the options they need. Turning one on also turns on those it needs; these cannot be turned off while
    /// it is on.
    public var requires: [String: [String]] = [:]
    /// Sets in which at most one option may be on.
    public var excludes: [[String]] = []

    public init(
        exclusive: Bool = false, min: Int? = nil, max: Int? = nil, requires: [String: [String]] = [:],
        excludes: [[String]] = []
    ) {
        self.exclusive = exclusive
        self.min = min
        self.max = max
        self.requires = requires
        self.excludes = excludes
    }
}

extension ToggleRules {
    /// The rules for the other switches.
    public func without(_ gone: Set<String>) -> ToggleRules {
        var rules = self
        rules.requires = requires.filter { !gone.contains($0.key) }.mapValues { $0.filter { !gone.contains($0) } }
        rules.excludes = excludes.map { $0.filter { !gone.contains($0) } }.filter { $0.count > 1 }
        return rules
    }
}
