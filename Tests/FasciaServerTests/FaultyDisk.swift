import FasciaStore
import Foundation
import Synchronization

/// A disk that a test makes full or slow, or that fails.
final class FaultyDisk: Sendable {
    private let full = Mutex(false)
    private let failing = Mutex(false)
    /// Syncs block while a test holds this lock.
    let slow = NSLock()

    /// Whether allocations fail.
    var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }

    /// Whether syncs fail.
    var isFailing: Bool {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    var disk: Disk {
        Disk(
            sync: { [self] descriptor in slow.withLock { isFailing ? EIO : Disk.systemSync(descriptor) } },
            allocate: { [self] in isFull ? ENOSPC : Disk.systemAllocate($0, $1) })
    }
}
