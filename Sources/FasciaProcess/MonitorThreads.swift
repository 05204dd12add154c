import CProcess
import Glibc
import Synchronization

/// The threads on which commands are monitored, one for each. A few of them wait for the next command.
enum MonitorThreads {
    typealias Work = @Sendable () -> Void

    private struct State {
        /// Each of them has a thread that is about to take it.
        var waiting: [Work] = []
        var idle = 0
    }

    private static let state = Mutex(State())
    /// Has a count for each idle thread that is to take work.
    private static let wake = process_semaphore_descriptor()
    private static let mostIdle = 4

    static func run(_ work: @escaping Work) {
        let hasThread = state.withLock { state in
            state.waiting.append(work)
            guard state.idle > 0 else { return false }
            state.idle -= 1
            return true
        }
        if hasThread { signal() } else { startThread() }
    }

    private static func signal() {
        var one: UInt64 = 1
        write(wake, &one, MemoryLayout<UInt64>.size)
    }

    private static func startThread() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 * 1024)
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, { _ in MonitorThreads.work() }, nil)
        precondition(code == 0, "cannot create the thread of a command")
    }

    private static func work() -> UnsafeMutableRawPointer? {
        // A command that ends without reading its input must not end this process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            next()?()
            let isIdle = state.withLock { state in
                guard state.idle < mostIdle else { return false }
                state.idle += 1
                return true
            }
            guard isIdle else { return nil }
            var count: UInt64 = 0
            while read(wake, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
        }
    }

    private static func next() -> Work? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }
}
