/// The fixed part of a declared toggle group: which nodes there are and how they hang together.
///
/// Nodes are numbered in pre-order, so that the leaves below any node are one contiguous run and a master's flip is
/// one pass over it. It never changes after it is made (declaring a group again makes a new one), so it can be shared
/// by the panel, its copies and every change that names a leaf.
final class ToggleLayout: Sendable {
    /// The full id of each node: `extras/cheese`.
    let ids: [String]

    init(ids: [String]) { self.ids = ids }
}
