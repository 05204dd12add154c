import FasciaDocument

/// Claims: who carries out the changes of what, and since when no longer.
extension BoundThings {
    /// - Throws: `refused` if a connected client has claimed one of the things; `limit` if there are too many claims.
    mutating func claim(_ request: ClaimRequest, by sender: Sender, limits: Limits) throws(Refusal) {
        if let held = index.overlap(with: request.ids, isOther: { claims[$0].client != sender.client }) {
            let holder = claims[held.place].name
            throw Refusal(
                .refused, "\"\(held.text)\" is claimed by \(holder): claim something else, or end that program",
                details: ["rule": "claim", "id": .string(held.text), "holder": .string(holder)])
        }
        let ids = Set(request.ids)
        // The client's earlier claims, and those of clients that have gone, lose what is claimed here.
        let rest = claims.compactMap { $0.without(ids) }
        let own = rest.filter { $0.client == sender.client && $0.left == nil }.flatMap(\.request.ids) + request.ids
        let wildcards = own.count(where: \.hasWildcard)
        guard wildcards <= limits.claimedPatterns else {
            throw .limit(
                "claimedPatterns", limits.claimedPatterns,
                "a client can claim at most \(limits.claimedPatterns) ids with wildcards, and this would be \(wildcards): name "
                    + "the things, or use wider patterns")
        }
        try requireRoom(for: request.ids.count, beside: rest, uid: sender.uid, limits)
        lastNumber += 1
        var request = request
        request.running = []
        claims =
            rest + [
                Claim(
                    number: lastNumber, client: sender.client ?? 0, uid: sender.uid, name: sender.name, request: request,
                    since: sender.time,
                    left: nil)
            ]
        // What another claim has taken over is no longer held.
        guard claims.contains(where: \.isEnding) else { return }
        let index = index
        claims = claims.enumerated().compactMap { place, claim in
            claim.isEnding ? claim.keeping { $0.only.flatMap(index.place) == place } : claim
        }
    }

    /// Takes over claims whose clients have gone.
    ///
    /// - Parameter time: in milliseconds since 1970.
    mutating func restore(_ restored: [PanelContents.Claimed], at time: Int, limits: Limits) throws(Refusal) {
        try requireRoom(for: restored.reduce(0) { $0 + $1.request.ids.count }, beside: [], uid: nil, limits)
        claims = restored.enumerated().map { place, claimed in
            Claim(
                number: place + 1, client: 0, uid: nil, name: claimed.name, request: claimed.request, since: time,
                left: Note("\(claimed.name) has to come back, because the state was imported", at: time))
        }
        lastNumber = restored.count
    }

    /// Claims whose clients have gone count, too: otherwise a client that comes and goes would use up everything.
    ///
    /// - Throws: `limit` if there are too many, or too many of one user other than root.
    private func requireRoom(for count: Int, beside rest: [Claim], uid: Int?, _ limits: Limits) throws(Refusal) {
        let (all, share) = (limits.claimed, limits.claimedOfOneUser)
        let isFree = { (uid: Int?) in uid == nil || uid == 0 }
        var (total, foreign, own) = (count, count, count)
        for claim in rest {
            total += claim.ids.count
            if !isFree(claim.uid) { foreign += claim.ids.count }
            if claim.uid == uid { own += claim.ids.count }
        }
        let helps = "use patterns, or release some"
        if !isFree(uid) {
            guard own <= share else {
                throw .limit("claimedOfOneUser", share, "at most \(share) ids can be claimed by one user: \(helps)")
            }
            guard foreign <= all - share else {
                throw .limit(
                    "claimed", all - share, "at most \(all - share) ids can be claimed by users other than root: \(helps)")
            }
        }
        guard total <= all else { throw .limit("claimed", all, "at most \(all) ids can be claimed: \(helps)") }
    }

    /// What a release would leave of the claims.
    ///
    /// - Parameter ids: as they were claimed; all of the client's if empty.
    /// - Throws: `notFound` for an id that is not claimed, `refused` for one that another connected client has claimed.
    /// - Returns: `ended`, the claims that end, with the ids; `rest`, those that stay.
    func releasing(_ ids: [ThingPattern], by sender: Sender) throws(Refusal) -> (ended: [Claim], rest: [Claim]) {
        let released = Set(ids)
        var holders: [ThingPattern: [Int]] = [:]
        if !released.isEmpty {
            for (place, claim) in claims.enumerated() {
                for id in claim.request.ids where released.contains(id) { holders[id, default: []].append(place) }
            }
        }
        for id in ids {
            guard let places = holders[id] else {
                let known = claims.flatMap { $0.request.ids.map(\.text) }
                let helps = Suggestion.text(for: id.text, among: known, has: "claimed are", none: "nothing is claimed")
                throw Refusal(.notFound, "\"\(id.text)\" is not claimed: \(helps)", details: ["id": .string(id.text)])
            }
            guard places.contains(where: { claims[$0].left != nil || claims[$0].client == sender.client }) else {
                let holder = claims[places[0]].name
                throw Refusal(
                    .refused, "\"\(id.text)\" is claimed by \(holder), which is connected: end that program",
                    details: ["rule": "claim", "id": .string(id.text), "holder": .string(holder)])
            }
        }
        var ended: [Claim] = []
        var rest: [Claim] = []
        for claim in claims {
            let isOwn = claim.client == sender.client && claim.left == nil && !claim.isEnding
            guard isOwn || claim.left != nil && !ids.isEmpty else {
                rest.append(claim)
                continue
            }
            let gone = ids.isEmpty ? claim : claim.keeping(released.contains)
            if let gone { ended.append(gone) }
            if let left = gone == nil ? claim : claim.keeping({ !ids.isEmpty && !released.contains($0) }) { rest.append(left) }
        }
        return (ended, rest)
    }

