import Synchronization

/// A value that is provided once, later. Any number of tasks may wait for it.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open([CheckedContinuation<Value, any Error>])
        case fulfilled(Result<Value, any Error>)
    }

    private let state = Mutex(State.open([]))

    /// Provides the value. The first call wins.
    func fulfil(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard case .open(let waiting) = state else { return [] }
            state = .fulfilled(result)
            return waiting
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Waits for the value. Cancelling a waiting task fulfils the promise with `CancellationError` for all waiters.
    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let result = state.withLock { state -> Result<Value, any Error>? in
                        switch state {
                        case .fulfilled(let result): return result
                        case .open(let waiting):
                            state = .open(waiting + [continuation])
                            return nil
                        }
                    }
                    if let result { continuation.resume(with: result) }
                }
            } onCancel: {
                fulfil(.failure(CancellationError()))
            }
        }
    }
}
