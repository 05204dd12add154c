/// What a command made of the state: enough to make the same state again without asking any rule of the model.
///
/// The journal stores effects and not commands, because a rule that is corrected later would refuse what was accepted
/// before, or do something else with it.
public struct Effects: Equatable, Sendable {
    /// In the order in which they happened.
    var items: [Effect] = []

    init(_ items: [Effect] = []) { self.items = items }

    public init() {}

    public var isEmpty: Bool { items.isEmpty }

    mutating func append(_ other: Effects) { items += other.items }
}
