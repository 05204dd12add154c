import CLinux
import Glibc
import Synchronization

/// The one thread of a process that waits for all its connections and for their time limits. It sleeps while nothing
/// comes, without waking up in between.
///
/// Tasks can run on it, too (`Task(executorPreference:)`). A program that only waits for its daemon then needs no other
/// thread: the pool that tasks use otherwise (libdispatch's) wakes up once a second for as long as the process lives.
public final class ConnectionThread: TaskExecutor {
    public static let shared = ConnectionThread()

    private struct Timer {
        var end: ContinuousClock.Instant
        var action: @Sendable () -> Void
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var sockets: [ObjectIdentifier: ConnectionSocket] = [:]
        var timers: [Int: Timer] = [:]
        var lastTimer = 0
        /// The thread has been told that there is something to look at, and has not looked yet.
        var isRung = false
    }

    private let state = Mutex(State())
    private let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    private init() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // As much as the first thread of a program mostly has.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        var thread = pthread_t()
        // The thread and this object live as long as the process.
        let code = pthread_create(
            &thread, &attributes,
            { pointer in
                if let pointer { Unmanaged<ConnectionThread>.fromOpaque(pointer).takeUnretainedValue().run() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(bell >= 0 && code == 0, "there is no thread or descriptor for connections")
    }

    // MARK: - What there is to do

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        tell { $0.jobs.append(job) }
    }

    func add(_ socket: ConnectionSocket) { tell { $0.sockets[ObjectIdentifier(socket)] = socket } }

    func remove(_ socket: ConnectionSocket) { tell { $0.sockets[ObjectIdentifier(socket)] = nil } }

    /// Has the thread look again what each connection waits for.
    func ring() { tell { _ in } }

    /// Calls the action once after a time, on the thread.
    ///
    /// - Returns: a number for `cancel`.
    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
        let timer = Timer(end: .now + duration, action: action)
        return tell { state in
            state.lastTimer += 1
            state.timers[state.lastTimer] = timer
            return state.lastTimer
        }
    }

    /// The thread may wake up for it once all the same.
    func cancel(_ timer: Int) { state.withLock { $0.timers[timer] = nil } }

    /// Waits.
    ///
    /// - Throws: `CancellationError`, at once when the task is cancelled.
    func pause(for duration: Duration) async throws {
        let end = Promise<Void>()
        let timer = schedule(after: duration) { end.fulfil(.success(())) }
        defer { cancel(timer) }
        try await end.value
    }

    private func tell<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, mustRing) = state.withLock { state in
            let result = change(&state)
            defer { state.isRung = true }
            return (result, !state.isRung)
        }
        if mustRing {
            var one: UInt64 = 1
            write(bell, &one, MemoryLayout<UInt64>.size)
        }
        return result
    }

    // MARK: - The thread

    private func run() {
        while true {
            let now = ContinuousClock.now
            let (jobs, actions, sockets, next) = state.withLock { state in
                state.isRung = false
                let due = state.timers.filter { $0.value.end <= now }.sorted { $0.value.end < $1.value.end }
                for timer in due { state.timers[timer.key] = nil }
                let jobs = state.jobs
                state.jobs = []
                let next = state.timers.values.map(\.end).min()
                return (jobs, due.map(\.value.action), Array(state.sockets.values), next)
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            for action in actions { action() }
            if jobs.isEmpty, actions.isEmpty { wait(for: sockets, until: next) }
        }
    }

    private func wait(for sockets: [ConnectionSocket], until next: ContinuousClock.Instant?) {
        var entries = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)] + sockets.map(\.entry)
        guard poll(&entries, nfds_t(entries.count), milliseconds(until: next)) > 0 else { return }
        if entries[0].revents != 0 {
            var count: UInt64 = 0
            read(bell, &count, MemoryLayout<UInt64>.size)
        }
        for (entry, socket) in zip(entries.dropFirst(), sockets) where entry.revents != 0 { socket.serve() }
    }

    /// As poll(2) takes it: rounded up, so that the thread does not wake up before the time; -1 for ever.
    private func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
        guard let time else { return -1 }
        let left = ContinuousClock.now.duration(to: time)
        return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }
}
