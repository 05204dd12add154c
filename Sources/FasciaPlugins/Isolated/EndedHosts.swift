import CProcess
import Glibc
import Synchronization

/// Waits for processes that have been killed.
enum EndedHosts {
    /// Those that had not ended when their time was over.
    private static let left = Mutex<[pid_t]>([])

    /// Milliseconds. One that the kernel cannot end, such as while it waits for a disk, must not hold up the daemon for longer.
    private static let patience: CInt = 1_000

    /// - Returns: what `waitpid` returns; `nil` if it does not end in time. Then `reapLeft` waits for it.
    static func status(of process: pid_t) -> CInt? {
        let descriptor = process_descriptor(process)
        defer { if descriptor >= 0 { close(descriptor) } }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Without a descriptor, which is rarer still than such a process, it is waited for as long as it takes.
        if descriptor < 0 { return reap(process, 0) }
        while poll(&entry, 1, patience) < 0, errno == EINTR {}
        if let status = reap(process, WNOHANG) { return status }
        left.withLock { $0.append(process) }
        return nil
    }

    /// Those that have ended since.
    static func reapLeft() { left.withLock { left in left.removeAll { reap($0, WNOHANG) != nil } } }

    /// - Returns: `nil` if it has not ended; 0 if it is no child.
    private static func reap(_ process: pid_t, _ options: CInt) -> CInt? {
        var status: CInt = 0
        while true {
            let ended = waitpid(process, &status, options)
            if ended < 0, errno == EINTR { continue }
            return ended == 0 ? nil : status
        }
    }
}
