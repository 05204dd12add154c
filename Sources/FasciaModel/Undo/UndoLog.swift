import DequeModule

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

    private var steps: Deque<Step> = []
    private var bytes = 0

    /// How many steps there are: the log reaches back so many revisions.
    var count: Int { steps.count }

    /// Drops the oldest steps where there are more than the limits allow. The latest stays, however large it is.
    mutating func append(_ step: Step, undoSteps: Int, undoBytes: Int) {
        steps.append(step)
        bytes += step.retainedBytes
        while steps.count > 1, steps.count > undoSteps || bytes > undoBytes { bytes -= steps.removeFirst().retainedBytes }
    }

    /// How many of the latest steps hold so many that can be undone; all, where there are fewer.
    func reach(undoing wanted: Int) -> (steps: Int, found: Int) {
        var found = 0
        for (index, step) in steps.reversed().enumerated() {
            guard found < wanted else { return (index, found) }
            if step.canBeUndone { found += 1 }
        }
        return (count, found)
    }

    /// The latest steps, from the last one back.
    func latest(_ number: Int) -> [Step] { steps.suffix(number).reversed() }
}

extension UndoLog: Equatable {
    static func == (left: Self, right: Self) -> Bool { true }
}
