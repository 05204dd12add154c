import Synchronization

/// Tells one listener, from any thread, that something has changed.
final class ChangeSignal: Sendable {
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    func listen(_ listener: (@Sendable () -> Void)?) { self.listener.withLock { $0 = listener } }

    func send() { listener.withLock { $0 }?() }
}
