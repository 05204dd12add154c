import FasciaDocument
import FasciaLoop
import Glibc
import TestSupport
import Testing

@testable import FasciaServer

/// On a kernel that cannot refuse descriptors. The queue of a socket pair, which did not come through the daemon's listening
/// socket, takes them on every kernel.
@Suite(.mustEnd) struct SocketCloserTests {
    private let parts: Parts
    private let connections: Connections
    private let host: Host

    private final class Host: ConnectionHost {
        let clients: Clients

        init(_ clients: Clients) { self.clients = clients }

        func endTurn() {}
        func commit() {}
        func readsAgain(_ client: Client) {}
        func connected() {}
        func disconnected(_ client: Client) { clients.remove(client) }
    }

    init() throws {
        parts = try Parts()
        let lines = LineProcessor(parts.clients, parts.requests, gate: nil, loop: parts.loop, lineLimit: 1_000)
        connections = Connections(
            parts.clients, lines, parts.access, loop: parts.loop, settings: parts.settings, logger: parts.logger)
        host = Host(parts.clients)
        connections.host = host
    }

    private func pair() throws -> (own: Int32, peer: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure.system("socketpair") }
        return (ends[0], ends[1])
    }

    /// - Returns: what the peer has received.
    private func text(from peer: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(peer, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    @Test(arguments: ["", "{\"method\":\"sync\"}\n"]) func aPeerThatSendsDescriptorsIsDisconnected(before: String) throws {
        let lingering = try LingeringSocket()
        let (own, peer) = try pair()
        defer { close(peer) }
        _ = write(peer, before, before.utf8.count)
        #expect(try lingering.send(with: "line\n", over: peer))
        lingering.giveAway()
        #expect(connections.serve(own) != nil)
        try parts.run { parts.clients.count == 0 }
        #expect(text(from: peer).contains("descriptors cannot be sent to the daemon: send lines only"))
        #expect(parts.log.all.contains { $0.hasPrefix("warning closing a connection that has sent descriptors") })
        withExtendedLifetime(lingering) {}
    }

    /// The daemon closes a connection without having read what is in its queue.
    @Test func aSocketIsNotClosedByWhoeverEndsIt() throws {
        var lingering: LingeringSocket? = try LingeringSocket()
        let (own, peer) = try pair()
        defer { close(peer) }
        #expect(try lingering?.send(with: "line\n", over: peer) == true)
        lingering?.giveAway()
        let closer = SocketCloser()
        closer.end(own)
        #expect(closer.count == 1)
        #expect(closer.count(of: getuid()) == 1)
        #expect(text(from: peer) == "", "the peer sees the end at once")
        // The close is done when the socket no longer lingers.
        lingering = nil
        while closer.count > 0 { sched_yield() }
    }
}
