import CLinux
import Glibc

/// Wakes a thread that waits for it (eventfd(2)): any number of calls until it wakes are one.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() throws(StoreError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .system("make", "an eventfd") }
    }

    deinit { close(descriptor) }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Forgets the calls until now.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    /// Waits for a call.
    ///
    /// - Parameter milliseconds: how long at most; -1 for ever.
    /// - Returns: whether there was one.
    @discardableResult
    func wait(milliseconds: Int32 = -1) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return false }
        clear()
        return true
    }
}
