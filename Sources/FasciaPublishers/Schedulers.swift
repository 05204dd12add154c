import Dispatch
import Foundation

/// Runs what publishers send at another time or place.
public protocol Scheduler {
    func _schedule(after seconds: Double, _ action: @escaping @Sendable () -> Void)
}

/// A length of time: `.milliseconds(300)`, `.seconds(1)`, `0.5`.
public struct SchedulerTimeInterval: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    let seconds: Double
    public init(floatLiteral seconds: Double) { self.seconds = seconds }
    public init(integerLiteral seconds: Int) { self.seconds = Double(seconds) }
    private init(_ seconds: Double) { self.seconds = seconds }
    public static func seconds(_ count: Int) -> Self { Self(Double(count)) }
    public static func seconds(_ count: Double) -> Self { Self(count) }
    public static func milliseconds(_ count: Int) -> Self { Self(Double(count) / 1e3) }
    public static func microseconds(_ count: Int) -> Self { Self(Double(count) / 1e6) }
    public static func nanoseconds(_ count: Int) -> Self { Self(Double(count) / 1e9) }
}

extension DispatchQueue: Scheduler {
    public func _schedule(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        if seconds > 0 { asyncAfter(deadline: .now() + seconds, execute: action) } else { async(execute: action) }
    }
}

extension RunLoop: Scheduler {
    public func _schedule(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        // What serves the main queue serves the main run loop, too, and not always the other way round.
        if self === RunLoop.main { return DispatchQueue.main._schedule(after: seconds, action) }
        let timer = Timer(timeInterval: max(0, seconds), repeats: false) { _ in action() }
        add(timer, forMode: .common)
    }
}

extension OperationQueue: Scheduler {
    public func _schedule(after seconds: Double, _ action: @escaping @Sendable () -> Void) {
        if self === OperationQueue.main { return DispatchQueue.main._schedule(after: seconds, action) }
        guard seconds > 0 else { return addOperation(action) }
        DispatchQueue.global()._schedule(after: seconds) { self.addOperation(action) }
    }
}

extension Publisher {
    /// What comes of `plan` runs on a scheduler.
    private func scheduled<S: Scheduler>(after seconds: Double, on scheduler: S) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let gate = Gate()
            // As in Combine, values must bear the thread of the scheduler.
            nonisolated(unsafe) let receiver = receiver
            let upstream = _subscribe(
                .init { value in
                    nonisolated(unsafe) let value = value
                    scheduler._schedule(after: seconds) { if gate.isOpen { receiver.value(value) } }
                } completion: { end in
                    scheduler._schedule(after: seconds) { if gate.close() { receiver.completion(end) } }
                })
            return AnyCancellable {
                _ = gate.close()
                upstream.cancel()
            }
        }
    }

    public func receive<S: Scheduler>(on scheduler: S) -> AnyPublisher<Output, Failure> { scheduled(after: 0, on: scheduler) }

    /// Subscribes on a scheduler.
    public func subscribe<S: Scheduler>(on scheduler: S) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let gate = Gate()
            nonisolated(unsafe) let subscribe = { _subscribe(receiver) }
            nonisolated(unsafe) var subscription: AnyCancellable?
            scheduler._schedule(after: 0) { if gate.isOpen { subscription = subscribe() } }
            return AnyCancellable {
                _ = gate.close()
                subscription?.cancel()
            }
        }
    }

    public func delay<S: Scheduler>(for interval: SchedulerTimeInterval, scheduler: S) -> AnyPublisher<Output, Failure> {
        scheduled(after: interval.seconds, on: scheduler)
    }

    /// One value of those that come in each interval: the first, or the last of them when it is over.
    public func throttle<S: Scheduler>(
        for interval: SchedulerTimeInterval, scheduler: S, latest: Bool
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let lock = NSLock()
            nonisolated(unsafe) var (isWaiting, kept) = (false, Output?.none)
            nonisolated(unsafe) let receiver = receiver
            nonisolated(unsafe) let later = { scheduler._schedule(after: interval.seconds, $0) }
            @Sendable func pause() {
                later {
                    let next = lock.withLock { () -> Output? in
                        defer { kept = nil }
                        isWaiting = kept != nil
                        return kept
                    }
                    guard let next else { return }
                    receiver.value(next)
                    pause()
                }
            }
            return _subscribe(
                .init { value in
                    let isFirst = lock.withLock {
                        if isWaiting, latest || kept == nil { kept = value }
                        defer { isWaiting = true }
                        return !isWaiting
                    }
                    guard isFirst else { return }
                    receiver.value(value)
                    pause()
                } completion: { end in
                    let last = lock.withLock { () -> Output? in
                        defer { kept = nil }
                        return kept
                    }
                    if let last { receiver.value(last) }
                    receiver.completion(end)
                })
        }
    }

    /// A value after which none has come for a time.
    public func debounce<S: Scheduler>(for interval: SchedulerTimeInterval, scheduler: S) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            let lock = NSRecursiveLock()
            let gate = Gate()
            nonisolated(unsafe) var (number, waiting) = (0, Output?.none)
            nonisolated(unsafe) let receiver = receiver
            let upstream = _subscribe(
                .init { value in
                    let mine = lock.withLock {
                        (number, waiting) = (number + 1, value)
                        return number
                    }
                    scheduler._schedule(after: interval.seconds) {
                        let value = lock.withLock { () -> Output? in
                            guard number == mine, gate.isOpen else { return nil }
                            defer { waiting = nil }
                            return waiting
                        }
                        if let value { receiver.value(value) }
                    }
                } completion: { end in
                    let last = lock.withLock { waiting }
                    guard gate.close() else { return }
                    if let last { receiver.value(last) }
                    receiver.completion(end)
                })
            return AnyCancellable {
                _ = gate.close()
                upstream.cancel()
            }
        }
    }
}

