import CProcess
import Glibc

/// The signals that ask this process to end: SIGTERM, SIGINT and SIGHUP.
public enum EndSignals {
    /// Calls `action` once, on a thread of its own, when the first of them arrives. Call this once.
    public static func handle(_ action: @escaping @Sendable () -> Void) {
        let descriptor = process_catch_ends()
        guard descriptor >= 0 else { return }
        let box = Box(descriptor: descriptor, action: action)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().wait() }
                return nil
            }, Unmanaged.passRetained(box).toOpaque())
        precondition(code == 0, "cannot create the thread for signals")
        pthread_detach(thread)
    }

    private final class Box: Sendable {
        let descriptor: Int32
        let action: @Sendable () -> Void

        init(descriptor: Int32, action: @escaping @Sendable () -> Void) {
            self.descriptor = descriptor
            self.action = action
        }

        func wait() {
            var count: UInt64 = 0
            while read(descriptor, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
            action()
        }
    }
}
