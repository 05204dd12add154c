import FasciaClient

/// A serial queue of operations on a stack: each one starts after the previous one has finished.
@MainActor final class SerialOperations {
    struct Operation {
        /// Called with the current session.
        var run: @MainActor (Session) async throws -> Void
        /// Whether the operation is retried when the connection is lost during it.
        var isRepeatable = false
        /// Called once, when the operation has finished or failed.
        var finished: @MainActor () -> Void = {}
        var failed: @MainActor (any Error) -> Void
    }

    private var queue: [Operation] = []
    private var session: Session?
    private var isRunning = false
    private var idleContinuations: [CheckedContinuation<Void, Never>] = []
    private let schedule: AppHost.Schedule

    init(schedule: @escaping AppHost.Schedule) { self.schedule = schedule }

    func add(_ operation: Operation) {
        queue.append(operation)
        start()
    }

    /// Starts a session: runs `first`, then the operations already queued.
    func resume(_ session: Session, first: [Operation]) {
        self.session = session
        queue = first + queue
        start()
    }

    /// Suspends the queue until the next session.
    func pause() {
        session = nil
        notify()
    }

    /// Waits until the queue is empty, or no session is left to run it.
    func waitUntilIdle() async {
        guard isRunning else { return await run() }
        await withCheckedContinuation { idleContinuations.append($0) }
    }

    private func start() {
        guard !isRunning, session != nil, !queue.isEmpty else { return }
        schedule { [weak self] in
            Task.immediate { await self?.run() }
        }
    }

    private func run() async {
        guard !isRunning else { return }
        isRunning = true
        while let session, !queue.isEmpty { await runFirst(session) }
        isRunning = false
        notify()
    }

    private func runFirst(_ session: Session) async {
        let operation = queue.removeFirst()
        do {
            try await operation.run(session)
        } catch is ConnectionError {
            // The snapshot of the next session shows what the daemon has executed.
            if operation.isRepeatable { return queue.insert(operation, at: 0) }
        } catch {
            operation.failed(error)
        }
        operation.finished()
    }

    private func notify() {
        let idleContinuations = idleContinuations
        self.idleContinuations = []
        for waiter in idleContinuations { waiter.resume() }
    }
}
