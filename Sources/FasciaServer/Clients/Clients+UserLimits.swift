import FasciaAccess
import FasciaLoop
import FasciaModel

/// What the access file says that the connections of one user may have together.
struct UserLimits {
    var file = ""
    var values: [UserLimit: UserLimit.Value] = [:]
    /// When each user's requests so far would be done at the highest rate. Those in the past say nothing.
    fileprivate var busy: [UInt32: Moment] = [:]
    fileprivate static let mostKnown = 1_000

    init(file: String = "", values: [UserLimit: UserLimit.Value] = [:]) { (self.file, self.values) = (file, values) }

    /// Of how many users that is kept.
    var known: Int { busy.count }

    fileprivate func refusal(_ limit: UserLimit, _ value: UserLimit.Value, _ uid: UInt32) -> Refusal {
        Refusal(
            .limit, limit.message(value, uid: uid, file: file),
            details: ["limit": .string(limit.name), "value": .int(value.number), "rule": .string("\(file):\(value.line)")])
    }
}

extension Clients {
    /// - Parameters:
    ///   - more: how many requests these are.
    ///   - permit: of the connection that wants it.
    /// - Throws: `limit` if its user would have more than the access file allows.
    func require(
        _ limit: UserLimit, adding more: Int = 1, of peer: Peer, _ permit: Permit, at now: Moment = .now
    ) throws(Refusal) {
        guard let value = users.values[limit], !permit.isAdmin else { return }
        var own: [Client] { all.filter { $0.peer.uid == peer.uid && !$0.permit.isAdmin } }
        let isReached: Bool
        switch limit {
        case .connections: isReached = own.count + SocketCloser.shared.count(of: peer.uid) >= value.number
        case .watches: isReached = own.reduce(0) { $0 + $1.watches.count } >= value.number
        case .requests:
            let end = max(now, users.busy[peer.uid] ?? now)
            isReached = now.duration(to: end) >= .seconds(1)
            if !isReached { users.busy[peer.uid] = end.advanced(by: .seconds(1) / value.number * more) }
            if users.busy.count > UserLimits.mostKnown { users.busy = users.busy.filter { $0.value > now } }
        }
        if isReached { throw users.refusal(limit, value, peer.uid) }
    }

    /// The connections that are too many, or have too many watches, since the limits are others: the latest ones of each user.
    func beyondUserLimits() -> [(client: Client, refusal: Refusal)] {
        var used: [UInt32: [UserLimit: Int]] = [:]
        guard !users.values.isEmpty else { return [] }
        return all.filter { !$0.permit.isAdmin && !$0.isGone }.sorted { $0.id < $1.id }.compactMap { client in
            let uid = client.peer.uid
            let with = used[uid, default: [:]].merging([.connections: 1, .watches: client.watches.count], uniquingKeysWith: +)
            let reached = UserLimit.allCases.first { limit in
                users.values[limit].map { with[limit, default: 0] > $0.number } ?? false
            }
            guard let reached, let value = users.values[reached] else {
                used[uid] = with
                return nil
            }
            return (client, users.refusal(reached, value, uid))
        }
    }
}
