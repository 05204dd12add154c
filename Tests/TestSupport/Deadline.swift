import Glibc

/// A time after which a wait fails. It is an upper bound only: no test passes because time has passed.
public struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    public init(after duration: Duration) { end = .now + duration }

    /// So long that only a hang reaches it, even on a busy machine.
    public static var standard: Deadline { Deadline(after: .seconds(900)) }

    /// The time left in milliseconds, for poll(2).
    public var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        // Rounded up, so that poll does not return before the deadline.
        return Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }

    public var hasPassed: Bool { millisecondsLeft == 0 }

    /// - Returns: true when the descriptor is readable or at its end; false at the deadline.
    func waitUntilReadable(_ descriptor: Int32) throws -> Bool { try wait(descriptor, for: Int16(POLLIN)) }

    /// - Returns: true when the descriptor is writable; false at the deadline.
    func waitUntilWritable(_ descriptor: Int32) throws -> Bool { try wait(descriptor, for: Int16(POLLOUT)) }

    private func wait(_ descriptor: Int32, for events: Int16) throws -> Bool {
        while true {
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let count = poll(&entry, 1, millisecondsLeft)
            if count > 0 { return true }
            if count == 0 { return false }
            if errno != EINTR { throw TestFailure.system("poll") }
        }
    }
}
