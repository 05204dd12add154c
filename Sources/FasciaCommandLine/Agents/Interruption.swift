import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP. They end the process at once, unless it has to end other processes first.
enum Interruption {
    private static let handler = Mutex<(@Sendable (Int32) -> Void)?>(nil)
    /// Without those that the parent process ignores (nohup), which stay ignored.
    private static let signals = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is 1. Functions cannot be compared.
        return withUnsafeBytes(of: action.__sigaction_handler) { $0.load(as: Int.self) } == 1
    }

    /// Lets SIGQUIT, as of Ctrl-\\, end the process at once. The Swift runtime takes it for a crash: it would print a report,
    /// and ask what to do.
    static func endAtQuit() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGQUIT, &action, nil)
    }

    /// Call this before there is another thread: threads inherit the mask.
    static func block() {
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Call this before another program replaces this one: it inherits the mask.
    static func unblock() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Waits for signals on the main thread.
    static func waitForever() -> Never {
        var set = set
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            // The second signal ends the process, whatever the first one has to wait for.
            if let action = handler.withLock({ $0.take() }) { action(number) } else { end(by: number) }
        }
    }

    /// Calls `action` at the first signal, instead of ending the process.
    static func handle(_ action: @escaping @Sendable (Int32) -> Void) { handler.withLock { $0 = action } }

    /// Ends the process with the exit status of a command.
    static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

    /// Ends the process as the signal would have, so that a shell sees what happened.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        unblock()
        raise(number)
        Glibc.exit(128 + number)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        return set
    }
}
