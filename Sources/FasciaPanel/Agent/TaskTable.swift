import FasciaClient

/// The tasks that run for the parts of a panel. A task is started again only if its part changes.
struct TaskTable<Part: Hashable & Sendable> {
    private var tasks: [String: (part: Part, task: Task<Void, Never>)] = [:]

    /// Starts what is new, and cancels what is gone.
    ///
    /// - Parameter keys: what is started again in any case.
    mutating func update(
        _ wanted: [String: Part], restarting keys: Set<String> = [], perform: @escaping @Sendable (Part) async -> Void
    ) {
        for (key, running) in tasks where wanted[key] != running.part || keys.contains(key) {
            running.task.cancel()
            tasks[key] = nil
        }
        for (key, part) in wanted where tasks[key] == nil {
            tasks[key] = (part, Task(executorPreference: ConnectionThread.shared) { await perform(part) })
        }
    }

    mutating func cancelAll() {
        for running in tasks.values { running.task.cancel() }
        tasks = [:]
    }
}

extension Duration {
    /// The time until the next reading. Those with the same interval do not all run at the same moment.
    var jittered: Duration { self * Double.random(in: 0.9...1.1) }
}