// MARK: - Publishers of Foundation

/// A publisher that begins when `connect()` is called.
public protocol ConnectablePublisher: Publisher {
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Begins with the first subscriber, and ends with the last.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        private let lock = NSRecursiveLock()
        private var count = 0
        private var connection: (any Cancellable)?

        init(upstream: Upstream) { self.upstream = upstream }

        public func _subscribe(_ receiver: Subscribers._Receiver<Output, Failure>) -> AnyCancellable {
            let subscription = upstream._subscribe(receiver)
            lock.withLock {
                count += 1
                if count == 1 { connection = upstream.connect() }
            }
            return AnyCancellable { [self] in
                subscription.cancel()
                lock.withLock {
                    count -= 1
                    guard count == 0 else { return }
                    connection?.cancel()
                    connection = nil
                }
            }
        }
    }
}

extension Timer {
    /// Sends the time at intervals, on the main queue.
    public final class TimerPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never
        public let interval: TimeInterval
        private let subject = PassthroughSubject<Date, Never>()
        private let lock = NSRecursiveLock()
        private var timer: (any DispatchSourceTimer)?

        init(interval: TimeInterval) { self.interval = interval }

        public func _subscribe(_ receiver: Subscribers._Receiver<Date, Never>) -> AnyCancellable { subject._subscribe(receiver) }

        /// Cancelling the result stops the timer, whoever has started it.
        public func connect() -> any Cancellable {
            lock.withLock {
                if timer == nil {
                    let timer = DispatchSource.makeTimerSource(queue: .main)
                    timer.schedule(deadline: .now() + interval, repeating: interval)
                    nonisolated(unsafe) let subject = subject
                    timer.setEventHandler { subject.send(Date()) }
                    timer.resume()
                    self.timer = timer
                }
            }
            return AnyCancellable { [weak self] in
                self?.lock.withLock {
                    self?.timer?.cancel()
                    self?.timer = nil
                }
            }
        }
    }

    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher(interval: max(0.001, interval)) }
}

extension NotificationCenter {
    /// The notifications from now on.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> AsyncStream<Notification> {
        AsyncStream { continuation in
            // Safe: it is only given back to the center.
            nonisolated(unsafe) let observer = addObserver(forName: name, object: object, queue: nil) { notification in
                // Safe: who has posted it has no more use for it.
                nonisolated(unsafe) let notification = notification
                continuation.yield(notification)
            }
            continuation.onTermination = { _ in self.removeObserver(observer) }
        }
    }

    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> AnyPublisher<Notification, Never> {
        AnyPublisher { receiver in
            nonisolated(unsafe) let receiver = receiver
            let observer = self.addObserver(forName: name, object: object, queue: nil) { receiver.value($0) }
            return AnyCancellable { self.removeObserver(observer) }
        }
    }
}
