import HeapModule

/// The timers of a thread, of which there may be thousands.
struct TimerQueue {
    typealias Action = @Sendable () -> Void

    private struct Entry: Comparable {
        var deadline: ContinuousClock.Instant
        var number: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    private var timers: [Int: (deadline: ContinuousClock.Instant, action: Action)] = [:]
    /// Cancelled timers remain until they are due, or are more than the others.
    private var entries = Heap<Entry>()
    private var lastNumber = 0

    /// - Returns: a number for `cancel`.
    mutating func add(_ deadline: ContinuousClock.Instant, _ action: @escaping Action) -> Int {
        lastNumber += 1
        timers[lastNumber] = (deadline, action)
        entries.insert(Entry(deadline: deadline, number: lastNumber))
        return lastNumber
    }

    mutating func cancel(_ number: Int) {
        timers[number] = nil
        guard entries.count > 2 * timers.count + 64 else { return }
        entries = Heap(timers.map { Entry(deadline: $0.value.deadline, number: $0.key) })
    }

    /// Removes the timers that are due.
    ///
    /// - Returns: their actions, in the order of their deadlines.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [Action] {
        var actions: [Action] = []
        while let first = entries.min, first.deadline <= now {
            entries.removeMin()
            if let timer = timers.removeValue(forKey: first.number) { actions.append(timer.action) }
        }
        return actions
    }

    /// The deadline of the next timer.
    mutating func next() -> ContinuousClock.Instant? {
        while let first = entries.min, timers[first.number] == nil { entries.removeMin() }
        return entries.min?.deadline
    }
}
