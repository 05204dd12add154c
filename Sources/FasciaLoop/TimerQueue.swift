import HeapModule

/// The timers of a thread, of which there may be thousands. Those of one moment are due in the order in which they were added.
package struct TimerQueue<Moment: Comparable & Sendable, Action> {
    private struct Entry: Comparable {
        var moment: Moment
        var number: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.moment, left.number) < (right.moment, right.number)
        }
    }

    private var timers: [Int: (moment: Moment, action: Action)] = [:]
    /// Cancelled timers remain until they are the first, or are more than the others.
    private var entries = Heap<Entry>()
    private var lastNumber = 0

    package init() {}

    /// - Returns: a number for `cancel`.
    package mutating func add(_ moment: Moment, _ action: Action) -> Int {
        lastNumber += 1
        timers[lastNumber] = (moment, action)
        entries.insert(Entry(moment: moment, number: lastNumber))
        return lastNumber
    }

    /// Does nothing for a timer that was taken.
    package mutating func cancel(_ number: Int) {
        timers[number] = nil
        dropCancelled()
        guard entries.count > 2 * timers.count + 64 else { return }
        entries = Heap(timers.map { Entry(moment: $0.value.moment, number: $0.key) })
    }

    package mutating func cancelAll() { (timers, entries) = ([:], Heap()) }

    /// When the next timer is due; `nil` without one.
    package var next: Moment? { entries.min?.moment }

    /// Removes the next timer, if it is due.
    ///
    /// - Returns: its action.
    package mutating func takeFirst(dueAt now: Moment) -> Action? {
        guard let first = entries.min, first.moment <= now else { return nil }
        let action = timers.removeValue(forKey: first.number)?.action
        dropCancelled()
        return action
    }

    /// Removes the timers that are due.
    ///
    /// - Returns: their actions, in the order of their moments.
    package mutating func takeDue(at now: Moment) -> [Action] {
        var actions: [Action] = []
        while let action = takeFirst(dueAt: now) { actions.append(action) }
        return actions
    }

    /// The first entry is always that of a timer.
    private mutating func dropCancelled() {
        while let first = entries.min, timers[first.number] == nil { entries.removeMin() }
    }
}
