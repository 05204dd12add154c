import FasciaAccess

typealias Role = FasciaAccess.Role

extension Role {
    /// What somebody is without an access file. The daemon's own user and root are admins. Every other user who can open the
    /// socket (see its mode) is an operator, except members of the groups of authors and of viewers. A member of both is a viewer.
    init(of peer: Peer, owner: UInt32, _ groups: RoleGroups) {
        if peer.mayAdminister(owner) {
            self = .admin
        } else if groups.viewers.map(peer.groups.contains) == true {
            self = .viewer
        } else {
            self = groups.authors.map(peer.groups.contains) == true ? .author : .operator
        }
    }
}

/// The ids of the groups whose members have a role of their own; `nil` for a group that does not exist.
package struct RoleGroups: Hashable, Sendable {
    package var viewers: UInt32?
    package var authors: UInt32?
    /// The names that stand for them; `nil` for a number.
    package var (viewersName, authorsName): (String?, String?)

    package init() {}

    /// Looks the names up again. Nobody gets more rights by it: who has the number of a group of authors that has gone is none,
    /// and whoever was a viewer by one that has gone is one still.
    mutating func change(from old: Accounts, to new: Accounts) {
        if let name = viewersName, let gid = new.gid(name), gid != old.gid(name) { viewers = gid }
        if let name = authorsName, new.gid(name) != old.gid(name) { authors = new.gid(name) }
    }
}
