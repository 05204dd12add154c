import CLinux
import Glibc

/// Wakes a waiting thread (eventfd(2)). Calls of `wake` are coalesced until the thread runs.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() throws(StoreError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .system("create", "an eventfd") }
    }

    deinit { close(descriptor) }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Consumes pending wake-ups.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Waits for a wake-up, and consumes it.
    ///
    /// - Parameter milliseconds: the longest time to wait; -1 for no limit.
    /// - Returns: whether there was one.
    @discardableResult
    func wait(milliseconds: Int32 = -1) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return false }
        clear()
        return true
    }
}
