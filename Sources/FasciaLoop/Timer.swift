/// A moment of the monotonic clock, which nothing can set and which stops while the machine is suspended.
public typealias Moment = SuspendingClock.Instant

/// An action scheduled for a moment.
public final class Timer {
    public let moment: Moment
    private let number: Int
    private unowned let loop: EventLoop

    init(_ moment: Moment, _ number: Int, _ loop: EventLoop) {
        (self.moment, self.number, self.loop) = (moment, number, loop)
    }

    /// Prevents the action from running. Does nothing if it has run.
    public func cancel() { loop.cancel(number) }
}
