import Foundation

/// The output of a process so far. A thread collects it, so that the process never blocks on a full pipe.
public final class Output: @unchecked Sendable {
    // @unchecked is safe: all properties are accessed only while `condition` is locked.
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

    /// The output so far. Invalid UTF-8 is replaced.
    public var text: String { condition.withLock { String(decoding: bytes, as: UTF8.self) } }

    public var allBytes: [UInt8] { condition.withLock { bytes } }

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
