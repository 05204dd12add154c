/// A peer's permissions; each role includes the ones before it.
enum Role: String, CaseIterable, Comparable {
    case viewer, `operator`, author, admin

    /// The daemon's own user and root are admins. Every other user who can open the socket (see its mode) is an operator,
    /// except members of the groups of authors and of viewers. A member of both is a viewer.
    init(of peer: Peer, owner: UInt32, _ groups: RoleGroups) {
        if peer.mayAdminister(owner) {
            self = .admin
        } else if groups.viewers.map(peer.groups.contains) == true {
            self = .viewer
        } else {
            self = groups.authors.map(peer.groups.contains) == true ? .author : .operator
        }
    }

    static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .operator: 1
        case .author: 2
        case .admin: 3
        }
    }
}

/// The ids of the groups whose members have a role of their own; `nil` for a group that does not exist.
package struct RoleGroups: Hashable, Sendable {
    package var viewers: UInt32?
    package var authors: UInt32?

    package init() {}
}
