import FasciaDocument

/// The claims of clients, the state of the bound things, and what a request, a report, an answer or a deadline does.
///
/// It does not hold the values themselves. A decision tells the panel which value to show and which change to announce.
struct BoundThings: Equatable, Sendable {
    /// What the panel does as the outcome of a decision.
    enum Step: Equatable {
        /// Shows this value, whatever rules say: it is the actual one.
        case show(JSON, PickerChange.Why)
        case announce(BoundChange.Kind)
    }

    /// The result of carrying a change out.
    enum Outcome: Equatable {
        case done
        case failed(String)
    }

    private(set) var claims: [Claim] = [] { didSet { index = ClaimIndex(claims) } }
    /// The number of the last claim.
    private(set) var lastNumber = 0
    private(set) var things: [ThingID: BoundState] = [:]
    private var index = ClaimIndex([])

    /// Whether nothing has ever been claimed.
    var isUnused: Bool { lastNumber == 0 }

    func claim(of thing: ThingID) -> Claim? { claims.isEmpty ? nil : index.place(of: thing).map { claims[$0] } }

    subscript(thing: ThingID) -> BoundState? { things[thing] }

    func condition(of thing: ThingID) -> BoundCondition? {
        guard let claim = claim(of: thing) else { return nil }
        let state = things[thing] ?? BoundState()
        return BoundCondition(
            claimer: claim.name, pending: state.running, queued: state.queued, progress: state.progress,
            unconfirmed: state.fallback.flatMap { $0.deadline == nil ? nil : $0 },
            isUnknown: state.reported == nil && !claim.request.isAssumed,
            stale: stale(state, claim), failed: state.failed)
    }

    private func stale(_ state: BoundState, _ claim: Claim) -> Note? {
        if let left = claim.left { return left }
        guard state.reported != nil else { return nil }
        if let unreadable = state.unreadable { return unreadable }
        return state.claim == claim.number || claim.request.isAssumed
            ? nil : Note("\(claim.name) has not reported it yet", at: claim.since)
    }

    // MARK: - Claims

    /// - Throws: `refused` if a connected client has claimed one of the things; `limit` if there are too many claims.
    mutating func claim(_ request: ClaimRequest, by sender: Sender, limits: Limits) throws(Refusal) {
        for pattern in request.ids {
            for other in claims where other.left == nil && other.client != sender.client {
                guard let held = other.request.ids.first(where: pattern.overlaps) else { continue }
                throw Refusal(
                    .refused, "\"\(held.text)\" is claimed by \(other.name): claim something else, or end that program",
                    details: ["rule": "claim", "id": .string(held.text), "holder": .string(other.name)])
            }
        }
        let ids = Set(request.ids)
        // The client's earlier claims, and those of clients that have gone, lose what is claimed here.
        let rest = claims.compactMap { $0.without(ids) }
        let count = rest.reduce(request.ids.count) { $0 + $1.request.ids.count }
        guard count <= limits.claimed else {
            throw .limit("claimed", limits.claimed, "at most \(limits.claimed) ids can be claimed: use patterns, or release some")
        }
        lastNumber += 1
        claims =
            rest + [
                Claim(
                    number: lastNumber, client: sender.client ?? 0, name: sender.name, request: request, since: sender.time,
                    left: nil)
            ]
    }

    /// Ends claims of a client, or of one that has gone.
    ///
    /// - Parameter ids: as they were claimed; all of the client's if empty.
    /// - Throws: `notFound` for an id that is not claimed, `refused` for one that another connected client has claimed.
    /// - Returns: the claims that it ends, with the ids.
    mutating func release(_ ids: [ThingPattern], by sender: Sender) throws(Refusal) -> [Claim] {
        for id in ids {
            let holders = claims.filter { $0.request.ids.contains(id) }
            guard let holder = holders.first else {
                let known = claims.flatMap { $0.request.ids.map(\.text) }
                let helps = Suggestion.text(for: id.text, among: known, has: "claimed are", none: "nothing is claimed")
                throw Refusal(.notFound, "\"\(id.text)\" is not claimed: \(helps)", details: ["id": .string(id.text)])
            }
            guard holders.contains(where: { $0.left != nil || $0.client == sender.client }) else {
                throw Refusal(
                    .refused, "\"\(id.text)\" is claimed by \(holder.name), which is connected: end that program",
                    details: ["rule": "claim", "id": .string(id.text), "holder": .string(holder.name)])
            }
        }
        let released = Set(ids)
        var ended: [Claim] = []
        var rest: [Claim] = []
        for claim in claims {
            let isOwn = claim.client == sender.client && claim.left == nil
            guard isOwn || claim.left != nil && !ids.isEmpty else {
                rest.append(claim)
                continue
            }
            let gone = ids.isEmpty ? claim.request.ids : claim.request.ids.filter(released.contains)
            guard !gone.isEmpty else {
                rest.append(claim)
                continue
            }
            var part = claim
            part.request.ids = gone
            ended.append(part)
            if let left = claim.without(Set(gone)) { rest.append(left) }
        }
        claims = rest
        return ended
    }

