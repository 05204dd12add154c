import CLinux
import Glibc

/// Waits for descriptors, timers and signals, and calls their handlers. Everything runs on the thread that calls `run`,
/// one handler at a time, so handlers need no locks. The loop must not be used from another thread.
///
/// The project has its own loop for two reasons. A request costs little more than the system calls that carry it: the
/// allocations and reference counts of a channel pipeline cost more than the rest of the daemon's work for a request
/// (`fascia-bench` compares). And the daemon must be able to hand its descriptors to the service manager's store.
///
/// An idle loop without timers sleeps until an event arrives.
public final class EventLoop {
    private let epoll: Int32
    private var ready: [epoll_event]
    /// Indexed by descriptor.
    private var sources: [Source?] = []
    private var lastGeneration: UInt32 = 0
    private var timers = TimerQueue<Moment, () -> Void>()
    private var actions: [() -> Void] = []
    /// Actions deferred by `yield`, in order. One runs in each turn of the loop.
    private var yielded: [() -> Void] = []
    private var signals: SignalDescriptor?
    private var isRunning = false
    /// Runs after each batch of events and after timers: for work that is cheaper once per batch than once per event. Set later,
    /// because whoever does the work is made with the loop.
    public var afterEvents: (() -> Void)?

    /// The length of a turn. A turn handles either all descriptors that are ready or one yielded action.
    private let slice: Duration
    private var turnEnd = Moment.now
    /// Whether this turn runs a yielded action.
    public private(set) var isYieldedTurn = false
    /// Whether the rest of the work should be put off with `yield`.
    public var isTurnSpent: Bool { Moment.now >= turnEnd }
    /// Whether work that may last longer than a slice can begin now. It waits behind the yielded actions, so that at most
    /// one such piece of work runs between two calls of `epoll_wait`.
    public var hasTime: Bool { (isYieldedTurn || yielded.isEmpty) && !isTurnSpent }

    /// A watched descriptor. The kernel can report an event of a descriptor that has just been closed and reused; the
    /// generation tells such a stale event from one of the current registration.
    private struct Source {
        var generation: UInt32
        var handler: any EventHandler
    }

