import FasciaClient

/// What an app does to a stack, one thing after the other: each knows what became of the one before.
@MainActor final class Operations {
    struct Operation {
        /// Called with the session that it is to be done in.
        var run: @MainActor (Session) async throws -> Void
        /// Whether it may be done again where the connection was lost over it.
        var isRepeatable = false
        /// Called once, when it is done or cannot be done.
        var finished: @MainActor () -> Void = {}
        var refused: @MainActor (any Error) -> Void
    }

    private var queue: [Operation] = []
    private var session: Session?
    private var isRunning = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func add(_ operation: Operation) {
        queue.append(operation)
        goOn()
    }

    /// They can be done from now on, after these.
    func resume(_ session: Session, beginning: [Operation]) {
        self.session = session
        queue = beginning + queue
        goOn()
    }

    /// They wait for the next session.
    func pause() {
        session = nil
        notify()
    }

    /// Waits until nothing is left to do, or nothing can be done.
    func settle() async {
        guard isRunning else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func goOn() {
        guard !isRunning, session != nil, !queue.isEmpty else { return }
        isRunning = true
        Task {
            while let session, !queue.isEmpty { await runFirst(session) }
            isRunning = false
            notify()
        }
    }

    private func runFirst(_ session: Session) async {
        let operation = queue.removeFirst()
        do {
            try await operation.run(session)
        } catch is ConnectionError {
            // What the daemon has done of it shows when there is a connection again.
            if operation.isRepeatable { return queue.insert(operation, at: 0) }
        } catch {
            operation.refused(error)
        }
        operation.finished()
    }

    private func notify() {
        let waiting = waiting
        self.waiting = []
        for waiter in waiting { waiter.resume() }
    }
}
