import FasciaClient

/// The locks of the panel files of an agent: of the commands that name one, one runs at a time, in the order in which they came.
actor Locks {
    private struct Waiting {
        var id: Int
        var owner: String
        var continuation: CheckedContinuation<Outcome, Never>
    }

    private enum Outcome {
        case taken
        case cancelled
        case overdue
    }

    /// Who has each lock that is taken.
    private var holders: [String: String] = [:]
    private var waiting: [String: [Waiting]] = [:]
    private var lastID = 0

    /// Runs `body` when the lock is free.
    ///
    /// - Parameters:
    ///   - lock: `nil` for what needs none.
    ///   - owner: who has it then, for people.
    ///   - deadline: when it is too late to begin.
    ///   - cancellation: ends the wait, and keeps what has waited from beginning.
    ///   - waits: called with what it waits for, if it has to.
    /// - Throws: why it was not begun.
    func run<Result: Sendable>(
        _ lock: String?, for owner: String, until deadline: ContinuousClock.Instant? = nil,
        cancellation: Cancellation = Cancellation(), waits: @Sendable (String) async -> Void, _ body: @Sendable () async -> Result
    ) async throws(CommandRefusal) -> Result {
        guard !cancellation.isCancelled else { throw .cancelled }
        guard let lock else { return await body() }
        if let holder = holders[lock] {
            await waits("waits for the lock \(lock), which \(holder) has")
            switch await wait(for: lock, owner, deadline, cancellation) {
            case .taken: break
            case .cancelled: throw .cancelled
            case .overdue:
                throw CommandRefusal(message: "the lock \(lock), which \(holders[lock] ?? holder) has, was not free in time")
            }
        } else {
            holders[lock] = owner
        }
        defer { giveBack(lock) }
        guard !cancellation.isCancelled else { throw .cancelled }
        return await body()
    }

    private func wait(
        for lock: String, _ owner: String, _ deadline: ContinuousClock.Instant?, _ cancellation: Cancellation
    ) async -> Outcome {
        lastID += 1
        let id = lastID
        let timer = deadline.map { deadline in
            Task(executorPreference: ConnectionThread.shared) {
                try await ConnectionThread.shared.sleep(for: max(.zero, ContinuousClock.now.duration(to: deadline)))
                await self.end(id, of: lock, .overdue)
            }
        }
        defer { timer?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: .cancelled)
                } else if holders[lock] == nil {
                    // It has become free meanwhile.
                    holders[lock] = owner
                    continuation.resume(returning: .taken)
                } else {
                    waiting[lock, default: []].append(Waiting(id: id, owner: owner, continuation: continuation))
                    cancellation.whenCancelled {
                        Task(executorPreference: ConnectionThread.shared) { await self.end(id, of: lock, .cancelled) }
                    }
                }
            }
        } onCancel: {
            Task(executorPreference: ConnectionThread.shared) { await self.end(id, of: lock, .cancelled) }
        }
    }

    private func end(_ id: Int, of lock: String, _ outcome: Outcome) {
        guard let place = waiting[lock]?.firstIndex(where: { $0.id == id }) else { return }
        waiting[lock]?.remove(at: place).continuation.resume(returning: outcome)
    }

    private func giveBack(_ lock: String) {
        guard waiting[lock]?.isEmpty == false, let next = waiting[lock]?.removeFirst() else {
            holders[lock] = nil
            waiting[lock] = nil
            return
        }
        holders[lock] = next.owner
        next.continuation.resume(returning: .taken)
    }
}

/// What a command that changes something waits for, if it does.
struct LockUse: Sendable {
    let name: String?
    /// Who uses it, for people.
    let owner: String
    /// When it is too late to begin.
    var deadline: ContinuousClock.Instant?
    var cancellation = Cancellation()
    /// Called with what it waits for.
    let waits: @Sendable (String) async -> Void

    var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }
}
