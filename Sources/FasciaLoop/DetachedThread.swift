import CLinux
import Glibc

/// Starts threads that nobody waits for.
package enum DetachedThread {
    /// Runs `body` on a new thread, with the signals blocked that the calling thread blocks.
    ///
    /// - Parameters:
    ///   - name: as `ps -L` shows it, at most 15 bytes.
    ///   - stackBytes: by default, what a main thread usually has.
    /// - Throws: `LoopError`, at the limit of threads.
    package static func start(
        _ name: String, stackBytes: Int = 8 << 20, _ body: @escaping @Sendable () -> Void
    ) throws(LoopError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackBytes)
        var thread = pthread_t()
        // Retained here once, and released once: by the thread, or below if there is none.
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let code = pthread_create(
            &thread, &attributes,
            { pointer in
                if let pointer { Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().run() }
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw LoopError("pthread_create", code: code)
        }
    }

    private final class Start: Sendable {
        private let name: String
        private let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

        func run() {
            pthread_setname_np(pthread_self(), name)
            body()
        }
    }
}
