import FasciaLoop
import FasciaModel
import FasciaWire
import Glibc
import Logging

/// Who may connect. A connection that a previous process has handed over passes the same check as a new one.
extension Core {
    /// Makes a client of a connected socket. A peer that is refused gets one line that says why.
    ///
    /// - Parameters:
    ///   - descriptor: belongs to the client from now on, or is closed.
    ///   - session: what the previous process has left of the connection; `nil` for a new one.
    func serve(_ descriptor: Int32, buffer: ReadBuffer, session: ClientSession? = nil) -> Client? {
        do throws(Refusal) {
            let peer = try admit(descriptor)
            let client = Client(id: session?.client ?? nextClient(), peer: peer, role: role(of: peer))
            do throws(LoopError) {
                _ = try Connection(descriptor: descriptor, client: client, core: self, buffer: buffer, session: session)
            } catch {
                throw Refusal(.unavailable, "the connection cannot be served: \(error)")
            }
            clients[client.id] = client
            announce?()
            return client
        } catch {
            refuse(descriptor, error, after: session?.output ?? [])
            return nil
        }
    }

    /// - Returns: who is at the other end of a connection that is welcome.
    private func admit(_ descriptor: Int32) throws(Refusal) -> Peer {
        guard let peer = Peer(of: descriptor) else {
            throw Refusal(.denied, "the kernel does not say who connects: \(systemMessage())")
        }
        let limit = settings.clientLimit
        guard clients.count < limit else {
            throw Refusal(
                .limit,
                "\(limit) connections are open, which is the limit: close one, or start fasciad with a higher "
                    + "--max-clients",
                details: ["limit": "clients", "value": .int(limit)])
        }
        guard !peer.mayAdminister(owner) else { return peer }
        let own = clients.values.count { $0.peer.uid == peer.uid }
        guard own < settings.clientsOfOneUser else {
            throw Refusal(
                .limit, "uid \(peer.uid) has \(own) connections open, which is the limit for one user: close one",
                details: ["limit": "clientsOfOneUser", "value": .int(own)])
        }
        guard clients.count < limit - settings.reservedClients else {
            throw Refusal(
                .limit,
                "\(clients.count) connections are open, and the rest of \(limit) is for the owner of the panel: try again "
                    + "later",
                details: ["limit": "clients", "value": .int(limit - settings.reservedClients)])
        }
        return peer
    }

    private func role(of peer: Peer) -> Role { Role(of: peer, owner: owner, viewers: settings.viewers) }

    /// - Parameter unsent: bytes that the peer was to be sent before.
    private func refuse(_ descriptor: Int32, _ refusal: Refusal, after unsent: [UInt8]) {
        logger.warning(
            "a connection is refused",
            metadata: ["pid": "\(Peer(of: descriptor)?.pid ?? 0)", "reason": "\(refusal.message)"])
        var writer = JSONWriter()
        writer.reply(id: .null, error: WireError(refusal))
        let line = unsent + writer.bytes
        _ = line.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
        HandoverStore.end(descriptor)
    }
}
