import Synchronization
import Testing

@testable import FasciaClient

@Suite struct TimerQueueTests {
    /// Beside an array that is sorted each time.
    @Test func timersAreDueInTheOrderOfTheirDeadlines() {
        let start = ContinuousClock.now
        var generator = SystemRandomNumberGenerator()
        var queue = TimerQueue()
        var expected: [Int: Int] = [:]
        var numbers: [Int: Int] = [:]
        let fired = Mutex<[Int]>([])
        for timer in 0..<2_000 {
            let deadline = Int.random(in: 0..<1_000, using: &generator)
            expected[timer] = deadline
            numbers[timer] = queue.add(start + .milliseconds(deadline)) { fired.withLock { $0.append(timer) } }
            // Most are cancelled, as the time limits of calls are.
            guard timer % 10 != 0, let other = expected.keys.randomElement(using: &generator) else { continue }
            queue.cancel(numbers[other] ?? 0)
            expected[other] = nil
        }
        for now in stride(from: 0, through: 1_000, by: 100) {
            #expect(queue.next() == expected.values.min().map { start + .milliseconds($0) })
            for action in queue.takeDue(at: start + .milliseconds(now)) { action() }
            let due = expected.filter { $0.value <= now }
            let order = fired.withLock { fired in
                defer { fired = [] }
                return fired
            }
            #expect(order == due.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key))
            for timer in due.keys { expected[timer] = nil }
        }
        #expect(queue.next() == nil)
    }
}
