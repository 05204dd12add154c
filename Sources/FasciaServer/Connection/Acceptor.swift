import CLinux
import FasciaLoop
import FasciaWire
import Glibc
import Logging

/// Listens on the socket and accepts connections.
package final class Acceptor: EventHandler {
    private let connections: Connections
    private let descriptor: Int32
    /// The pause before the next attempt when no descriptor is left.
    private static let recovery = Duration.seconds(1)

    /// Starts to listen.
    ///
    /// - Parameter descriptor: a bound socket, which the acceptor closes in `stop`.
    /// - Throws: `LoopError` if `listen` or the registration with the event loop fails.
    package init(listeningOn descriptor: Int32, core: Core) throws(LoopError) {
        connections = core.connections
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        AttachedDescriptors.refuse(by: descriptor)
        // A burst of clients waits in the kernel's queue; the kernel caps this at net.core.somaxconn.
        guard listen(descriptor, 4_096) == 0 else { throw LoopError("listen") }
        try connections.loop.add(descriptor, for: .readable, self)
    }

    /// Stops listening and closes the socket.
    package func stop() {
        connections.loop.remove(descriptor)
        close(descriptor)
    }

    package func handle(_ readiness: Readiness) {
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        // Level-triggered polling reports the remaining connections in the next turn.
        repeat {
            let connection = accept4(descriptor, nil, nil, flags)
            guard connection >= 0 else {
                // The client disconnected before it was accepted.
                if errno == EINTR || errno == ECONNABORTED { continue }
                if errno != EAGAIN { pause() }
                return
            }
            _ = connections.serve(connection)
        } while !connections.loop.isTurnSpent
    }

    /// Stops accepting for a while, because the process is out of descriptors or the system out of memory. The connection
    /// stays in the kernel's queue, and level-triggered polling would report it again at once.
    private func pause() {
        connections.logger.error("cannot accept a connection", metadata: ["error": "\(systemMessage())"])
        connections.loop.remove(descriptor)
        connections.loop.schedule(in: Acceptor.recovery) { [self] in
            do throws(LoopError) { try connections.loop.add(descriptor, for: .readable, self) } catch { pause() }
        }
    }
}
