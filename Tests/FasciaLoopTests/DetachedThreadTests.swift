import FasciaLoop
import Foundation
import Testing

/// Threads that nobody waits for.
@Suite struct DetachedThreadTests {
    @Test func aThreadHasItsName() async throws {
        let name = try await withCheckedThrowingContinuation { answer in
            do {
                try DetachedThread.start("small", stackBytes: 256 << 10) {
                    answer.resume(with: Result { try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) })
                }
            } catch { answer.resume(throwing: error) }
        }
        #expect(name == "small\n")
    }

    private final class Work: Sendable {
        func run() { Issue.record("it has run") }
    }

    @Test func aThreadThatCannotBeStartedIsReported() {
        weak var left: Work?
        do throws(LoopError) {
            let work = Work()
            left = work
            // More than there are addresses.
            try DetachedThread.start("huge", stackBytes: 1 << 60) { work.run() }
            Issue.record("it has started")
        } catch {
            #expect(error.call == "pthread_create")
            #expect(error.code == EAGAIN)
        }
        #expect(left == nil, "nothing is kept for it")
    }
}
