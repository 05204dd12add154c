/// The parameters common to all methods that change the panel.
public struct MutationOptions: Hashable, Sendable {
    /// The revision that the caller expects. The request fails with `conflict` at another one.
    public var ifRevision: Int?
    /// Validate and reply without making the change.
    public var dryRun = false
    /// Reply only when the change is durable.
    public var durable = false
    /// The idempotency key: repeated requests with the same key are carried out once.
    public var once: String?
    /// The change of bound things goes back unless it is confirmed within this time, in milliseconds.
    public var revertWithin: Int?
    /// Why it is made, as its sender says.
    public var reason: String?

    static let names = Set(fields.map(\.name))

    public init(
        ifRevision: Int? = nil, dryRun: Bool = false, durable: Bool = false, once: String? = nil, revertWithin: Int? = nil
    ) {
        self.ifRevision = ifRevision
        self.dryRun = dryRun
        self.durable = durable
        self.once = once
        self.revertWithin = revertWithin
    }
}
