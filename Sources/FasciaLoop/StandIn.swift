import Glibc
import Synchronization

/// What a loop's thread does between events though it may take long, as to bring something to the disk does: mostly it
/// takes less time than to wake another thread for it and to be woken by that one.
///
/// If it takes long all the same, another thread goes on with the loop: after a few hundredths of a second at most.
public protocol Errands: AnyObject {
    /// What is to be done now; nothing while one that was late is not over. Asked after each batch of events.
    func next() -> (any Errand)?

    /// It was done in time, and the loop is where it was.
    ///
    /// - Returns: whether there may be another one already.
    func done() -> Bool
}

public protocol Errand: Sendable {
    /// Nothing of the loop's may be touched here.
    func run()

    /// It has taken long, and another thread has the loop by now: whoever waits for it has to be told in another way.
    func wasLate()
}

/// The turns of the two threads of a loop: one runs it, the other waits until that has been away on an errand for too long.
///
/// It costs no system call to go on an errand. While there are errands the one who waits looks after the other a hundred
/// times a second; when there has been none for a while it sleeps until the next one.
final class StandIn: Sendable {
    /// Odd while whoever runs the loop is away. Of the two that would make it even, who has come back and who has waited
    /// for too long, one succeeds, and the loop is its.
    private let count = Atomic<UInt64>(0)
    /// Somebody looks after the one who is away.
    private let watched = Atomic(false)
    /// How the loop has ended.
    private let end = Mutex<Result<Void, LoopError>?>(nil)
    private let bell = Bell()

    /// How often it is looked, in microseconds: who is away for one to two of these is away for too long.
    static let patience: UInt32 = 10_000

    /// Whether somebody looks; else the next errand wakes who does.
    var isWatched: Bool { watched.load(ordering: .sequentiallyConsistent) }

    /// Goes on an errand.
    ///
    /// - Returns: whether the loop is still the caller's.
    func run(_ errand: any Errand) -> Bool {
        let number = count.add(1, ordering: .sequentiallyConsistent).newValue
        // After the count is odd: who has just stopped looking looks at that once more.
        if !isWatched, !watched.exchange(true, ordering: .sequentiallyConsistent) {
            bell.ring()
        }
        errand.run()
        guard count.compareExchange(expected: number, desired: number + 1, ordering: .acquiringAndReleasing).exchanged else {
            errand.wasLate()
            return false
        }
        return true
    }

    /// Waits until the loop is the caller's.
    ///
    /// - Returns: how the loop has ended, if it has.
    func wait() -> Result<Void, LoopError>? {
        while true {
            bell.wait()
            if watch() { return nil }
            if let result = end.withLock({ $0 }) { return result }
        }
    }

    /// Looks until there have been no errands for a while.
    ///
    /// - Returns: whether the loop is the caller's now.
    private func watch() -> Bool {
        var seen = count.load(ordering: .acquiring)
        while end.withLock({ $0 == nil }) {
            usleep(Self.patience)
            let number = count.load(ordering: .acquiring)
            if number == seen {
                if number.isMultiple(of: 2) {
                    watched.store(false, ordering: .sequentiallyConsistent)
                    guard count.load(ordering: .sequentiallyConsistent) != number else { return false }
                    // It has gone meanwhile, and may not have rung.
                    watched.store(true, ordering: .sequentiallyConsistent)
                } else if count.compareExchange(expected: number, desired: number + 1, ordering: .acquiringAndReleasing).exchanged {
                    watched.store(false, ordering: .sequentiallyConsistent)
                    return true
                }
            }
            seen = number
        }
        return false
    }

    /// The loop has ended: the other one waits no longer.
    func end(_ result: Result<Void, LoopError>) {
        end.withLock { $0 = result }
        bell.ring()
    }

    /// Starts the other thread.
    func start(_ body: @escaping @Sendable () -> Void) throws(LoopError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // As much as the first thread of a program mostly has.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        let body = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(&thread, &attributes, { Body.run($0) }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw LoopError("pthread_create", code: code)
        }
    }

    private final class Body: Sendable {
        private let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }

        static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            guard let pointer else { return nil }
            Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
            return nil
        }
    }
}

/// Wakes one thread (sem_overview(7)).
private final class Bell: @unchecked Sendable {
    // @unchecked: the semaphore stays where it is, and is made for several threads.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func ring() { sem_post(semaphore) }

    func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }
}
