import CProcess
import Synchronization

/// Lets a limited number of commands of this process run at once. The others wait in the order in which they came.
///
/// A command without a time limit may never end. At most half of the commands that run are such, so that those with a time
/// limit always have their turn.
final class CommandSlots: Sendable {
    typealias Action = @Sendable () -> Void

    private struct State {
        var (running, endless) = (0, 0)
        var (waiting, waitingEndless): ([Action], [Action]) = ([], [])
        var fixedCount: Int?
        /// Whether a call of `admit` is under way: the action of one turn may give that turn back.
        var isAdmitting = false

        var count: Int { fixedCount ?? CommandSlots.affordable }

        mutating func next() -> Action? {
            guard running < count else { return nil }
            if !waiting.isEmpty {
                running += 1
                return waiting.removeFirst()
            }
            guard endless < max(1, count / 2), !waitingEndless.isEmpty else { return nil }
            running += 1
            endless += 1
            return waitingEndless.removeFirst()
        }
    }

    static let shared = CommandSlots()

    private let state: Mutex<State>

    /// - Parameter count: how many run at once; by default as many as this process has descriptors for, at most 512.
    init(count: Int? = nil) {
        var first = State()
        first.fixedCount = count
        state = Mutex(first)
    }

    /// A command has three pipes and the descriptor of its process, and one more while it is started.
    private static var affordable: Int { max(4, min(512, (process_descriptor_limit() - 64) / 5)) }

    /// Calls `action` when it has a turn, at once if there is one. Give the turn back with `giveBack`.
    func take(isEndless: Bool, _ action: @escaping Action) {
        state.withLock { state in
            if isEndless { state.waitingEndless.append(action) } else { state.waiting.append(action) }
        }
        admit()
    }

    func giveBack(isEndless: Bool) {
        state.withLock { state in
            state.running -= 1
            if isEndless { state.endless -= 1 }
        }
        admit()
    }

    private func admit() {
        let isFirst = state.withLock { state in
            defer { state.isAdmitting = true }
            return !state.isAdmitting
        }
        guard isFirst else { return }
        while let action = state.withLock({ state in
            let next = state.next()
            if next == nil { state.isAdmitting = false }
            return next
        }) { action() }
    }
}
