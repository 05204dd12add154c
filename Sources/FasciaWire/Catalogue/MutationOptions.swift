import FasciaModel

/// What every method that changes the panel takes beside its own parameters.
public struct MutationOptions: Hashable, Sendable {
    /// The revision that the caller believes the panel to have; another one is a `conflict`.
    public var ifRevision: Int?
    /// Checked and answered, but not done.
    public var dryRun = false
    /// Answer when it has reached the disk.
    public var durable = false
    /// A key by which the request is known when it is sent again: it is carried out once.
    public var once: String?

    public init(ifRevision: Int? = nil, dryRun: Bool = false, durable: Bool = false, once: String? = nil) {
        self.ifRevision = ifRevision
        self.dryRun = dryRun
        self.durable = durable
        self.once = once
    }
}
