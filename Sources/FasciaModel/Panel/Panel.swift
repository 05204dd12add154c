import OrderedCollections

/// The whole state of one panel, and the only way to change it.
///
/// A plain value: it does no I/O and has no clock. Everything it holds is a value type or immutable, so that a copy
/// is a snapshot and costs nothing until one of the two is changed.
public struct Panel: Equatable, Sendable {
    public let limits: Limits
    /// How many commands have changed something. 0 for a new panel.
    public internal(set) var revision = 0

    var navigation = Navigation()
    var toggles = Toggles()
    var values = Values()
    var screens: OrderedDictionary<String, Screen> = [:]
    /// Only scopes in which something is set.
    var environments: [EnvironmentScope: JSON.Object] = [:]

    /// A panel with the stack `main` at the screen `home`, and nothing else.
    public init(limits: Limits = .init()) {
        self.limits = limits
    }

    /// Carries out one command.
    ///
    /// - Returns: everything that is different now. Empty where nothing is; then the revision stays. Otherwise the
    ///   revision is one more, whatever the number of changes.
    /// - Throws: why it was not done. The panel is then exactly as it was.
    public mutating func apply(_ command: Command) throws(Refusal) -> [Change] {
        throw Refusal(.unavailable, "\(command) is not there yet")
    }

    /// Carries out commands all or none, as one revision.
    ///
    /// - Returns: the net changes (what was changed and changed back is none), and beside them what each command
    ///   did by itself, for the answers to each of them.
    /// - Throws: why one of them was not done; `details` has its `index`. The panel is then exactly as it was.
    public mutating func applyBatch(_ commands: [Command]) throws(Refusal) -> (net: [Change], each: [[Change]]) {
        throw Refusal(.unavailable, "\(commands.count) is not there yet")
    }
}
