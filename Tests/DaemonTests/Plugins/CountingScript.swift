import FasciaDocument
import Foundation
import Synchronization
import TestSupport

/// A script that counts: it sets a value to the next number as soon as the last one is answered, and watches the panel.
final class CountingScript: Sendable {
    private struct State {
        var count = 0
        var longest = Duration.zero
        var isStopping = false
        var problem: String?
        var lastRevision = 0
        /// Of changes that it has not made.
        var others: [Int] = []
    }

    private let client: JSONClient
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(_ client: JSONClient) throws {
        self.client = client
        try client.call("value.set", ["key": "count", "value": 0])
        try client.watch()
        let revision = try client.sync()
        state.withLock { $0.lastRevision = revision }
        _ = client.takeNotifications()
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isStopping }) {
                do { try count() } catch { fail("\(error)") }
            }
            ended.signal()
        }
    }

    private func count() throws {
        let next = state.withLock { $0.count } + 1
        let begin = ContinuousClock.now
        let reply = try client.call("value.set", ["key": "count", "value": .int(next)])
        let time = ContinuousClock.now - begin
        let events = client.takeNotifications()
        state.withLock { state in
            state.count = next
            state.longest = max(state.longest, time)
            if reply.changed != true { state.problem = "the answer to \(next) is \(reply.text)" }
            for event in events {
                let revision = event[at: "params/revision"]?.intValue ?? -1
                if revision != state.lastRevision + 1 { state.problem = "\(revision) follows \(state.lastRevision)" }
                state.lastRevision = revision
                // A failure of a plugin is an issue, which changes nothing.
                let isIssue = event[at: "params/cause/method"] == "plugin"
                if revision != reply.revision, !isIssue { state.others.append(revision) }
            }
            if state.lastRevision != reply.revision { state.problem = "no event about \(next)" }
        }
    }

    private func fail(_ problem: String) {
        state.withLock { state in
            state.problem = problem
            state.isStopping = true
        }
    }

    /// The longest time that an answer took since the last call.
    func takeLongest() -> Duration {
        state.withLock { state in
            defer { state.longest = .zero }
            return state.longest
        }
    }

    var current: Int { state.withLock { $0.count } }

    /// Waits until it has counted further.
    func waitForAnswers(_ number: Int) {
        let end = current + number
        while state.withLock({ $0.count < end && !$0.isStopping }) { sched_yield() }
    }

    /// - Returns: the last number, and the revisions that were not its own.
    func stop() throws -> (count: Int, others: [Int]) {
        state.withLock { $0.isStopping = true }
        ended.wait()
        return try state.withLock { state in
            if let problem = state.problem { throw TestFailure("the counting script: \(problem)") }
            return (state.count, state.others)
        }
    }
}
