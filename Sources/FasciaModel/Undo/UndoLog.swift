import DequeModule

/// The effects that take back the latest revisions.
///
/// The log is the history of a panel, not part of its state, so panels with equal state are equal whatever their logs.
struct UndoLog: Sendable {
    struct Step: Sendable {
        /// The effects that take the revision back, applied from the last to the first. Empty for a revision that undo does
        /// not affect.
        var effects: [Effect]
        /// The user who made the revision, if that is known.
        var uid: Int?
    }

    private var steps: Deque<Step> = []
    private var bytes = 0

    /// The number of revisions that the log reaches back.
    var count: Int { steps.count }

    /// Drops the oldest steps that exceed the limits. The latest step stays, however large it is.
    mutating func append(_ step: Step, undoSteps: Int, undoBytes: Int) {
        steps.append(step)
        bytes += Self.retainedBytes(of: step)
        while steps.count > 1, steps.count > undoSteps || bytes > undoBytes {
            bytes -= Self.retainedBytes(of: steps.removeFirst())
        }
    }

    private static func retainedBytes(of step: Step) -> Int {
        step.effects.reduce(MemoryLayout<Step>.stride) { $0 + $1.retainedBytes }
    }

    /// The number of latest steps to take back in order to undo `wanted` undoable ones; all steps if there are fewer.
    ///
    /// - Parameter takesBack: whether a step would take something back. Called from the newest one on.
    func reach(undoing wanted: Int, _ takesBack: (Step) -> Bool) -> (steps: Int, found: Int) {
        var found = 0
        for (index, step) in steps.reversed().enumerated() {
            guard found < wanted else { return (index, found) }
            if takesBack(step) { found += 1 }
        }
        return (count, found)
    }

    /// The latest steps, newest first.
    func latest(_ number: Int) -> [Step] { steps.suffix(number).reversed() }
}

extension UndoLog: Equatable {
    static func == (left: Self, right: Self) -> Bool { true }
}
