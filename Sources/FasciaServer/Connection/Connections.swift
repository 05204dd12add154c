import FasciaAccess
import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc
import Logging

/// What connections belong to: the core.
protocol ConnectionHost: AnyObject {
    /// Sends the output of all clients.
    func endTurn()
    /// Commits what the turn has changed until now, of which there may be output already. Nothing may be sent before it.
    func commit()
    /// A client that was not reading reads again.
    func readsAgain(_ client: Client)
    /// A client was added.
    func connected()
    /// A connection is closed.
    func disconnected(_ client: Client)
}

/// Admits connections. A connection handed over by the previous process passes the same checks as a new one.
final class Connections {
    let loop: EventLoop
    let settings: Settings
    let logger: Logger
    let lines: LineProcessor
    let buffer = ReadBuffer()
    private let clients: Clients
    private let access: AccessControl

    /// Made after this component, which it has.
    weak var host: (any ConnectionHost)?

    init(_ clients: Clients, _ lines: LineProcessor, _ access: AccessControl, loop: EventLoop, settings: Settings, logger: Logger)
    {
        self.clients = clients
        self.lines = lines
        self.access = access
        self.loop = loop
        self.settings = settings
        self.logger = logger
    }

    /// Makes a client for a connected socket. A refused peer receives one line with the reason.
    ///
    /// - Parameters:
    ///   - descriptor: Ownership passes to the client; closed if the peer is refused.
    ///   - session: The session handed over by the previous process; `nil` for a new connection.
    func serve(_ descriptor: Int32, session: ClientSession? = nil) -> Client? {
        do throws(Refusal) {
            guard var peer = Peer(of: descriptor) else {
                throw Refusal(.denied, "the kernel does not report the peer's credentials: \(systemMessage())")
            }
            if let session { peer.keep(session) }
            if let uid = session?.actsFor { peer.actsFor = try access.user(uid, named: session?.user) }
            let permit = try access.permit(for: peer)
            try admit(peer, permit)
            let client = Client(id: session?.client ?? clients.nextID(), peer: peer, permit: permit)
            // Looked up later, it may be the name of whoever has the number by then.
            if let user = session?.user { client.rename(to: user) }
            do throws(LoopError) {
                _ = try ClientConnection(descriptor: descriptor, client: client, owner: self, session: session)
            } catch {
                throw Refusal(.unavailable, "the connection cannot be served: \(error)")
            }
            clients.add(client)
            host?.connected()
            return client
        } catch {
            refuse(descriptor, error, after: session?.output ?? [])
            return nil
        }
    }

    /// - Throws: `limit` if there are too many connections for this one.
    private func admit(_ peer: Peer, _ permit: Permit) throws(Refusal) {
        let limit = settings.clientLimit
        let closer = SocketCloser.shared
        let all = clients.count + closer.count
        guard all < limit else {
            throw .limit(
                "clients", limit,
                "\(limit) connections are open, which is the limit: close one, or start fasciad with a higher "
                    + "--max-clients")
        }
        guard !permit.isAdmin else { return }
        let own = clients.all.count { $0.peer.uid == peer.uid } + closer.count(of: peer.uid)
        guard own < settings.clientsOfOneUser else {
            throw .limit(
                "clientsOfOneUser", own, "uid \(peer.uid) has \(own) connections open, which is the limit for one user: close one"
            )
        }
        guard all < limit - settings.reservedClients else {
            throw .limit(
                "clients", limit - settings.reservedClients,
                "\(all) connections are open, and the rest of \(limit) is for admins: try again later")
        }
        try clients.require(.connections, of: peer, permit)
    }

    /// - Parameter unsent: Output that the previous process had not sent.
    private func refuse(_ descriptor: Int32, _ refusal: Refusal, after unsent: [UInt8]) {
        logger.warning(
            "connection refused",
            metadata: ["pid": "\(Peer(of: descriptor)?.pid ?? 0)", "reason": "\(refusal.message)"])
        var writer = JSONWriter()
        writer.reply(id: .null, error: WireError(refusal))
        let line = unsent + writer.bytes
        _ = line.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
        SocketCloser.shared.end(descriptor)
    }
}
