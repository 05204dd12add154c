/// A moment of the monotonic clock, which no one sets and which stands still while the machine sleeps.
public typealias Moment = SuspendingClock.Instant

/// Something that is to be done at a moment.
public final class Timer {
    public let moment: Moment
    let action: () -> Void
    private unowned let loop: EventLoop
    /// Where it is in the heap; `nil` when it is not, because it was cancelled or has been done.
    var place: Int?

    init(moment: Moment, loop: EventLoop, action: @escaping () -> Void) {
        self.moment = moment
        self.loop = loop
        self.action = action
    }

    /// Takes it back. Does nothing where it has been done already.
    public func cancel() { loop.cancel(self) }
}

/// Timers, the next one first: a binary heap in which every timer knows its place, so that a cancelled one is taken
/// out and never wakes anybody up.
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
