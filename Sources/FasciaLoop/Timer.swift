/// A moment of the monotonic clock, which nothing can set and which stops while the machine is suspended.
public typealias Moment = SuspendingClock.Instant

/// An action scheduled for a moment.
public final class Timer {
    public let moment: Moment
    let action: () -> Void
    private unowned let loop: EventLoop
    /// The index in the heap; `nil` after the timer was cancelled or has run.
    var place: Int?

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
        timer.place = timers.count
        timers.append(timer)
        rise(timers.count - 1)
    }

    mutating func remove(_ timer: Timer) {
        guard let place = timer.place else { return }
        swap(place, timers.count - 1)
        timers.removeLast()
        timer.place = nil
        guard place < timers.count else { return }
        rise(place)
        sink(place)
    }

    private mutating func rise(_ start: Int) {
        var place = start
        while place > 0, timers[place].moment < timers[(place - 1) / 2].moment {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < timers.count {
                if timers[child].moment < timers[least].moment { least = child }
            }
            guard least != place else { return }
            swap(place, least)
            place = least
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        timers.swapAt(one, other)
        timers[one].place = one
        timers[other].place = other
    }
}