    /// Ends the state of a thing whose claim was released.
    mutating func forget(_ thing: ThingID) -> [Step] {
        guard let state = things.removeValue(forKey: thing), let running = state.running else { return [.announce(.released)] }
        let actual = state.reported ?? running.from
        return [
            .show(actual, .revert), .announce(.reverted(to: actual, reason: "it was released before it was done")),
            .announce(.released),
        ]
    }

    /// Marks the claims of clients that have gone.
    ///
    /// - Returns: the claims.
    mutating func leave(_ clients: Set<Int>, _ note: Note) -> [Claim] {
        var gone: [Claim] = []
        var claims = claims
        for index in claims.indices where claims[index].left == nil && clients.contains(claims[index].client) {
            claims[index].left = Note("\(claims[index].name) has gone: \(note.reason)", at: note.time)
            gone.append(claims[index])
        }
        if !gone.isEmpty { self.claims = claims }
        return gone
    }

    /// A change that its claimer has left is decided by the next report.
    mutating func interrupt(_ thing: ThingID) {
        guard let state = things[thing], var running = state.running else { return }
        running.to = state.queued ?? running.to
        running.isFallback = running.isFallback && state.queued == nil
        running.phase = .interrupted
        things[thing]?.running = running
        things[thing]?.queued = nil
        things[thing]?.progress = nil
    }

    // MARK: - Requests

    /// - Parameters:
    ///   - from: the value shown until now.
    ///   - revision: that of the command.
    /// - Throws: `unavailable` if the claimer has gone.
    mutating func request(
        _ thing: ThingID, from: JSON, to: JSON, revision: Int, by sender: Sender
    ) throws(Refusal) -> [Step] {
        guard let claim = claim(of: thing) else { return [] }
        if let left = claim.left {
            throw Refusal(
                .unavailable, "\"\(thing.text)\" cannot be changed: \(left.reason): start it again",
                details: [
                    "id": .string(thing.text), "claimer": .string(claim.name),
                    "left": .string(Timestamp(milliseconds: left.time).text),
                ])
        }
        var state = things[thing] ?? BoundState()
        state.failed = nil
        if let within = sender.revertWithin ?? state.fallback?.within ?? claim.request.revertWithin {
            state.fallback = .init(value: state.fallback?.value ?? state.reported ?? from, within: within)
        }
        if let running = state.running {
            state.queued = running.to == to ? nil : to
        } else {
            state.running = .init(to: to, from: from, since: sender.time, revision: revision)
        }
        things[thing] = state
        return [.announce(state.pendingChange)]
    }

    /// Begins to go back to the fallback, whose deadline has passed.
    mutating func revertUnconfirmed(_ thing: ThingID, shown: JSON, revision: Int, at time: Int) -> [Step] {
        guard let claim = claim(of: thing), var state = things[thing], let fallback = state.fallback, fallback.deadline != nil,
            state.running == nil
        else { return [] }
        state.fallback?.deadline = nil
        state.running = .init(
            to: fallback.value, from: shown, since: time, revision: revision,
            phase: claim.left == nil ? .requested : .interrupted, isFallback: true)
        things[thing] = state
        return [.show(fallback.value, .revert), .announce(state.pendingChange)]
    }

