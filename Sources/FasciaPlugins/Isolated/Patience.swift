/// How long the daemon waits for plugins: for all of them together, however many frames and terminals it draws.
///
/// A wait lasts at most `limit`. The budget refills at a quarter of real time. When it is used up, the daemon only polls for
/// answers, and draws built-in styles until they are there.
final class Patience {
    private var waited = WaitedTime()
    let limit: Duration

    init(limit: Duration) { self.limit = limit }

    /// How long it waits from now on.
    func left(at now: ContinuousClock.Instant) -> Duration { limit - waited.sum(at: now) }

    func add(from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
        waited.add(from: begin, to: end)
    }

    /// Refills the budget, for callers without a deadline.
    func forget() { waited = WaitedTime() }
}

/// The time that was spent waiting, minus a quarter of the time that has passed.
struct WaitedTime {
    private var sum = Duration.zero
    private var end = ContinuousClock.now

    func sum(at now: ContinuousClock.Instant) -> Duration { max(.zero, sum - (now - end) / 4) }

    mutating func add(from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
        sum = sum(at: begin) + (end - begin)
        self.end = end
    }
}
