/// What the latest revisions have changed, and what it was before: what an undo goes back by.
///
/// It says how a panel has come to be what it is, not what it is: two panels that hold the same are equal whatever is
/// in it.
struct UndoLog: Sendable {
    /// What made one revision.
    struct Step: Sendable {
        var changes: [Change]
        /// In the order in which things changed; `nil` where the changes tell all that is needed, which is what the
        /// frequent commands do.
        var restorations: [Effect]?

        /// What takes it back; to be carried out from the last to the first.
        var undo: [Effect] {
            if let restorations { return restorations }
            var undo: [Effect] = []
            Effect.append(undoing: changes, to: &undo)
            return undo
        }

        /// Whether there is anything to take back.
        var canBeUndone: Bool {
            if let restorations { return !restorations.isEmpty }
            return changes.contains {
                switch $0 {
                case .option, .enabled, .value, .declared(.value, _): true
                default: false
                }
            }
        }

        var retainedBytes: Int {
            let bytes = Change.retainedBytes(of: changes)
            guard let restorations else { return bytes }
            return restorations.reduce(bytes) { $0 + $1.retainedBytes }
        }
    }

    /// Steps that are kept, and dropped, together. A copy of a panel that is changed (each batch makes one) copies the
    /// last chunk, not the whole log.
    private struct Chunk: Sendable {
        var steps: [Step] = []
        var bytes = 0
    }

    private static let chunkSize = 64

    /// Full ones, the oldest first.
    private var full: [Chunk] = []
    private var last = Chunk()
    private var bytes = 0
    /// How many steps there are: the log reaches back so many revisions.
    private(set) var count = 0

    /// - Parameters: how much is kept.
    mutating func append(_ step: consuming Step, undoSteps: Int, undoBytes: Int) {
        let weight = step.retainedBytes
        if last.steps.isEmpty { last.steps.reserveCapacity(Self.chunkSize) }
        last.steps.append(step)
        last.bytes += weight
        bytes += weight
        count += 1
        if last.steps.count == Self.chunkSize || last.bytes > undoBytes / Self.chunkSize {
            full.append(last)
            last = Chunk()
        }
        // What was done last can be taken back, however large it is.
        while full.count > (last.steps.isEmpty ? 1 : 0), count > undoSteps || bytes > undoBytes {
            let oldest = full.removeFirst()
            count -= oldest.steps.count
            bytes -= oldest.bytes
        }
    }

    /// How many of the latest steps hold so many that can be undone; all, where there are fewer.
    func reach(undoing wanted: Int) -> (steps: Int, found: Int) {
        var (steps, found) = (0, 0)
        var chunk = last
        var older = full[...]
        while true {
            for step in chunk.steps.reversed() {
                guard found < wanted else { return (steps, found) }
                steps += 1
                if step.canBeUndone { found += 1 }
            }
            guard let next = older.popLast() else { return (steps, found) }
            chunk = next
        }
    }

    /// The latest steps, from the last one back.
    func latest(_ number: Int) -> [Step] {
        if number <= last.steps.count { return last.steps.suffix(number).reversed() }
        var found: [Step] = []
        found.reserveCapacity(min(number, count))
        for chunk in [last] + full.reversed() {
            for step in chunk.steps.reversed() {
                guard found.count < number else { return found }
                found.append(step)
            }
        }
        return found
    }
}

extension UndoLog: Equatable {
    static func == (left: Self, right: Self) -> Bool { true }
}
