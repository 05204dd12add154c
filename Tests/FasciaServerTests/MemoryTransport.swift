import FasciaLoop
import FasciaDocument
import FasciaModel
import FasciaWire
import Glibc
import TestSupport

@testable import FasciaServer

/// A connection in memory: collects what its client is sent.
final class MemoryTransport: ClientTransport {
    private unowned let client: Client
    private var sent: [UInt8] = []
    /// Whether the peer reads its output.
    var isWritable = true
    /// How often the client was told to continue with its requests.
    private(set) var resumes = 0

    init(of client: Client) { self.client = client }

    func send() {
        let count = client.output.bytes.count
        let held = client.takeHeld()
        sent += client.output.takeBytes()
        client.putBack(held: held, sent: count - held.count)
    }

    func resume() { resumes += 1 }
    func closeNow() { client.transport = nil }
    func handOver() -> HandedOverConnection? { nil }

    /// The messages that were sent since the last call.
    func take() throws -> [JSON] {
        defer { sent = [] }
        return try String(decoding: sent, as: UTF8.self).split(separator: "\n").map { try JSON(parsing: String($0)) }
    }
}

extension Client {
    /// The connection. Only for clients of `Parts.client`, while they are connected.
    var memory: MemoryTransport {
        guard let memory = transport as? MemoryTransport else { preconditionFailure("client \(id) is not connected") }
        return memory
    }

    var hasOutput: Bool { !output.bytes.isEmpty }

    /// Sends the output, and returns the messages that were not returned before.
    func received() throws -> [JSON] {
        memory.send()
        return try memory.take()
    }

    /// The only message that was not returned before.
    func message() throws -> JSON {
        let all = try received()
        guard all.count == 1 else { throw TestFailure("\(all.count) messages instead of one: \(all.map(\.text))") }
        return all[0]
    }
}

extension Parts {
    /// A connected client.
    func client(_ role: Role = .admin, uid: UInt32 = getuid()) -> Client {
        var credentials = Peer.Credentials()
        (credentials.pid, credentials.uid) = (getpid(), uid)
        let client = Client(id: clients.nextID(), peer: Peer(credentials), role: role)
        client.transport = MemoryTransport(of: client)
        clients.add(client)
        return client
    }

    /// As when the client disconnects, for the components that this test uses.
    func disconnect(_ client: Client) {
        clients.remove(client)
        client.transport = nil
    }
}

extension Request {
    init(_ method: String, _ client: Client, id: Int? = 1, once: IdempotentRequest? = nil) {
        self.init(method: method, id: id.map { RequestID($0) }, client: client, once: once)
    }
}

extension Reply {
    /// The reply as a client gets it.
    var json: JSON {
        get throws {
            var writer = JSONWriter()
            writer.write(self, id: RequestID(1))
            return try JSON(parsing: writer.text)
        }
    }

    /// The result; `nil` for an error.
    var result: JSON? { get throws { try json["result"] } }

    var isLater: Bool { if case .later = self { true } else { false } }
}
