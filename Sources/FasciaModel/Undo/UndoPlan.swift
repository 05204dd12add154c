/// The fully resolved result of an undo. Applying it to the same panel always has the same effect.
public struct UndoPlan: Sendable {
    /// The revision whose state this is.
    public let revision: Int
    /// The revisions that it takes back, the latest first.
    public let undone: [Int]
    /// Applied from the last to the first.
    let items: [Effect]
    /// The number of the last entry created.
    let minted: Int
}

extension UndoPlan: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(minted)
    }
}
