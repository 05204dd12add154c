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
            accept(connection)
        }
    }

    private func accept(_ connection: Int32) {
        guard let peer = Peer(of: connection) else {
            core.logger.warning("a connection without credentials", metadata: ["error": "\(systemMessage())"])
            close(connection)
            return
        }
        guard let client = core.connected(peer) else { return refuse(connection, peer) }
        do throws(LoopError) {
            _ = try Connection(descriptor: connection, client: client, core: core, buffer: buffer)
        } catch {
            core.logger.error("cannot serve a connection", metadata: ["pid": "\(peer.pid)", "error": "\(error)"])
            close(connection)
            core.disconnected(client)
        }
    }

    /// Says why there is no room for it and closes it.
    private func refuse(_ connection: Int32, _ peer: Peer) {
        let limit = core.settings.clientLimit
        core.logger.warning(
            "no room for another connection", metadata: ["pid": "\(peer.pid)", "limit": "\(limit)"])
        var writer = JSONWriter()
        writer.reply(
            id: .null,
            error: WireError(
                Refusal(
                    .limit,
                    "\(limit) connections are open, which is the limit: close one, or start fasciad with a higher "
                        + "--max-clients",
                    details: ["limit": "clients", "value": .int(limit)])))
        _ = writer.bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        close(connection)
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
