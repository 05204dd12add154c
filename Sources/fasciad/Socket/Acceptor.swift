import CLinux
import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc
import Logging

/// Makes a client of every connection to the listening socket.
final class Acceptor: EventHandler {
    private let core: Core
    private let descriptor: Int32
    private let buffer: ReadBuffer
    /// How many connections are taken before others get their turn.
    private static let burst = 64
    /// How long to wait for descriptors when the process has none left.
    private static let recovery = Duration.seconds(1)

    /// Starts to listen.
    ///
    /// - Parameter descriptor: a bound socket, taken over.
    /// - Throws: what the system says against it.
    init(listeningOn descriptor: Int32, core: Core, buffer: ReadBuffer) throws(LoopError) {
        self.core = core
        self.buffer = buffer
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // A burst of clients waits in the kernel's queue; the kernel caps this at net.core.somaxconn.
        guard listen(descriptor, 4_096) == 0 else { throw LoopError("listen") }
        try core.loop.add(descriptor, for: .readable, self)
    }

    /// Takes no more connections.
    func stop() {
        core.loop.remove(descriptor)
        close(descriptor)
    }

    func handle(_ readiness: Readiness) {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        for _ in 0..<Acceptor.burst {
            let connection = accept4(descriptor, nil, nil, flags)
            guard connection >= 0 else {
                // Somebody who has gone again already is no reason to stop.
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno != EAGAIN { pause() }
                return
            }
            _ = core.serve(connection, buffer: buffer)
        }
    }

    /// The process has no descriptor left (or the system no memory): the connection stays in the kernel's queue and
    /// would be reported again at once. It gets its turn when others have had time to close theirs.
    private func pause() {
        core.logger.error("cannot take a connection", metadata: ["error": "\(systemMessage())"])
        core.loop.remove(descriptor)
        core.loop.schedule(in: Acceptor.recovery) { [self] in
            do throws(LoopError) { try core.loop.add(descriptor, for: .readable, self) } catch { pause() }
        }
    }
}
