/// The effects of a command on the state: enough to reproduce the state without checking the model's rules.
///
/// The journal stores effects instead of commands. If a rule is corrected later, replaying a command could be refused
/// or have another outcome.
public struct Effects: Equatable, Sendable {
    /// In the order in which they happened.
    var items: [Effect] = []

    init(_ items: [Effect] = []) { self.items = items }

    public init() {}

    public var isEmpty: Bool { items.isEmpty }

    /// An estimate of the memory, in bytes, that keeping them retains.
    public var retainedBytes: Int { items.reduce(0) { $0 + $1.retainedBytes } }
}