    /// - Parameter slice: The length of a turn. On a busy machine any short turn may be spent before its frames are sent.
    /// - Throws: `LoopError` when no epoll descriptor can be created, for example at the limit of open descriptors.
    public init(slice: Duration = .milliseconds(2)) throws(LoopError) {
        self.slice = slice
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw LoopError("epoll_create1") }
        ready = Array(repeating: epoll_event(), count: 128)
    }

    deinit { close(epoll) }

    // MARK: - Running

    /// Runs until `stop` is called.
    ///
    /// - Throws: `LoopError` when `epoll_wait` fails.
    public func run() throws(LoopError) {
        isRunning = true
        performActions()
        while isRunning {
            // Decided before events are handled: an action yielded by one of them waits for the next turn.
            let hasYieldedAction = !yielded.isEmpty
            let count = epoll_wait(epoll, &ready, Int32(ready.count), hasYieldedAction ? 0 : timeout)
            guard count >= 0 || errno == EINTR else { throw LoopError("epoll_wait") }
            beginTurn()
            for index in 0..<max(0, Int(count)) {
                dispatch(ready[index])
                if !actions.isEmpty { performActions() }
            }
            finishEvents()
            if fireTimers() { finishEvents() }
            if hasYieldedAction { takeTurn(yielded.removeFirst()) }
        }
    }

    /// Runs an action, and then the actions that it defers, without waiting for events. For use without `run`.
    public func perform(inTurn action: () -> Void) {
        takeTurn(action)
        while !yielded.isEmpty { takeTurn(yielded.removeFirst()) }
    }

    /// Runs the timers that are due at `moment`, without waiting until then. For use without `run`.
    public func fireTimers(dueAt moment: Moment) {
        for action in timers.takeDue(at: moment) { perform(inTurn: action) }
    }

    /// When the first timer is due; `nil` without a timer.
    public var nextTimer: Moment? { timers.next }

    private func takeTurn(_ action: () -> Void) {
        beginTurn()
        isYieldedTurn = true
        action()
        isYieldedTurn = false
        finishEvents()
    }

    /// Makes `run` return at the end of the current turn.
    public func stop() { isRunning = false }

    /// Runs `action` after the handler of the current event returns, before the next event is handled.
    public func perform(_ action: @escaping () -> Void) { actions.append(action) }

    /// Runs `action` after the descriptors that are ready have been handled. Each turn of the loop runs one yielded
    /// action, so that long work does not delay short work.
    public func yield(_ action: @escaping () -> Void) { yielded.append(action) }

    private func beginTurn() { turnEnd = .now.advanced(by: slice) }

    private func performActions() {
        // Actions added by these actions run after all of them.
        while !actions.isEmpty {
            let due = actions
            actions = []
            for action in due { action() }
        }
    }

    /// Actions added by `afterEvents` run before the loop waits again.
    private func finishEvents() {
        afterEvents?()
        while !actions.isEmpty {
            performActions()
            afterEvents?()
        }
    }

    // MARK: - Descriptors

    /// Watches a descriptor. The caller closes it, and calls `remove` before that.
    ///
    /// - Throws: `LoopError` when epoll does not support this kind of descriptor, or its limit of watches is reached.
    public func add(_ descriptor: Int32, for interest: Interest, _ handler: any EventHandler) throws(LoopError) {
        lastGeneration &+= 1
        try control(EPOLL_CTL_ADD, descriptor, interest, generation: lastGeneration)
        while sources.count <= Int(descriptor) { sources.append(nil) }
        sources[Int(descriptor)] = Source(generation: lastGeneration, handler: handler)
    }

    /// Changes the events that a descriptor is watched for; does nothing if it is not watched. An event that is ready is
    /// reported again, even if it was reported before.
    public func change(_ descriptor: Int32, to interest: Interest) throws(LoopError) {
        guard sources.indices.contains(Int(descriptor)), let source = sources[Int(descriptor)] else { return }
        try control(EPOLL_CTL_MOD, descriptor, interest, generation: source.generation)
    }

    /// Stops watching a descriptor. Its handler is not called after this returns.
    public func remove(_ descriptor: Int32) {
        guard sources.indices.contains(Int(descriptor)), sources[Int(descriptor)] != nil else { return }
        sources[Int(descriptor)] = nil
        // `close` alone does not suffice: while another process holds a duplicate, the kernel keeps reporting events.
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ interest: Interest, generation: UInt32
    ) throws(LoopError) {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(descriptor))
        guard epoll_ctl(epoll, operation, descriptor, &event) == 0 else { throw LoopError("epoll_ctl") }
    }

    private func dispatch(_ event: epoll_event) {
        let index = Int(UInt32(truncatingIfNeeded: event.data.u64))
        guard let source = sources[index], source.generation == UInt32(event.data.u64 >> 32) else { return }
        source.handler.handle(Readiness(rawValue: event.events))
    }

    // MARK: - Time

    /// Runs `action` once, at `moment`.
    @discardableResult
    public func schedule(at moment: Moment, _ action: @escaping () -> Void) -> Timer {
        Timer(moment, timers.add(moment, action), self)
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping () -> Void) -> Timer {
        schedule(at: .now.advanced(by: delay), action)
    }

    /// Runs `action` at once, then repeatedly, `interval` after each run.
    public func scheduleRepeated(every interval: Duration, _ action: @escaping () -> Void) {
        action()
        schedule(in: interval) { [unowned self] in scheduleRepeated(every: interval, action) }
    }

    func cancel(_ timer: Int) { timers.cancel(timer) }

    public func cancelTimers() { timers.cancelAll() }

    /// Milliseconds until the first timer is due, rounded up so that it is due on wake-up; at most a day. -1 without a
    /// timer: epoll then waits without limit.
    private var timeout: Int32 {
        guard let next = timers.next else { return -1 }
        let left = Moment.now.duration(to: next)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        guard seconds < 86_400 else { return 86_400_000 }
        return Int32(seconds) * 1_000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Runs due timers for at most about one `slice`; the rest run in the next turn.
    ///
    /// - Returns: whether any timer ran.
    private func fireTimers() -> Bool {
        guard timers.next != nil else { return false }
        let now = Moment.now
        var hasFired = false
        while let action = timers.takeFirst(dueAt: now) {
            action()
            performActions()
            hasFired = true
            if isTurnSpent { break }
        }
        return hasFired
    }

    // MARK: - Signals

    /// Calls `action` for each of these signals instead of their default action. Call it once per loop, before the
    /// process starts other threads: threads started earlier do not have the signals blocked and would receive them.
    public func handleSignals(_ numbers: [Int32], _ action: @escaping (Int32) -> Void) throws(LoopError) {
        let signals = try SignalDescriptor(numbers, action)
        try add(signals.descriptor, for: .readable, signals)
        self.signals = signals
    }
}
