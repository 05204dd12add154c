import FasciaModel

/// What a peer may do; each role may do what the ones before it may.
enum Role: String, CaseIterable, Comparable {
    case viewer, `operator`, author, admin

    /// The daemon's own user and root may do everything. Whoever else can open the socket (its mode says who) operates,
    /// but for the members of one group, who may only look.
    ///
    /// - Parameter viewers: the id of that group; `nil` where there is none.
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
