import Dispatch
import Foundation
import Synchronization

/// A light client on a thread of its own: it changes a value repeatedly and measures the latency of each change.
final class LatencyProbe: Sendable {
    private struct State {
        var worst = Duration.zero
        /// What happens at present, and what happened during the longest change.
        var step, worstStep: String?
        var isOver = false
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(_ socket: String) {
        Thread.detachNewThread { [self] in
            run(socket)
            ended.signal()
        }
    }

    private func run(_ socket: String) {
        do {
            let client = try LineClient(socket)
            for number in 0... {
                let wait = try ContinuousClock().measure {
                    _ = try client.call("value.set", ["key": "t", "value": .string("\(number)")])
                }
                let isOver = state.withLock { state in
                    if wait > state.worst { (state.worst, state.worstStep) = (wait, state.step) }
                    return state.isOver
                }
                if isOver { return }
                usleep(500)
            }
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    /// Names what happens from now on.
    func note(_ step: String) { state.withLock { $0.step = step } }

    /// Stops and returns the longest latency in milliseconds, and what was noted before it.
    ///
    /// - Throws: the error of the first change that failed.
    func end() throws -> (wait: Double, step: String?) {
        state.withLock { $0.isOver = true }
        ended.wait()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return (state.worst / .milliseconds(1), state.worstStep)
        }
    }
}
