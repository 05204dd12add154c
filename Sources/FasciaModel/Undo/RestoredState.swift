/// What an undo puts back, with nothing left to find out: carried out on the same panel, it always does the same.
public struct RestoredState: Sendable {
    /// The revision whose state it is.
    public let revision: Int
    /// To be put back from the last to the first.
    let items: [Effect]
    /// The number of the last entry that it has named.
    let minted: Int
}

extension RestoredState: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(minted)
    }
}
