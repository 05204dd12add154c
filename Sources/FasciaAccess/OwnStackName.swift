import FasciaModel
import FasciaWire

/// The names of stacks that are made for terminals, such as `own-1000/1`. They have the number of the user whose terminal it is, so
/// that a right to them can be a right to those of one user.
package enum OwnStackName {
    /// What the names for one user begin with. `own-*`, which has no level below, is not for them.
    package static func prefix(of uid: UInt32) -> String { "own-\(uid)/" }

    /// Whether it is the name of a stack that was made for a terminal of this user.
    package static func isOne(_ name: String, of uid: UInt32) -> Bool {
        guard name.hasPrefix(prefix(of: uid)), let number = Int(name.dropFirst(prefix(of: uid).count)) else { return false }
        return number > 0 && name == prefix(of: uid) + String(number)
    }

    /// All those of one user.
    static func pattern(of uid: UInt32) -> Resource { Resource(.nav, prefix(of: uid) + "*") }
}
