import Synchronization

/// Collects invalidated places, from any thread, for the next update.
final class InvalidationQueue: Sendable {
    private struct Pending {
        var generations: [ViewNodeID: Int] = [:]
        var wake: (@Sendable () -> Void)?
    }

    private let pending = Mutex(Pending())

    /// Sets the callback for the first invalidation after the inbox was empty.
    func onFirstInvalidation(_ wake: (@Sendable () -> Void)?) { pending.withLock { $0.wake = wake } }

    func note(_ reader: EvaluationContext) {
        let wake = pending.withLock { pending in
            let wasEmpty = pending.generations.isEmpty
            pending.generations[reader.place] = max(reader.generation, pending.generations[reader.place] ?? 0)
            return wasEmpty ? pending.wake : nil
        }
        wake?()
    }

    var isEmpty: Bool { pending.withLock { $0.generations.isEmpty } }

    func take() -> [ViewNodeID: Int] {
        pending.withLock { pending in
            defer { pending.generations = [:] }
            return pending.generations
        }
    }
}

/// A place, by a number that is unique in the process. It must be unique across graphs, because places of several
/// graphs may read the same value: those of a sheet and of the screen below it, for example.
struct ViewNodeID: Hashable, Sendable {
    let number: Int

    @MainActor private static var last = 0

    @MainActor init() {
        Self.last += 1
        number = Self.last
    }
}

/// One evaluation of one place. The place depends on every value that is read while this is `current`.
struct EvaluationContext: Sendable {
    @TaskLocal static var current: EvaluationContext?

    var inbox: InvalidationQueue
    var place: ViewNodeID
    /// The number of this evaluation of the place. Reads of earlier evaluations no longer count.
    var generation: Int
}

/// The evaluations that have read a value since it last changed.
struct Dependents: Sendable {
    private var readers: [ViewNodeID: EvaluationContext] = [:]

    mutating func add(_ reader: EvaluationContext) { readers[reader.place] = reader }

    mutating func addCurrent() { if let reader = EvaluationContext.current { add(reader) } }

    /// Invalidates and removes all readers. They register again when they are evaluated.
    mutating func notify() {
        let all = readers
        readers = [:]
        for reader in all.values { reader.inbox.note(reader) }
    }
}
