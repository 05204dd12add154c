import FasciaLoop
import Glibc
import Synchronization

/// Waits for events of files on the connection thread.
package final class FileWatch: PolledDescriptors {
    package let events: FileEvents
    private let isWanted: @Sendable (FileEvents.Event) -> Bool
    /// The next wait ends with this: fulfilled by the first wanted event since the last wait.
    private let next = Mutex(Promise<Void>())

    /// - Parameter isWanted: whether an event ends a wait. The loss of events does.
    /// - Throws: `LoopError` if the user has as many as are allowed.
    package init(where isWanted: @escaping @Sendable (FileEvents.Event) -> Bool) throws(LoopError) {
        events = try FileEvents()
        self.isWanted = isWanted
    }

    /// Waits for a wanted event since the last wait.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func wait() async throws {
        let promise = next.withLock { $0 }
        ConnectionThread.shared.add(self)
        defer { ConnectionThread.shared.remove(self) }
        try await promise.value
        next.withLock { $0 = Promise() }
    }

    package var entries: [pollfd] { [pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)] }

    package func handle(_ ready: [Bool]) {
        // All of them are taken.
        let wanted = events.take().filter { $0.isLoss || isWanted($0) }
        if !wanted.isEmpty { next.withLock { $0 }.fulfil(.success(())) }
    }
}
