/// The effects of a command on the state: enough to reproduce the state without checking the model's rules.
///
/// The journal stores effects instead of commands. If a rule is corrected later, replaying a command could be refused
/// or have another outcome.
public struct Effects: Equatable, Sendable {
    /// In the order in which they happened.
    var items: [Effect] = []

    init(_ items: [Effect] = []) { self.items = items.withoutOverwritten }

    public init() {}

    public var isEmpty: Bool { items.isEmpty }

    /// An estimate of the memory, in bytes, that keeping them retains.
    public var retainedBytes: Int { items.reduce(0) { $0 + $1.retainedBytes } }
}

extension [Effect] {
    /// Without states of a whole part that a later one replaces: a client that leaves may end thousands of claims, and each of
    /// them is a state of all.
    fileprivate var withoutOverwritten: [Effect] {
        guard count > 1, lazy.filter(\.isWhole).prefix(2).count > 1 else { return self }
        var (areClaimsKnown, scopes) = (false, Set<EnvironmentScope>())
        let kept = reversed().filter { effect in
            switch effect {
            case .claims:
                defer { areClaimsKnown = true }
                return !areClaimsKnown
            case .environment(let scope, _): return scopes.insert(scope).inserted
            default: return true
            }
        }
        return kept.reversed()
    }
}

extension Effect {
    /// Whether it is all of a part to which many commands add a little.
    fileprivate var isWhole: Bool {
        switch self {
        case .claims, .environment: true
        default: false
        }
    }
}
