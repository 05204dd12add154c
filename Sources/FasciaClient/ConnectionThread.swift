import CLinux
import FasciaLoop
import Glibc
import Synchronization

/// Something that waits for descriptors on the connection thread.
package protocol PolledDescriptors: AnyObject, Sendable {
    /// What it waits for now: pipes, sockets and the like, at most 256, each always at the same index. A negative descriptor
    /// stands for none.
    var entries: [pollfd] { get }
    /// Called on the thread if any of them is ready.
    func handle(_ ready: [Bool])
}

/// The thread that polls all connections and commands of a process and runs their timers. It sleeps while nothing happens.
///
/// It is also a task executor (`Task(executorPreference:)`). A program that only waits for its daemon then needs no other
/// thread: the default pool (libdispatch) wakes up once a second for as long as the process lives.
public final class ConnectionThread: TaskExecutor {
    public static let shared = ConnectionThread()

    private struct State {
        var jobs: [UnownedJob] = []
        var polled: [ObjectIdentifier: DescriptorSet.Member] = [:]
        var lastNumber: UInt64 = 0
        var timers = TimerQueue<ContinuousClock.Instant, @Sendable () -> Void>()
        /// The thread looks at all of this again before it sleeps, or has been signalled.
        var isAwake = false
    }

    private let state = Mutex(State())
    private let wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    private let descriptors = Mutex(DescriptorSet())

    private init() {
        // The thread and this object live as long as the process.
        let thread: Void? = try? DetachedThread.start("connections") { [self] in run() }
        precondition(wakeDescriptor >= 0 && thread != nil, "cannot create the connection thread or its descriptor")
    }

    // MARK: - Jobs, sockets and timers

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        update { $0.jobs.append(job) }
    }

    package func add(_ polled: any PolledDescriptors) {
        update { state in
            state.lastNumber += 1
            state.polled[ObjectIdentifier(polled)] = .init(number: state.lastNumber, polled: polled)
        }
    }

    package func remove(_ polled: any PolledDescriptors) { update { $0.polled[ObjectIdentifier(polled)] = nil } }

    /// Wakes the thread, so that it polls each connection for its current events.
    func wake() { update { _ in } }

    /// Runs an action once on the thread after a delay.
    ///
    /// - Returns: a number for `cancel`.
    package func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
        let deadline = ContinuousClock.now + duration
        return update { $0.timers.add(deadline, action) }
    }

    /// Cancels a timer. The thread may still wake up once for it.
    package func cancel(_ timer: Int) { state.withLock { $0.timers.cancel(timer) } }

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
            defer { state.isAwake = true }
            return (result, !state.isAwake)
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
            let (jobs, actions, polled, next) = state.withLock { state in
                let due = state.timers.takeDue(at: now)
                let jobs = state.jobs
                state.jobs = []
                state.isAwake = !jobs.isEmpty || !due.isEmpty
                return (jobs, due, Array(state.polled.values), state.timers.next)
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            for action in actions { action() }
            if jobs.isEmpty, actions.isEmpty { wait(for: polled, until: next) }
        }
    }

    private func wait(for members: [DescriptorSet.Member], until next: ContinuousClock.Instant?) {
        let ready = descriptors.withLock { descriptors in
            descriptors.wait(for: members, wake: wakeDescriptor, milliseconds: PollTime.milliseconds(until: next))
        }
        guard let ready else { return }
        state.withLock { $0.isAwake = true }
        if ready.isWoken {
            var count: UInt64 = 0
            read(wakeDescriptor, &count, MemoryLayout<UInt64>.size)
        }
        for (member, entries) in ready.members { member.polled.handle(entries) }
    }
}
