import FasciaDocument

/// The kind, range and initial value of a named value.
public struct ValueDeclaration: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case bool, int, double, string, json
    }

    public var key: String
    public var kind: Kind
    /// The value before the first set. Default: false, 0 or the range's lower bound, "", null.
    public var initial: JSON?
    /// For numbers, both ends included.
    public var range: ClosedRange<Double>?
    /// For numbers: the increment. It does not restrict the value.
    public var step: Double?
    /// Whether the value is a reading that is shown and watched, but is no part of the history: it is neither journalled
    /// nor undone, and a restart resets it.
    public var isVolatile = false
    /// Whether the value must appear in no event, journal or log. A secret value is volatile, too.
    public var isSecret = false

    /// Whether the journal lacks the value, so that a restart resets it.
    public var isTransient: Bool { isVolatile || isSecret }

    public init(
        key: String, kind: Kind, initial: JSON? = nil, range: ClosedRange<Double>? = nil, step: Double? = nil,
        isVolatile: Bool = false, isSecret: Bool = false
    ) {
        self.key = key
        self.kind = kind
        self.initial = initial
        self.range = range
        self.step = step
        self.isVolatile = isVolatile
        self.isSecret = isSecret
    }
}
