import Synchronization

/// Whether something that was begun is still wanted. Unlike the cancellation of a task, it ends only what looks at it.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    package func cancel() {
        let handlers = state.withLock { state in
            defer { state.handlers = [] }
            state.isCancelled = true
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Calls `handler` when it is cancelled; at once if it is.
    package func whenCancelled(_ handler: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isCancelled { handler() }
    }

    /// Returns when it is cancelled, or when the task is.
    package func wait() async {
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        whenCancelled { continuation.finish() }
        for await _ in end {}
    }
}

extension Cancellation: Hashable {
    package static func == (left: Cancellation, right: Cancellation) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
