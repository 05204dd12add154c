import FasciaModel
import FasciaWire

/// The names of stacks that are made for terminals, such as `own-1000/1`. They have the number of the user whose terminal it is, so
/// that a right to them can be a right to those of one user.
package enum OwnStackName {
    private static let prefix = "own-"

    /// What the names for one user begin with. `own-*`, which has no level below, is not for them.
    package static func prefix(of uid: UInt32) -> String { "\(prefix)\(uid)/" }

    /// Whether it is the name of a stack of this kind, also of one that an earlier version has made.
    package static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// All those of one user.
    static func pattern(of uid: UInt32) -> Resource { Resource(.nav, prefix(of: uid) + "*") }
}
