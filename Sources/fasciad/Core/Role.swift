import FasciaModel

/// What a peer may do; each role may do what the ones before it may.
enum Role: String, CaseIterable, Comparable {
    case viewer, `operator`, author, admin

    /// The daemon's own user and root may do everything. Whoever else can open the socket (its mode says who) operates.
    init(of peer: Peer, owner: UInt32) {
        self = peer.uid == owner || peer.uid == 0 ? .admin : .operator
    }

    static func < (left: Role, right: Role) -> Bool {
        allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
}
