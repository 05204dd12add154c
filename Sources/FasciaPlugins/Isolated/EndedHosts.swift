import Glibc
import Synchronization

/// Waits for processes that have been killed.
enum EndedHosts {
    /// Those that had not ended when their time was over.
    private static let left = Mutex<[pid_t]>([])

    /// One that the kernel cannot end, such as while it waits for a disk, must not hold up the daemon.
    private static let attempts = 100

    /// - Returns: what `waitpid` returns; `nil` if it does not end soon. Then `reapLeft` waits for it.
    static func status(of process: pid_t) -> CInt? {
        for attempt in 0..<attempts {
            if let status = reap(process) { return status }
            if attempt + 1 < attempts { usleep(1_000) }
        }
        left.withLock { $0.append(process) }
        return nil
    }

    /// Those that have ended since.
    static func reapLeft() { left.withLock { left in left.removeAll { reap($0) != nil } } }

    /// - Returns: `nil` if it has not ended; 0 if it is no child.
    private static func reap(_ process: pid_t) -> CInt? {
        var status: CInt = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended < 0, errno == EINTR { continue }
            return ended == 0 ? nil : status
        }
    }
}
