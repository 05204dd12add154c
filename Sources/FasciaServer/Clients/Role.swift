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

    package init() {}
}