    mutating func replaceClaims(by claims: [Claim]) { self.claims = claims }

    /// Keeps the part of a released claim whose changes are not over.
    mutating func hold(_ things: [ThingID], of claim: Claim) {
        let number = lastNumber + 1
        lastNumber = number
        var held = claim
        (held.number, held.isEnding) = (number, true)
        held.request.ids = things.map { ThingPattern($0.text) }
        claims.append(held)
        for thing in things where self[thing]?.claim == claim.number { self[thing]?.claim = number }
    }

    /// Ends a claim that was released, with the last change of a thing.
    ///
    /// - Returns: the claim; `nil` if it goes on.
    mutating func endHold(of thing: ThingID) -> Claim? {
        guard self[thing]?.isBusy != true, let place = index.place(of: thing), claims[place].isEnding else { return nil }
        var claims = claims
        let ended = claims[place]
        if let rest = ended.keeping({ $0.only != thing }) { claims[place] = rest } else { claims.remove(at: place) }
        self.claims = claims
        return ended
    }

    /// Ends the state of a thing whose claim was released.
    mutating func forget(_ thing: ThingID) -> [Step] {
        guard let state = self[thing] else { return [.announce(.released)] }
        self[thing] = nil
        guard let running = state.running else { return [.announce(.released)] }
        let actual = state.reported ?? running.from
        return [
            .show(actual, .revert), .announce(.reverted(to: actual, reason: "it was released before it was done")),
            .announce(.released),
        ]
    }

    /// Takes back a change that nobody is carrying out, because its claim is released.
    mutating func dropUnsent(_ thing: ThingID, _ claim: Claim, revision: Int, by sender: Sender) -> [Step] {
        guard var state = self[thing], let running = state.running, !running.isFallback else { return [] }
        if case .sent = running.phase { return [] }
        state.queued = nil
        let steps = state.end(.failed("it was released before it was done"), claim, revision: revision, by: sender)
        self[thing] = state
        return steps
    }

    /// Marks the claims of clients that have gone.
    ///
    /// - Returns: the claims.
    mutating func leave(_ clients: Set<Int>, _ note: Note) -> [Claim] {
        var gone: [Claim] = []
        var claims = claims
        for index in claims.indices where claims[index].left == nil || claims[index].isUntold {
            guard clients.contains(claims[index].client) else { continue }
            claims[index].left = claims[index].left ?? Note("\(claims[index].name) has gone: \(note.reason)", at: note.time)
            claims[index].isUntold = false
            gone.append(claims[index])
        }
        if !gone.isEmpty { self.claims = claims }
        return gone
    }

    /// The things whose change one of these clients was asked for, whoever has claimed them now.
    func asked(of clients: Set<Int>) -> Set<ThingID> {
        busy.filter { thing in
            if case .sent(let client)? = things[thing]?.running?.phase { clients.contains(client) } else { false }
        }
    }

    /// A change that its claimer has left is decided by the next report.
    mutating func interrupt(_ thing: ThingID) {
        guard var state = self[thing], var running = state.running else { return }
        if let queued = state.queued {
            (running.to, running.requester, running.isFallback) = (queued.to, queued.requester, false)
        }
        (running.phase, running.mayBeGivenUp) = (.interrupted, false)
        (state.running, state.queued, state.progress) = (running, nil, nil)
        self[thing] = state
    }
}

extension Claim {
    /// The claim with the ids that are to be kept; `nil` if there are none.
    func keeping(_ isKept: (ThingPattern) -> Bool) -> Claim? {
        var claim = self
        claim.request.ids.removeAll { !isKept($0) }
        return claim.request.ids.isEmpty ? nil : claim
    }

    /// The claim without these ids; `nil` if none is left.
    fileprivate func without(_ ids: Set<ThingPattern>) -> Claim? { keeping { !ids.contains($0) } }
}
