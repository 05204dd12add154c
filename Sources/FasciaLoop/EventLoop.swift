import CLinux
import Glibc

/// Waits for descriptors, timers and signals, and calls whoever wants to know. Everything happens on the thread that
/// runs it, one thing after the other, so what it calls needs no locks; it must not be touched from another thread.
///
/// It is the project's own, because a request costs little more than the system calls that carry it: a channel
/// pipeline's allocations and reference counts for each of them were more than all that the daemon does with it, and
/// more than the whole of what Redis does (`fascia-bench` compares). And descriptors must be ours to hand to the
/// service manager's store.
///
/// Sleeps for ever where no timer is set: an idle program does not wake up.
public final class EventLoop {
    private let epoll: Int32
    private var ready: [epoll_event]
    /// By descriptor, which are small numbers.
    private var sources: [Source?] = []
    private var lastGeneration: UInt32 = 0
    private var timers = TimerHeap()
    private var actions: [() -> Void] = []
    /// What was put off until others have had their turn, one after the other.
    private var yielded: [() -> Void] = []
    private var signals: SignalDescriptor?
    private var isRunning = false
    /// Runs after each batch of events, and after timers: for what is cheaper done once for all of them.
    public var afterEvents: (() -> Void)?

    /// How long anybody may have the loop before the others have their turn.
    public static let slice = Duration.milliseconds(2)

    /// Something that is watched. The generation tells it from an earlier one with the same descriptor, of which the
    /// kernel may have reported something just before it was closed.
    private struct Source {
        var generation: UInt32
        var handler: any EventHandler
    }

    /// - Throws: where the process may have no more descriptors.
    public init() throws(LoopError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw LoopError("epoll_create1") }
        ready = Array(repeating: epoll_event(), count: 128)
    }

    deinit { close(epoll) }

    // MARK: - Running

    /// Runs until `stop`.
    public func run() throws(LoopError) {
        isRunning = true
        performActions()
        while isRunning {
            // Who yields while events are handled has had a turn in this round.
            let isSomeoneWaiting = !yielded.isEmpty
            let count = epoll_wait(epoll, &ready, Int32(ready.count), isSomeoneWaiting ? 0 : timeout)
            guard count >= 0 || errno == EINTR else { throw LoopError("epoll_wait") }
            for index in 0..<max(0, Int(count)) {
                dispatch(ready[index])
                if !actions.isEmpty { performActions() }
            }
            finishEvents()
            if fireTimers() { finishEvents() }
            if isSomeoneWaiting {
                yielded.removeFirst()()
                finishEvents()
            }
        }
    }

    /// Ends `run` when what is being done is done.
    public func stop() { isRunning = false }

    /// Does something after the event that is being handled, before the next one.
    public func perform(_ action: @escaping () -> Void) { actions.append(action) }

    /// Does something when whoever is ready has had a turn. Between two looks at what is ready one such action is done,
    /// so that those with much to do share the loop with each other, and hold up nobody with little to do.
    public func yield(_ action: @escaping () -> Void) { yielded.append(action) }

    private func performActions() {
        // What they put off in turn comes after all of them.
        while !actions.isEmpty {
            let due = actions
            actions = []
            for action in due { action() }
        }
    }

    /// What that puts off is done before anything is waited for.
    private func finishEvents() {
        afterEvents?()
        while !actions.isEmpty {
            performActions()
            afterEvents?()
        }
    }

    // MARK: - Descriptors

    /// Watches a descriptor, which stays the caller's to close; `remove` it before.
    ///
    /// - Throws: where the kernel does not watch such a descriptor, or no more of them.
    public func add(_ descriptor: Int32, for interest: Interest, _ handler: any EventHandler) throws(LoopError) {
        lastGeneration &+= 1
        try control(EPOLL_CTL_ADD, descriptor, interest, generation: lastGeneration)
        while sources.count <= Int(descriptor) { sources.append(nil) }
        sources[Int(descriptor)] = Source(generation: lastGeneration, handler: handler)
    }

    /// Watches a descriptor for something else than before. What is ready now is reported, even if it has been.
    public func change(_ descriptor: Int32, to interest: Interest) throws(LoopError) {
        guard let source = sources[Int(descriptor)] else { return }
        try control(EPOLL_CTL_MOD, descriptor, interest, generation: source.generation)
    }

    /// Watches it no more. Nothing is heard of it after this.
    public func remove(_ descriptor: Int32) {
        guard sources.indices.contains(Int(descriptor)), sources[Int(descriptor)] != nil else { return }
        sources[Int(descriptor)] = nil
        // Not left to `close`: somebody else may have a duplicate, and then the kernel goes on reporting.
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

    /// Does something once. The timer keeps itself alive until then.
    @discardableResult
    public func schedule(at moment: Moment, _ action: @escaping () -> Void) -> Timer {
        let timer = Timer(moment: moment, loop: self, action: action)
        timers.insert(timer)
        return timer
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping () -> Void) -> Timer {
        schedule(at: .now.advanced(by: delay), action)
    }

    /// Does something now and then again and again.
    public func scheduleRepeated(every interval: Duration, _ action: @escaping () -> Void) {
        action()
        schedule(in: interval) { [unowned self] in scheduleRepeated(every: interval, action) }
    }

    func cancel(_ timer: Timer) { timers.remove(timer) }

    /// Milliseconds until the first timer, rounded up so that it is due then; -1 for ever.
    private var timeout: Int32 {
        guard let first = timers.first else { return -1 }
        let left = Moment.now.duration(to: first.moment)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        guard seconds < 86_400 else { return 86_400_000 }
        return Int32(seconds) * 1_000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Those that are due, as many as there is time for: the others are due in the next turn.
    ///
    /// - Returns: whether there were any.
    private func fireTimers() -> Bool {
        guard timers.first != nil else { return false }
        let now = Moment.now
        let end = now.advanced(by: Self.slice)
        var hasFired = false
        while let first = timers.first, first.moment <= now {
            timers.remove(first)
            first.action()
            performActions()
            hasFired = true
            if Moment.now >= end { break }
        }
        return hasFired
    }

    // MARK: - Signals

    /// Calls `action` for each of these signals instead of what they do else. Once for a loop, and before the process
    /// has other threads: those would have to block the signals, too.
    public func handleSignals(_ numbers: [Int32], _ action: @escaping (Int32) -> Void) throws(LoopError) {
        let signals = try SignalDescriptor(numbers, action)
        try add(signals.descriptor, for: .readable, signals)
        self.signals = signals
    }
}
