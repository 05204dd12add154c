import NIOCore
import NIOPosix
import Synchronization

/// Where the tasks of a process run.
public enum TaskPool {
    private static let isReplaced = Mutex(false)

    /// Has all tasks of this process run on the thread that the connections run on, from now on.
    ///
    /// The pool that they run on otherwise (libdispatch's) looks after itself once a second for as long as the process
    /// lives. Without it a program that waits for its daemon is not woken by anything else. To be called once, first of
    /// all, by a program that does not use the main actor; where the runtime of the compiler is not known to allow it,
    /// nothing changes.
    public static func useEventLoop() {
        isReplaced.withLock { isReplaced in
            NIOSingletons.groupLoopCountSuggestion = 1
            isReplaced = NIOSingletons.unsafeTryInstallSingletonPosixEventLoopGroupAsConcurrencyGlobalExecutor()
        }
    }

    /// One event loop is enough for all connections of a client.
    static let eventLoops: any EventLoopGroup =
        isReplaced.withLock { $0 }
        ? MultiThreadedEventLoopGroup.singleton : MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// Waits on the event loop, and not in the pool.
    ///
    /// - Throws: `CancellationError`, at once when the task is cancelled.
    static func pause(for duration: Duration) async throws {
        let promise = eventLoops.any().makePromise(of: Void.self)
        let timer = promise.futureResult.eventLoop.scheduleTask(in: TimeAmount(duration)) { promise.succeed() }
        try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            timer.cancel()
            promise.fail(CancellationError())
        }
    }
}
