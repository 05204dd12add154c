import DequeModule

/// What takes back the latest revisions.
///
/// It says how a panel has come to be what it is, not what it is: two panels that hold the same are equal whatever is
/// in it.
struct UndoLog: Sendable {
    /// What takes back each revision, to be put back from the last to the first. Empty where an undo leaves alone what
    /// the revision changed.
    private var steps: Deque<[Effect]> = []
    private var bytes = 0

    /// How many steps there are: the log reaches back so many revisions.
    var count: Int { steps.count }

    /// Drops the oldest steps where there are more than the limits allow. The latest stays, however large it is.
    mutating func append(_ step: [Effect], undoSteps: Int, undoBytes: Int) {
        steps.append(step)
        bytes += Self.retainedBytes(of: step)
        while steps.count > 1, steps.count > undoSteps || bytes > undoBytes {
            bytes -= Self.retainedBytes(of: steps.removeFirst())
        }
    }

    private static func retainedBytes(of step: [Effect]) -> Int {
        step.reduce(MemoryLayout<[Effect]>.stride) { $0 + $1.retainedBytes }
    }

    /// How many of the latest steps hold so many that can be undone; all, where there are fewer.
    func reach(undoing wanted: Int) -> (steps: Int, found: Int) {
        var found = 0
        for (index, step) in steps.reversed().enumerated() {
            guard found < wanted else { return (index, found) }
            if !step.isEmpty { found += 1 }
        }
        return (count, found)
    }

    /// The latest steps, from the last one back.
    func latest(_ number: Int) -> [[Effect]] { steps.suffix(number).reversed() }
}

extension UndoLog: Equatable {
    static func == (left: Self, right: Self) -> Bool { true }
}
