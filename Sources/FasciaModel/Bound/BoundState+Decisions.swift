import FasciaDocument

extension BoundState {
    /// The announcement of the change that is running and the one after it.
    var pendingChange: BoundChange.Kind { .pending(to: running?.to ?? .null, next: queued?.to) }

    /// The beginning of the reason why a change that nobody has confirmed was taken back; the time follows.
    public static let unconfirmed = "it was not confirmed within "
    /// The beginning of the reason why such a change could not be taken back.
    public static let notBack = "it did not go back, though it was not confirmed: "

    /// Ends the running change, and begins the queued one.
    ///
    /// - Parameter claim: of the client that the queued change goes to.
    mutating func end(
        _ outcome: BoundThings.Outcome, _ claim: Claim, revision: Int, by sender: Sender
    ) -> [BoundThings.Step] {
        guard let ended = running else { return [] }
        // A setter may already have written the value of the queued request, which then needs no command.
        let next = queued.flatMap { outcome == .done && $0.to == reported ? nil : $0 }
        (running, queued, progress) = (nil, nil, nil)
        let actual = reported ?? ended.from
        var steps: [BoundThings.Step] = []
        switch outcome {
        case .done where ended.isFallback:
            let reason = BoundState.unconfirmed + Duration.milliseconds(fallback?.within ?? 0).inSeconds
            // A change that was requested meanwhile needs a confirmation of its own, so the way back stays.
            if next == nil { fallback = nil }
            steps = [.announce(.reverted(to: ended.to, reason: reason))]
        case .done:
            if next == nil { steps = awaitConfirmation(at: sender) }
            if steps.isEmpty { steps = [.announce(.confirmed(actual))] }
        // What was shown before is shown already, because that is the queued request.
        case .cancelled where next == nil:
            steps = awaitConfirmation(at: sender)
            if steps.isEmpty { steps = [.announce(.confirmed(actual))] }
        case .cancelled: break
        case .failed(let reason):
            let note = Note((ended.isFallback ? BoundState.notBack : "") + reason, at: sender.time)
            failed = note
            // Going back is not tried again, unless another change was requested meanwhile.
            if ended.isFallback, next == nil { fallback = nil }
            if next == nil {
                steps = [.show(actual, .revert), .announce(.reverted(to: actual, reason: note.reason))]
                steps += awaitConfirmation(at: sender)
            } else {
                steps = [.announce(.failed(reason: note.reason))]
            }
        }
        guard let next else { return steps }
        running = .init(
            to: next.to, from: actual, since: sender.time, revision: revision,
            phase: claim.left == nil ? .unsent : .interrupted, asked: claim.name, requester: next.requester)
        return steps + [.announce(pendingChange)]
    }

    /// The report after an interruption decides what becomes of the change.
    mutating func resume(_ claim: Claim, revision: Int, by sender: Sender) -> [BoundThings.Step] {
        guard queued == nil, claim.request.retry || running?.isFallback == true else {
            let asked = running?.asked ?? claim.name
            let what = asked == claim.name ? "lost its connection" : "ended"
            return end(.failed("\(asked) \(what) before it was done"), claim, revision: revision, by: sender)
        }
        ask(again: revision)
        return [.announce(pendingChange)]
    }

    /// The claimer is asked for the running change once more.
    mutating func ask(again revision: Int) {
        running?.phase = .unsent
        running?.revision = revision
        running?.mayBeGivenUp = false
        progress = nil
    }

    /// Begins to wait for the confirmation, unless the value is the fallback's.
    mutating func awaitConfirmation(at sender: Sender) -> [BoundThings.Step] {
        guard var fallback else { return [] }
        guard let reported, reported != fallback.value else {
            self.fallback = nil
            return []
        }
        guard fallback.deadline == nil else { return [] }
        fallback.deadline = BootTime(
            boot: sender.bootTime.boot, milliseconds: sender.bootTime.milliseconds + fallback.within)
        fallback.until = sender.time + fallback.within
        self.fallback = fallback
        return [.announce(.unconfirmed(reported, back: fallback.value, within: fallback.within))]
    }
}
