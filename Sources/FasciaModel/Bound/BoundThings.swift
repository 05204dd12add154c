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
        /// The claimer has given it up, for the sake of the queued request.
        case cancelled(String)
    }

    var claims: [Claim] = [] {
        didSet {
            index = ClaimIndex(claims)
            hasGoneClaims = claims.contains { $0.left != nil }
            hasWaysBack = claims.contains { $0.request.revertWithin != nil }
        }
    }
    /// The number of the last claim.
    var lastNumber = 0
    /// No claim has this number: the state was told by a client that carried out a change, and has released the thing since.
    private static let former = 0
    private(set) var things: [ThingID: BoundState] = [:]
    /// The things whose changes are running or wait for a confirmation.
    private(set) var busy: Set<ThingID> = []
    private(set) var index = ClaimIndex([])

    /// Whether requests of some things have to be refused.
    private(set) var hasGoneClaims = false
    /// Whether changes of some things go back unless somebody confirms them.
    private(set) var hasWaysBack = false

    init() {}

    /// What somebody sees of them: the claims, which say who carries out what is seen, and the states of what is seen.
    init(_ all: BoundThings, _ sees: (ThingID) -> Bool) {
        (claims, lastNumber, index) = (all.claims, all.lastNumber, all.index)
        (hasGoneClaims, hasWaysBack) = (all.hasGoneClaims, all.hasWaysBack)
        things = all.things.filter { sees($0.key) }
        busy = all.busy.filter(sees)
    }

    /// Whether nothing has ever been claimed.
    var isUnused: Bool { lastNumber == 0 }

    func claim(of thing: ThingID) -> Claim? { claims.isEmpty ? nil : index.place(of: thing).map { claims[$0] } }

    /// The number of the claim of a thing.
    func claimNumber(of thing: ThingID) -> Int? { claims.isEmpty ? nil : index.place(of: thing).map { claims[$0].number } }

    subscript(thing: ThingID) -> BoundState? {
        get { things[thing] }
        set {
            things[thing] = newValue
            if newValue?.isBusy == true { busy.insert(thing) } else { busy.remove(thing) }
        }
    }

    func condition(of thing: ThingID) -> BoundCondition? {
        claim(of: thing).map { condition(of: thing, $0) }
    }

    /// - Parameter claim: that of the thing.
    func condition(of thing: ThingID, _ claim: Claim) -> BoundCondition {
        let state = things[thing] ?? BoundState()
        let isUnknown = state.reported == nil && !claim.request.isAssumed
        return BoundCondition(
            claimer: claim.name, pending: state.running, queued: state.queued?.to, progress: state.progress,
            unconfirmed: state.fallback.flatMap { $0.deadline == nil ? nil : $0 },
            isAssumed: claim.request.isAssumed, isUnknown: isUnknown, unreadable: isUnknown ? state.unreadable : nil,
            stale: stale(state, claim), failed: state.failed)
    }

    private func stale(_ state: BoundState, _ claim: Claim) -> Note? {
        if let left = claim.left ?? claim.silent { return left }
        guard state.reported != nil else { return nil }
        if let unreadable = state.unreadable { return unreadable }
        guard state.claim != claim.number, !claim.request.isAssumed else { return nil }
        let why = state.claim == Self.former ? "since another client has changed it" : "yet"
        return Note("\(claim.name) has not reported it \(why)", at: claim.since)
    }

    // MARK: - Requests

    /// - Throws: `unavailable` if the claimer has gone.
    func requireClaimer(of thing: ThingID) throws(Refusal) {
        guard let claim = claim(of: thing), let left = claim.left else { return }
        throw Refusal(
            .unavailable, "\"\(thing.text)\" cannot be changed: \(left.reason): start it again",
            details: [
                "id": .string(thing.text), "claimer": .string(claim.name),
                "left": .string(Timestamp(milliseconds: left.time).text),
            ])
    }

    /// A change that goes back unless somebody confirms it needs a state to go back to.
    ///
    /// - Parameter from: the value shown until now.
    /// - Throws: `unavailable` if none is known.
    func requireWayBack(of thing: ThingID, from: JSON?, by sender: Sender) throws(Refusal) {
        guard let claim = claim(of: thing), claim.client != sender.client,
            sender.revertWithin ?? claim.request.revertWithin != nil
        else { return }
        let state = things[thing] ?? BoundState()
        guard state.fallback == nil else { return }
        let known = state.reported ?? (claim.request.isAssumed ? from : nil) ?? .null
        guard known == .null else { return }
        throw Refusal(
            .unavailable,
            "\"\(thing.text)\" cannot be changed: it would go back unless somebody confirms it, and what it is now is not known"
                + (state.unreadable.map { ": \($0.reason)" } ?? ""),
            details: ["id": .string(thing.text), "claimer": .string(claim.name)])
    }

    /// Begins a change, or queues it behind the running one. Whether it may be requested has been checked.
    ///
    /// - Parameters:
    ///   - from: the value shown until now.
    ///   - revision: that of the command.
    mutating func request(_ thing: ThingID, from: JSON, to: JSON, revision: Int, by sender: Sender) -> [Step] {
        guard let claim = claim(of: thing) else { return [] }
        var state = things[thing] ?? BoundState()
        state.failed = nil
        if let within = sender.revertWithin ?? state.fallback?.within ?? claim.request.revertWithin {
            let known = state.fallback?.value ?? state.reported ?? (claim.request.isAssumed ? from : nil)
            state.fallback = known.map { .init(value: $0, within: within) }
        }
        if let running = state.running {
            state.queued = running.to == to ? nil : .init(to: to, requester: sender.requester)
            if case .sent = running.phase, state.queued != nil { state.running?.mayBeGivenUp = true }
        } else {
            state.running = .init(
                to: to, from: from, since: sender.time, revision: revision, asked: self.claim(of: thing)?.name,
                requester: sender.requester)
        }
        self[thing] = state
        return [.announce(state.pendingChange)]
    }

    /// Whether a thing may be requested to become what it shows, because it is not known to be that.
    func mayBeRequestedAgain(_ thing: ThingID) -> Bool {
        guard let claim = claim(of: thing), claim.left == nil else { return false }
        let state = self[thing]
        return state?.running == nil && (claim.request.isAssumed || state?.unreadable != nil)
    }

    /// The claimer is asked to carry the running change out.
    mutating func ask(_ client: Int, _ thing: ThingID) {
        things[thing]?.running?.phase = .sent(to: client)
        if let claim = claim(of: thing), claim.client == client { things[thing]?.running?.asked = claim.name }
        if things[thing]?.queued != nil { things[thing]?.running?.mayBeGivenUp = true }
    }

    /// Begins to go back to the fallback, whose deadline has passed. Once it has begun, and its claimer is back and does not
    /// report, it is asked for all the same: going back is the safe thing to do.
    mutating func revertUnconfirmed(_ thing: ThingID, shown: JSON, revision: Int, by sender: Sender) -> [Step] {
        guard let claim = claim(of: thing), var state = self[thing], let fallback = state.fallback else { return [] }
        if let running = state.running {
            guard running.isFallback, running.phase == .interrupted, claim.left == nil else { return [] }
            state.ask(again: revision)
            self[thing] = state
            return [.announce(state.pendingChange)]
        }
        guard fallback.deadline != nil else { return [] }
        state.fallback?.deadline = nil
        state.running = .init(
            to: fallback.value, from: shown, since: sender.time, revision: revision,
            phase: claim.left == nil ? .unsent : .interrupted, asked: claim.name, isFallback: true,
            requester: sender.requester)
        self[thing] = state
        return [.show(fallback.value, .revert), .announce(state.pendingChange)]
    }

    /// - Throws: `invalid` if there is nothing to confirm.
    mutating func confirm(_ thing: ThingID) throws(Refusal) -> [Step] {
        guard let fallback = things[thing]?.fallback, fallback.deadline != nil, let value = things[thing]?.reported else {
            throw Refusal(
                .invalid, "\"\(thing.text)\" does not wait for a confirmation", details: ["id": .string(thing.text)])
        }
        self[thing]?.fallback = nil
        return [.announce(.confirmed(value))]
    }

    // MARK: - Reports and answers

    /// The claimer reports the actual value.
    ///
    /// - Parameters:
    ///   - failure: why the thing is in this state, if something failed.
    ///   - doubt: why it may be in another one.
    ///   - revision: that of the command.
    mutating func report(
        _ thing: ThingID, _ value: JSON, failure: String? = nil, doubt: String? = nil, revision: Int, by sender: Sender
    ) -> [Step] {
        guard let claim = claim(of: thing) else { return [] }
        var state = things[thing] ?? BoundState()
        let (before, unreadable) = (state.unreadable, doubt.map { Note($0, at: sender.time) })
        let isDoubtNew = unreadable?.reason != before?.reason
        let wasStale = stale(state, claim) != nil && (isDoubtNew || before == nil)
        let isNew = state.reported != value || state.claim != claim.number || wasStale || state.failed != nil
        (state.reported, state.claim, state.failed) = (value, claim.number, nil)
        if isDoubtNew { state.unreadable = unreadable }
        let isOutcome = state.running?.to == value
        var steps: [Step] = []
        if let running = state.running {
            if value == running.to {
                // It is not shown any more if the claimer has replaced its element meanwhile.
                let shown: [Step] = state.queued == nil ? [.show(value, .report)] : []
                steps = shown + state.end(.done, claim, revision: revision, by: sender)
            } else if let failure {
                // Of one that was interrupted, too: its claimer knows how it has ended.
                steps = state.end(.failed(failure), claim, revision: revision, by: sender)
            } else if running.phase == .interrupted {
                // That it is stale no more is not said by what becomes of the change.
                steps = wasStale ? [.announce(.reported(value))] : []
                steps += state.resume(claim, revision: revision, by: sender)
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
        // A client that waits for the change reads it in the event that ends it.
        if isDoubtNew || isOutcome, let note = state.unreadable { steps.append(.announce(.stale(reason: note.reason))) }
        self[thing] = state
        return steps
    }

    /// The running change is carried out, and has led to this value: a setter may write another one than it was given.
    mutating func report(outcome value: JSON, of thing: ThingID, revision: Int, by sender: Sender) -> [Step] {
        guard let claim = claim(of: thing), var state = things[thing], let running = state.running, running.to != value,
            !running.isFallback
        else { return report(thing, value, revision: revision, by: sender) }
        (state.reported, state.claim, state.unreadable, state.failed) = (value, claim.number, nil, nil)
        let shown: [Step] = state.queued == nil ? [.show(value, .report)] : []
        let steps = shown + state.end(.done, claim, revision: revision, by: sender)
        self[thing] = state
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
        self[thing] = state
        return steps
    }

    /// The running change of a thing has failed.
    mutating func fail(_ thing: ThingID, _ reason: String, revision: Int, by sender: Sender) -> [Step] {
        guard let claim = claim(of: thing), var state = things[thing] else { return [] }
        let steps = state.end(.failed(reason), claim, revision: revision, by: sender)
        self[thing] = state
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
        var outcome = outcome
        switch outcome {
        case .done:
            // Who has claimed it since may have read it before this.
            let isClaimers = if case .sent(let client) = running.phase { client == claim.client } else { true }
            (state.reported, state.claim, state.unreadable, state.failed) = (
                running.to, isClaimers ? claim.number : Self.former, nil, nil
            )
        case .failed: break
        // A way back is carried out, whoever wants what afterwards.
        case .cancelled(let reason) where running.isFallback: outcome = .failed(reason)
        case .cancelled(let reason):
            if let queued = state.queued {
                // Nothing has happened, and nothing has to.
                if queued.to == state.reported, stale(state, claim) == nil { state.queued = nil }
            } else if running.mayBeGivenUp {
                // It is wanted again.
                state.ask(again: revision)
                self[thing] = state
                return [.announce(state.pendingChange)]
            } else {
                outcome = .failed(reason)
            }
        }
        // It is not shown any more if its element or its declaration has been replaced meanwhile.
        let shown: [Step] = outcome == .done && state.queued == nil ? [.show(running.to, .report)] : []
        var steps = shown + state.end(outcome, claim, revision: revision, by: sender)
        if state.claim == Self.former, let stale = stale(state, claim) { steps.append(.announce(.stale(reason: stale.reason))) }
        self[thing] = state
        return steps
    }

    /// What failed concerns only who asked for it.
    mutating func forgetFailure(of thing: ThingID) { things[thing]?.failed = nil }

    /// The shown value changed without a request or a report, for example because its elements were replaced.
    mutating func makeUnknown(_ thing: ThingID) -> [Step] {
        var state = things[thing] ?? BoundState()
        state.reported = nil
        self[thing] = state
        return [.announce(.unknown)]
    }

    mutating func markSecret(_ thing: ThingID) { things[thing]?.isSecret = true }

    // MARK: - Restoring

    mutating func put(_ state: BoundState?, _ thing: ThingID) { self[thing] = state }

    mutating func put(_ claims: [Claim], lastNumber: Int) {
        self.claims = claims
        self.lastNumber = lastNumber
    }
}
