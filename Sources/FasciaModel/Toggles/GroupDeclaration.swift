/// A toggle group as its owner declares it: a tree whose leaves are switches.
///
/// An option's full id is the path of the ids from its group: `extras/cheese`.
public struct OptionDeclaration: Hashable, Sendable {
    /// One segment of the path: not empty, without `/`, `*` and control characters.
    public var id: String
    /// What people read; the id where it is left out.
    public var title: String?
    /// The value of a leaf that is new; `false` where it is left out. One that is there already keeps its own.
    public var on: Bool?
    /// `nil` keeps what it was (enabled, for a new one).
    public var disabled: Bool?
    /// `nil` for a leaf; a group of its own otherwise (an empty one is an empty group).
    public var options: [OptionDeclaration]?
    public var rules: ToggleRules
    /// A group without a master switch: it has no state of its own.
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
    /// Whether there are at most so many options in it. It counts no further than that to find out.
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

/// What a group asks of its options. Options are named by their path below the group that has the rule.
public struct ToggleRules: Hashable, Sendable {
    /// At most one leaf is on; turning one on turns the other off; the last one cannot be turned off (radio).
    public var exclusive = false
    /// At least (at most) so many leaves are on.
    public var min: Int?
    public var max: Int?
    /// An option and those that it needs: turning it on turns them on, too; they cannot go off while it is on.
    public var requires: [String: [String]] = [:]
    /// Sets of which at most one member may be on.
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
