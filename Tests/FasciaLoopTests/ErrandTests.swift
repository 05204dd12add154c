import Glibc
import TestSupport
import Testing

@testable import FasciaLoop

/// What a loop's thread does itself between events, and who has the loop when that takes long.
@Suite(.mustEnd)
struct ErrandTests {
    @Test func whatIsDoneInTimeIsDoneOnTheLoopsThread() throws {
        let (loop, pair, errands) = (try EventLoop(), SocketPair(), TestErrands())
        let here = pthread_self()
        var order: [String] = []
        try loop.add(
            pair.here, for: .readable,
            Handler { _ in
                order.append(pair.read())
                if order.last == "end" { loop.stop() }
                errands.due.append(TestErrand { #expect(pthread_self() == here) })
            })
        loop.afterEvents = { order.append("after") }
        errands.whenDone = {
            order.append("done")
            pair.send("end")
            return false
        }
        loop.errands = errands
        pair.send("go")
        try loop.run()
        // The second errand is done before the loop looks whether it is over.
        #expect(order == ["go", "after", "done", "after", "end", "after", "done", "after"])
    }

    /// There is nothing else to wake the loop for it.
    @Test func theNextOneFollowsAtOnce() throws {
        let (loop, pair, errands) = (try EventLoop(), SocketPair(), TestErrands())
        try loop.add(pair.here, for: .readable, Handler { _ in _ = pair.read() })
        errands.due = [TestErrand {}]
        var count = 0
        errands.whenDone = {
            count += 1
            if count == 5 { loop.stop() } else { errands.due.append(TestErrand {}) }
            return true
        }
        loop.errands = errands
        pair.send("go")
        try loop.run()
        #expect(count == 5)
    }

    /// The loop goes back and forth between two threads, and ends on either.
    @Test(arguments: 1...4) func whatTakesLongHoldsNobodyUp(_ rounds: Int) throws {
        let (loop, pair, errands) = (try EventLoop(), SocketPair(), TestErrands())
        var (threads, heard): ([pthread_t], [String]) = ([pthread_self()], [])
        let there = pair.there
        var gate = Gate()
        func begin() {
            gate = Gate()
            errands.due.append(
                TestErrand { [gate] in
                    // Heard while this is not over.
                    send("meanwhile", there)
                    gate.wait()
                } wasLate: {
                    send("late", there)
                })
        }
        try loop.add(
            pair.here, for: .readable,
            Handler { _ in
                let text = pair.read()
                heard.append(text)
                switch text {
                case "go": begin()
                case "meanwhile":
                    #expect(pthread_self() != threads.last)
                    threads.append(pthread_self())
                    gate.open()
                default:
                    #expect(pthread_self() == threads.last)
                    if threads.count > rounds { loop.stop() } else { begin() }
                }
            })
        errands.whenDone = {
            Issue.record("it was in time")
            return false
        }
        loop.errands = errands
        pair.send("go")
        try loop.run()
        #expect(heard == ["go"] + (0..<rounds).flatMap { _ in ["meanwhile", "late"] })
        #expect(Set(threads).count == 2)
        #expect(threads.count == rounds + 1)
    }

    /// Who stands in sleeps when there have been no errands for a while; the next one wakes it.
    @Test func whoSleepsIsWoken() throws {
        let (standIn, taken) = (StandIn(), Gate())
        try standIn.start { if standIn.wait() == nil { taken.open() } }
        for _ in 0..<2 {
            #expect(standIn.run(TestErrand {}))
            while standIn.isWatched {}
        }
        #expect(!standIn.run(TestErrand { taken.wait() }))
    }
}

private func send(_ text: String, _ descriptor: Int32) { _ = text.withCString { write(descriptor, $0, strlen($0)) } }

private final class TestErrands: Errands {
    var due: [TestErrand] = []
    var whenDone: () -> Bool = { false }

    func next() -> (any Errand)? { due.isEmpty ? nil : due.removeFirst() }
    func done() -> Bool { whenDone() }
}

private struct TestErrand: Errand {
    let body: @Sendable () -> Void
    let late: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void, wasLate: @escaping @Sendable () -> Void = {}) {
        self.body = body
        late = wasLate
    }

    func run() { body() }
    func wasLate() { late() }
}

/// Lets one thread wait for another.
private final class Gate: Sendable {
    private let pipe: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0)
        pipe = (ends[0], ends[1])
    }

    deinit {
        close(pipe.read)
        close(pipe.write)
    }

    func open() { send("x", pipe.write) }

    func wait() {
        var byte: UInt8 = 0
        _ = read(pipe.read, &byte, 1)
    }
}
