import FasciaLoop
import FasciaModel
import FasciaWire

/// The deadlines of changes that somebody else carries out: of those whose claimer has gone, and of those that wait for a
/// confirmation. Requests have their own (`CarryOuts`).
final class ChangeDeadlines: Stage {
    private let live: LivePanel
    private let loop: EventLoop
    /// Changes whose claimer has gone, and that end unless it comes back in time.
    private var interrupted: [ThingID: (timer: Timer, hasLeft: Bool)] = [:]
    private var confirmationTimer: Timer?

    init(_ live: LivePanel, loop: EventLoop) {
        self.live = live
        self.loop = loop
    }

    func take(_ turn: Turn) {
        guard !live.panel.claims.isEmpty || !interrupted.isEmpty else { return }
        // A turn without an event is that of a claimer that has gone while the journal cannot be written.
        if turn.hasClaims || !turn.isEvent || turn.changes.contains(where: \.mayRemoveThings) {
            for thing in live.panel.busyThings { updateInterruption(of: thing) }
        }
        for case .bound(let change) in turn.changes {
            switch change.kind {
            case .unconfirmed: scheduleConfirmations()
            case .reverted(_, let reason): announce(reason, of: change.thing)
            case .pending, .confirmed, .failed, .reported, .unknown, .stale, .progress, .held, .released: break
            }
            updateInterruption(of: change.thing)
        }
    }

    /// Continues after a restart. Call it after `CarryOuts.start`, which ends the claims of clients that have gone.
    func start() {
        for thing in live.panel.busyThings { updateInterruption(of: thing) }
        revertUnconfirmed()
        scheduleConfirmations()
    }

    /// An interrupted change ends if its claimer does not come back, or does not report, within the time for a change. One that
    /// goes back waits for its claimer, and is then requested even without a report. It does not wait if the thing was removed
    /// meanwhile: a program that has come back without it carries it out no more.
    private func updateInterruption(of thing: ThingID) {
        guard let running = live.panel.boundState(of: thing)?.running, running.phase == .interrupted,
            let claim = live.panel.claim(of: thing),
            claim.left == nil || !running.isFallback || live.panel.shownValue(of: thing) == nil
        else {
            interrupted.removeValue(forKey: thing)?.timer.cancel()
            return
        }
        let hasLeft = claim.left != nil
        if let known = interrupted[thing] {
            // The way back has the whole time from when its claimer is there.
            guard running.isFallback, known.hasLeft, !hasLeft else { return }
            known.timer.cancel()
        }
        let timeout = Duration.milliseconds(claim.timeout)
        let timer = loop.schedule(in: timeout) { [self] in
            interrupted[thing] = nil
            guard let running = live.panel.boundState(of: thing)?.running, running.phase == .interrupted else { return }
            // It is there again, and waits for its claimer.
            let isBack = live.panel.shownValue(of: thing) != nil && live.panel.claim(of: thing)?.left != nil
            if running.isFallback, isBack { return }
            if running.isFallback, live.panel.claim(of: thing)?.left == nil {
                return live.record(.revertUnconfirmed(thing), .ofDaemon("bind.revert"))
            }
            let asked = running.asked ?? claim.name
            let failure = "\(asked) ended before it was done, and has not reported it within \(timeout.inSeconds)"
            live.record(.settle(thing, begun: running.revision, failure: failure), .ofDaemon("carryOut"))
        }
        interrupted[thing] = (timer, hasLeft)
    }

    /// The machine may be suspended, during which timers do not advance: due times are checked every second. So is one that is
    /// over, as long as another change is running or the journal cannot be written.
    private func scheduleConfirmations() {
        guard confirmationTimer == nil else { return }
        let waits = live.panel.busyThings.compactMap { thing in
            live.panel.boundState(of: thing)?.fallback?.deadline?.remaining(at: live.clock.bootTime)
        }
        guard let least = waits.min() else { return }
        confirmationTimer = loop.schedule(in: .milliseconds(least > 0 ? min(least, 1_000) : 1_000)) { [self] in
            confirmationTimer = nil
            revertUnconfirmed()
            scheduleConfirmations()
        }
    }

    /// Tells everybody of a change that nobody has confirmed: that it went back, or why it could not.
    private func announce(_ reason: String, of thing: ThingID) {
        let title = live.panel.title(of: thing)
        let message: String
        if reason.hasPrefix(BoundState.unconfirmed) {
            message = "\(title) went back: nobody confirmed it within \(reason.dropFirst(BoundState.unconfirmed.count))"
        } else if reason.hasPrefix(BoundState.notBack) {
            message = "\(title) did not go back, though nobody confirmed it: \(reason.dropFirst(BoundState.notBack.count))"
        } else {
            return
        }
        live.record(
            .reportIssue(Issue(.error, .reported, message, breadcrumbs: ["id": .string(thing.text)])), .ofDaemon("bind.revert"))
    }

    private func revertUnconfirmed() {
        for thing in live.panel.busyThings {
            guard let state = live.panel.boundState(of: thing), state.running == nil, let deadline = state.fallback?.deadline,
                deadline.remaining(at: live.clock.bootTime) == 0
            else { continue }
            _ = try? live.execute(.revertUnconfirmed(thing), .ofDaemon("bind.revert"))
        }
    }
}
