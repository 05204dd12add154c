import DequeModule
import Synchronization

/// How many commands of the rules of a process may run because of one change that a command of a rule has made.
///
/// The length of a chain alone would not bound them: if each command sets off two others, there are more than a thousand after ten
/// steps.
package final class RuleBudget: Sendable {
    enum Answer: Hashable {
        case granted
        /// It is used up, which nobody has been told.
        case exceeded
        /// It is used up, which has been told.
        case exceededAgain
    }

    static let most = 1_000
    /// How many such changes are remembered.
    private static let kept = 4_096

    private struct State {
        var counts: [String: Int] = [:]
        /// The oldest first.
        var order: Deque<String> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter origin: the cursor of the change.
    func take(_ origin: String) -> Answer {
        state.withLock { state in
            if state.counts[origin] == nil {
                state.order.append(origin)
                if state.order.count > Self.kept, let oldest = state.order.popFirst() { state.counts[oldest] = nil }
            }
            let count = state.counts[origin, default: 0] + 1
            state.counts[origin] = min(count, Self.most + 2)
            return count <= Self.most ? .granted : count == Self.most + 1 ? .exceeded : .exceededAgain
        }
    }
}
