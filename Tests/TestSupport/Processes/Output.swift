import Foundation

/// The output of a process so far. A thread collects it, so that the process never blocks on a full pipe.
public final class Output: @unchecked Sendable {
    // @unchecked is safe: all variables are accessed only while `condition` is locked.
    private let condition = NSCondition()
    private let descriptor: Descriptor
    private var bytes: [UInt8] = []
    private var ended = false

    init(reading descriptor: Descriptor) {
        self.descriptor = descriptor
        Thread.detachNewThread { [self] in while takeNext() {} }
    }

    /// Waits for more. It is read while `condition` is locked, so that what was written is in `bytes`, or can still be read.
    ///
    /// - Returns: false at the end.
    private func takeNext() -> Bool {
        var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) < 0 && errno == EINTR {}
        return condition.withLock {
            if let more = try? descriptor.read() { bytes += more } else { ended = true }
            condition.broadcast()
            return !ended
        }
    }

    /// What has been written until now: all of it if the process has ended. Invalid UTF-8 is replaced.
    public var text: String { String(decoding: allBytes, as: UTF8.self) }

    public var allBytes: [UInt8] {
        condition.withLock {
            // The kernel may hand on the rest of what a terminal was given when the first part has been read.
            while !ended, case let all = bytes.count + unread, bytes.count < all {
                while bytes.count < all, !ended { condition.wait() }
            }
            return bytes
        }
    }

    private var unread: Int {
        // The kernel hands on what is written to a terminal in its own time. Who polls waits for that.
        var entry = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 0)
        var count: Int32 = 0
        return ioctl(descriptor.number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Waits until the predicate holds for the output so far, and returns that text.
    @discardableResult
    public func wait(
        _ what: String, before deadline: Deadline = .standard, until holds: (String) -> Bool
    ) throws -> String {
        try condition.withLock {
            while true {
                let text = String(decoding: bytes, as: UTF8.self)
                if holds(text) { return text }
                if ended { throw TestFailure("the output ended without \(what): \(text.debugDescription)") }
                guard wait(before: deadline) else {
                    throw TestFailure("no \(what) in time, only \(text.debugDescription)")
                }
            }
        }
    }

    /// Waits until the output contains the text.
    @discardableResult
    public func wait(for part: String, before deadline: Deadline = .standard) throws -> String {
        try wait(part.debugDescription, before: deadline) { $0.contains(part) }
    }

    /// Waits for the end: all processes with the write end have closed it.
    @discardableResult
    public func waitForEnd(before deadline: Deadline = .standard) throws -> String {
        try condition.withLock {
            while !ended {
                guard wait(before: deadline) else { throw TestFailure("the output did not end in time") }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Waits for one wake-up; false at the deadline. `condition` must be locked.
    private func wait(before deadline: Deadline) -> Bool {
        condition.wait(until: Date(timeIntervalSinceNow: Double(deadline.millisecondsLeft) / 1000))
    }
}
