import FasciaLoop
import Testing

@Suite struct TimerQueueTests {
    /// Beside an array that is sorted each time.
    @Test func timersAreDueInTheOrderOfTheirDeadlines() {
        let start = ContinuousClock.now
        var generator = SystemRandomNumberGenerator()
        var queue = TimerQueue<ContinuousClock.Instant, Int>()
        var expected: [Int: Int] = [:]
        var numbers: [Int: Int] = [:]
        for timer in 0..<2_000 {
            let deadline = Int.random(in: 0..<1_000, using: &generator)
            expected[timer] = deadline
            numbers[timer] = queue.add(start + .milliseconds(deadline), timer)
            // Most are cancelled, as the time limits of calls are.
            guard timer % 10 != 0, let other = expected.keys.randomElement(using: &generator) else { continue }
            queue.cancel(numbers[other] ?? 0)
            expected[other] = nil
        }
        for now in stride(from: 0, through: 1_000, by: 100) {
            #expect(queue.next == expected.values.min().map { start + .milliseconds($0) })
            let due = expected.filter { $0.value <= now }
            #expect(
                queue.takeDue(at: start + .milliseconds(now)) == due.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
            )
            for timer in due.keys { expected[timer] = nil }
        }
        #expect(queue.next == nil)
    }
    @Test func aTimerThatWasTakenIsNotCancelled() {
        var queue = TimerQueue<Int, String>()
        let first = queue.add(1, "first")
        _ = queue.add(2, "second")
        #expect(queue.takeFirst(dueAt: 0) == nil)
        #expect(queue.takeFirst(dueAt: 2) == "first")
        queue.cancel(first)
        #expect(queue.takeDue(at: 2) == ["second"])
    }

    /// Otherwise the next timer would be taken for one that was cancelled with the others.
    @Test func aTimerAddedAfterAllWereCancelledHasANumberOfItsOwn() {
        var queue = TimerQueue<Int, String>()
        let old = queue.add(1, "old")
        queue.cancelAll()
        #expect(queue.next == nil)
        _ = queue.add(2, "new")
        queue.cancel(old)
        #expect(queue.takeDue(at: 2) == ["new"])
    }
}
