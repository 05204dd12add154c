import CLinux
import Glibc
import Synchronization

/// The thread that polls all connections of a process and runs their timers. It sleeps while nothing happens.
///
/// It is also a task executor (`Task(executorPreference:)`). A program that only waits for its daemon then needs no other
/// thread: the default pool (libdispatch) wakes up once a second for as long as the process lives.
public final class ConnectionThread: TaskExecutor {
    public static let shared = ConnectionThread()

    private struct State {
        var jobs: [UnownedJob] = []
        var sockets: [ObjectIdentifier: ConnectionSocket] = [:]
        var timers = TimerQueue()
        /// The thread has been signalled and the thread has not woken up yet.
        var isWakePending = false
    }

    private let state = Mutex(State())
    private let wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    private init() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The usual stack size of a main thread.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        var thread = pthread_t()
        // The retain is never balanced: the thread and this object live as long as the process.
        let code = pthread_create(
            &thread, &attributes,
            { pointer in
                if let pointer { Unmanaged<ConnectionThread>.fromOpaque(pointer).takeUnretainedValue().run() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(wakeDescriptor >= 0 && code == 0, "cannot create the connection thread or its descriptor")
    }

    // MARK: - Jobs, sockets and timers

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        update { $0.jobs.append(job) }
    }

    func add(_ socket: ConnectionSocket) { update { $0.sockets[ObjectIdentifier(socket)] = socket } }

    func remove(_ socket: ConnectionSocket) { update { $0.sockets[ObjectIdentifier(socket)] = nil } }

    /// Wakes the thread, so that it polls each connection for its current events.
    func wake() { update { _ in } }

    /// Runs an action once on the thread after a delay.
    ///
    /// - Returns: a number for `cancel`.
    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
        let deadline = ContinuousClock.now + duration
        return update { $0.timers.add(deadline, action) }
    }

    /// Cancels a timer. The thread may still wake up once for it.
    func cancel(_ timer: Int) { state.withLock { $0.timers.cancel(timer) } }

    /// Suspends the task.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        let end = Promise<Void>()
        let timer = schedule(after: duration) { end.fulfil(.success(())) }
        defer { cancel(timer) }
        try await end.value
    }

    private func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, mustWake) = state.withLock { state in
            let result = change(&state)
            defer { state.isWakePending = true }
            return (result, !state.isWakePending)
        }
        if mustWake {
            var one: UInt64 = 1
            write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
        }
        return result
    }

    // MARK: - The thread

    private func run() {
        while true {
            let now = ContinuousClock.now
            let (jobs, actions, sockets, next) = state.withLock { state in
                state.isWakePending = false
                let due = state.timers.takeDue(at: now)
                let jobs = state.jobs
                state.jobs = []
                return (jobs, due, Array(state.sockets.values), state.timers.next())
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            for action in actions { action() }
            if jobs.isEmpty, actions.isEmpty { wait(for: sockets, until: next) }
        }
    }

    private func wait(for sockets: [ConnectionSocket], until next: ContinuousClock.Instant?) {
        var entries = [pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)] + sockets.map(\.entry)
        guard poll(&entries, nfds_t(entries.count), PollTime.milliseconds(until: next)) > 0 else { return }
        if entries[0].revents != 0 {
            var count: UInt64 = 0
            read(wakeDescriptor, &count, MemoryLayout<UInt64>.size)
        }
        for (entry, socket) in zip(entries.dropFirst(), sockets) where entry.revents != 0 { socket.exchangeMessages() }
    }
}
