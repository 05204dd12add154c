import Synchronization

/// Where it is noted, from any thread, which places must be evaluated again.
final class Inbox: Sendable {
    private struct Pending {
        var generations: [PlaceID: Int] = [:]
        var wake: (@Sendable () -> Void)?
    }

    private let pending = Mutex(Pending())

    /// Is called when something is noted after nothing was.
    func onWake(_ wake: (@Sendable () -> Void)?) { pending.withLock { $0.wake = wake } }

    func note(_ reader: Reader) {
        let wake = pending.withLock { pending in
            let wasEmpty = pending.generations.isEmpty
            pending.generations[reader.place] = max(reader.generation, pending.generations[reader.place] ?? 0)
            return wasEmpty ? pending.wake : nil
        }
        wake?()
    }

    var isEmpty: Bool { pending.withLock { $0.generations.isEmpty } }

    func take() -> [PlaceID: Int] {
        pending.withLock { pending in
            defer { pending.generations = [:] }
            return pending.generations
        }
    }
}

/// A place, by a number that no other place of the process has: a value is read by places of several graphs, a sheet's
/// and that of the screen below it, and each of them must hear of a change.
struct PlaceID: Hashable, Sendable {
    let number: Int

    @MainActor private static var last = 0

    @MainActor init() {
        Self.last += 1
        number = Self.last
    }
}

/// Who reads: one evaluation of one place. What is read while it is current, it depends on.
struct Reader: Sendable {
    @TaskLocal static var current: Reader?

    var inbox: Inbox
    var place: PlaceID
    /// Which of the place's evaluations: what an earlier one has read no longer matters.
    var generation: Int
}

/// Those that have read a value since it was last set.
struct Readers: Sendable {
    private var readers: [PlaceID: Reader] = [:]

    mutating func add(_ reader: Reader) { readers[reader.place] = reader }

    mutating func addCurrent() { if let reader = Reader.current { add(reader) } }

    /// They read again when they are evaluated again.
    mutating func notify() {
        let all = readers
        readers = [:]
        for reader in all.values { reader.inbox.note(reader) }
    }
}
