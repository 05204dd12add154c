/// A moment of the monotonic clock, which nothing can set and which stops while the machine is suspended.
public typealias Moment = SuspendingClock.Instant

/// An action scheduled for a moment.
public final class Timer {
    public let moment: Moment
    let action: () -> Void
    private unowned let loop: EventLoop
    /// The index in the heap; `nil` after the timer was cancelled or has run.
    var index: Int?

    init(moment: Moment, loop: EventLoop, action: @escaping () -> Void) {
        self.moment = moment
        self.loop = loop
        self.action = action
    }

    /// Prevents the action from running. Does nothing if it has run.
    public func cancel() { loop.cancel(self) }
}

/// A binary heap of timers, the earliest first. Each timer knows its index, so a cancelled one is removed at once and
/// never wakes the loop.
struct TimerHeap {
    private var timers: [Timer] = []

    var first: Timer? { timers.first }
    var count: Int { timers.count }

    mutating func insert(_ timer: Timer) {
        timer.index = timers.count
        timers.append(timer)
        siftUp(timers.count - 1)
    }

    mutating func remove(_ timer: Timer) {
        guard let index = timer.index else { return }
        swap(index, timers.count - 1)
        timers.removeLast()
        timer.index = nil
        guard index < timers.count else { return }
        siftUp(index)
        siftDown(index)
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, timers[index].moment < timers[(index - 1) / 2].moment {
            swap(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var earliest = index
            for child in [2 * index + 1, 2 * index + 2] where child < timers.count {
                if timers[child].moment < timers[earliest].moment { earliest = child }
            }
            guard earliest != index else { return }
            swap(index, earliest)
            index = earliest
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        timers.swapAt(one, other)
        timers[one].index = one
        timers[other].index = other
    }
}