    /// - Throws: `invalid` if there is nothing to confirm.
    mutating func confirm(_ thing: ThingID) throws(Refusal) -> [Step] {
        guard let fallback = things[thing]?.fallback, fallback.deadline != nil, let value = things[thing]?.reported else {
            throw Refusal(
                .invalid, "\"\(thing.text)\" does not wait for a confirmation", details: ["id": .string(thing.text)])
        }
        things[thing]?.fallback = nil
        return [.announce(.confirmed(value))]
    }

    // MARK: - Reports and answers

    /// The claimer reports the actual value.
    ///
    /// - Parameters:
    ///   - failure: why the thing is in this state, if something failed.
    ///   - revision: that of the command.
    mutating func report(
        _ thing: ThingID, _ value: JSON, failure: String? = nil, revision: Int, by sender: Sender
    ) -> [Step] {
        guard let claim = claim(of: thing) else { return [] }
        var state = things[thing] ?? BoundState()
        let isNew =
            state.reported != value || state.claim != claim.number || stale(state, claim) != nil || state.failed != nil
        (state.reported, state.claim, state.unreadable, state.failed) = (value, claim.number, nil, nil)
        var steps: [Step] = []
        if let running = state.running {
            if value == running.to {
                steps = state.end(.done, revision: revision, by: sender)
            } else if running.phase == .interrupted {
                steps = state.resume(claim, revision: revision, by: sender)
            } else if let failure {
                steps = state.end(.failed(failure), revision: revision, by: sender)
            } else if isNew {
                steps = [.announce(.reported(value))]
            }
        } else {
            steps = [.show(value, .report)] + (isNew ? [.announce(.reported(value))] : [])
            steps += state.awaitConfirmation(at: sender)
        }
        if let failure, state.failed == nil, state.running == nil {
            state.failed = Note(failure, at: sender.time)
            steps.append(.announce(.failed(reason: state.failed?.reason ?? "")))
        }
        things[thing] = state
        return steps
    }

    /// The claimer reports that something failed, or that it cannot read the thing.
    mutating func report(_ thing: ThingID, failed: String?, unreadable: String?, by sender: Sender) -> [Step] {
        var state = things[thing] ?? BoundState()
        var steps: [Step] = []
        if let failed {
            state.failed = Note(failed, at: sender.time)
            steps.append(.announce(.failed(reason: state.failed?.reason ?? "")))
        }
        if let unreadable {
            let note = Note(unreadable, at: sender.time)
            if state.unreadable?.reason != note.reason {
                state.unreadable = note
                steps.append(.announce(.stale(reason: note.reason)))
            }
        }
        things[thing] = state
        return steps
    }

    mutating func report(_ thing: ThingID, _ progress: BoundState.Progress) -> [Step] {
        guard let state = things[thing], state.running != nil, state.progress != progress else { return [] }
        things[thing]?.progress = progress
        return [.announce(.progress(progress))]
    }

    /// The running change has ended.
    ///
    /// - Parameters:
    ///   - begun: the revision that began it; an answer to another one does nothing.
    ///   - revision: that of the command.
    mutating func settle(_ thing: ThingID, begun: Int, _ outcome: Outcome, revision: Int, by sender: Sender) -> [Step] {
        guard var state = things[thing], let running = state.running, running.revision == begun, let claim = claim(of: thing)
        else { return [] }
        if outcome == .done {
            (state.reported, state.claim, state.unreadable, state.failed) = (running.to, claim.number, nil, nil)
        }
        let steps = state.end(outcome, revision: revision, by: sender)
        things[thing] = state
        return steps
    }

    /// The shown value changed without a request or a report, for example because its elements were replaced.
    mutating func makeUnknown(_ thing: ThingID) -> [Step] {
        things[thing, default: BoundState()].reported = nil
        return [.announce(.unknown)]
    }

    // MARK: - Restoring

    mutating func put(_ state: BoundState?, _ thing: ThingID) { things[thing] = state }

    mutating func put(_ claims: [Claim], lastNumber: Int) {
        self.claims = claims
        self.lastNumber = lastNumber
    }
}

extension Claim {
    /// The claim without these ids; `nil` if none is left.
    fileprivate func without(_ ids: Set<ThingPattern>) -> Claim? {
        var claim = self
        claim.request.ids.removeAll(where: ids.contains)
        return claim.request.ids.isEmpty ? nil : claim
    }
}
