import Synchronization

/// Notifies one listener of changes, from any thread.
final class ChangeSignal: Sendable {
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    func listen(_ listener: (@Sendable () -> Void)?) { self.listener.withLock { $0 = listener } }

    func send() { listener.withLock { $0 }?() }
}
