import FasciaLoop
import TestSupport
import Testing

/// Timers. The suite's time limit ends a test whose loop hangs.
@Suite(.mustEnd)
struct TimerTests {
    @Test func timersFireInTheOrderOfTheirMoments() throws {
        let loop = try EventLoop()
        let start = Moment.now
        var fired: [Int] = []
        for number in [3, 1, 5, 2, 4] {
            loop.schedule(at: start.advanced(by: .milliseconds(number))) {
                #expect(Moment.now >= start.advanced(by: .milliseconds(number)))
                fired.append(number)
                if number == 5 { loop.stop() }
            }
        }
        try loop.run()
        #expect(fired == [1, 2, 3, 4, 5])
    }

    @Test func aCancelledTimerDoesNotFire() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let cancelled = loop.schedule(in: .zero) { fired.append("cancelled") }
        loop.schedule(in: .milliseconds(1)) {
            fired.append("kept")
            loop.stop()
        }
        cancelled.cancel()
        cancelled.cancel()
        try loop.run()
        #expect(fired == ["kept"])
    }

    @Test func aTimerMayCancelTheNextAndSetNewOnes() throws {
        let loop = try EventLoop()
        var fired: [String] = []
        let moment = Moment.now
        let second = loop.schedule(at: moment.advanced(by: .nanoseconds(1))) { fired.append("second") }
        loop.schedule(at: moment) {
            fired.append("first")
            second.cancel()
            loop.schedule(in: .zero) {
                fired.append("third")
                loop.stop()
            }
        }
        try loop.run()
        #expect(fired == ["first", "third"])
    }

    /// `afterEvents` also runs after timers. Otherwise its work would wait for the next event, which may never come.
    @Test func afterEventsRunsAfterATimer() throws {
        let loop = try EventLoop()
        var done: [String] = []
        loop.afterEvents = {
            done.append("after")
            if done.contains("put off") { loop.stop() }
        }
        loop.schedule(in: .milliseconds(1)) {
            done.append("timer")
            loop.perform { done.append("put off") }
        }
        try loop.run()
        #expect(done.suffix(3) == ["timer", "put off", "after"])
    }

    /// An action that `afterEvents` adds runs before the loop waits again.
    @Test func actionsOfAfterEventsRunBeforeWaiting() throws {
        let loop = try EventLoop()
        var isFirst = true
        loop.afterEvents = {
            guard isFirst else { return }
            isFirst = false
            loop.perform { loop.stop() }
        }
        loop.schedule(in: .milliseconds(1)) {}
        try loop.run()
    }

    @Test func aRepeatedTimerRunsAtOnceAndRepeats() throws {
        let loop = try EventLoop()
        var count = 0
        loop.scheduleRepeated(every: .nanoseconds(1)) {
            count += 1
            if count == 3 { loop.stop() }
        }
        #expect(count == 1)
        try loop.run()
        #expect(count == 3)
    }
}
