/// A peer's permissions; each role includes the ones before it.
enum Role: String, CaseIterable, Comparable {
    case viewer, `operator`, author, admin

    /// The daemon's own user and root are admins. Every other user who can open the socket (see its mode) is an
    /// operator, except members of the viewers group.
    ///
    /// - Parameter viewers: The group id of the viewers; `nil` if there is none.
    init(of peer: Peer, owner: UInt32, viewers: UInt32?) {
        if peer.mayAdminister(owner) {
            self = .admin
        } else {
            self = viewers.map(peer.groups.contains) == true ? .viewer : .operator
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
