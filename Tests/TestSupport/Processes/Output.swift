import Foundation

/// What a process has written so far, collected by a thread of its own, so that the process never waits for the
/// test to read. Whoever waits is woken by what arrives.
public final class Output: @unchecked Sendable {
    // @unchecked: everything below is only touched while `condition` is locked.
    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var ended = false

    init(reading descriptor: Descriptor) {
        Thread.detachNewThread { [self] in
            while let more = try? descriptor.read() {
                condition.withLock {
                    bytes += more
                    condition.broadcast()
                }
            }
            condition.withLock {
                ended = true
                condition.broadcast()
            }
        }
    }

    /// All of it so far. Bytes that are not UTF-8 are replaced.
    public var text: String { condition.withLock { String(decoding: bytes, as: UTF8.self) } }

    public var allBytes: [UInt8] { condition.withLock { bytes } }

    /// Waits until the predicate holds for all that was written so far, and answers that text.
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

    /// Waits until it contains the text.
    @discardableResult
    public func wait(for part: String, before deadline: Deadline = .standard) throws -> String {
        try wait(part.debugDescription, before: deadline) { $0.contains(part) }
    }

    /// Waits for the end: the last process that could write has closed it.
    @discardableResult
    public func waitForEnd(before deadline: Deadline = .standard) throws -> String {
        try condition.withLock {
            while !ended {
                guard wait(before: deadline) else { throw TestFailure("the output did not end in time") }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// One wake-up, or false at the deadline. The lock is held.
    private func wait(before deadline: Deadline) -> Bool {
        condition.wait(until: Date(timeIntervalSinceNow: Double(deadline.millisecondsLeft) / 1000))
    }
}
