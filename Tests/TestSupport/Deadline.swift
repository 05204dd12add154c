import Glibc

/// A point in time after which waiting has failed. Only ever an upper bound: no test passes because time went by.
public struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    public init(after duration: Duration) { end = .now + duration }

    /// Long enough that only a hang reaches it, never a busy machine.
    public static var standard: Deadline { Deadline(after: .seconds(300)) }

    /// Whole milliseconds left, as poll(2) takes them.
    public var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        // Rounded up, so that nobody wakes before the end and spins until it.
        return Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }

    public var hasPassed: Bool { millisecondsLeft == 0 }

    /// Waits until the descriptor can be read (or has ended). Answers false at the deadline.
    func waitUntilReadable(_ descriptor: Int32) throws -> Bool { try wait(descriptor, for: Int16(POLLIN)) }

    /// Waits until the descriptor takes bytes. Answers false at the deadline.
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
