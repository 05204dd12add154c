import Synchronization

/// Collects invalidated view nodes, from any thread, for the next update.
final class InvalidationQueue: Sendable {
    private struct Pending {
        var generations: [ViewNodeID: Int] = [:]
        var wake: (@Sendable () -> Void)?
    }

    private let pending = Mutex(Pending())

    /// Sets the callback for the first invalidation after the queue was empty.
    func onFirstInvalidation(_ wake: (@Sendable () -> Void)?) { pending.withLock { $0.wake = wake } }

    func insert(_ context: EvaluationContext) {
        let wake = pending.withLock { pending in
            let wasEmpty = pending.generations.isEmpty
            pending.generations[context.viewNode] = max(context.generation, pending.generations[context.viewNode] ?? 0)
            return wasEmpty ? pending.wake : nil
        }
        wake?()
    }

    var isEmpty: Bool { pending.withLock { $0.generations.isEmpty } }

    func drain() -> [ViewNodeID: Int] {
        pending.withLock { pending in
            defer { pending.generations = [:] }
            return pending.generations
        }
    }
}

/// A view node, by a number that is unique in the process. It must be unique across graphs, because view nodes of several
/// graphs may read the same value: those of a sheet and of the screen below it, for example.
struct ViewNodeID: Hashable, Sendable {
    let number: Int

    @MainActor private static var last = 0

    @MainActor init() {
        Self.last += 1
        number = Self.last
    }
}

/// One evaluation of one view node. The view node depends on every value that is read while this is `current`.
struct EvaluationContext: Sendable {
    @TaskLocal static var current: EvaluationContext?

    var invalidations: InvalidationQueue
    var viewNode: ViewNodeID
    /// The number of this evaluation of the view node. Reads of earlier evaluations do not count.
    var generation: Int
}

/// The evaluations that have read a value since it last changed.
struct Dependents: Sendable {
    private var contexts: [ViewNodeID: EvaluationContext] = [:]

    mutating func add(_ context: EvaluationContext) { contexts[context.viewNode] = context }

    mutating func addCurrent() { if let context = EvaluationContext.current { add(context) } }

    /// Invalidates and removes all evaluations. They register again when they are evaluated.
    mutating func invalidateAll() {
        let all = contexts
        contexts = [:]
        for context in all.values { context.invalidations.insert(context) }
    }
}
