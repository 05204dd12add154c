import FasciaDocument
import FasciaModel
import FasciaWire

/// The reply to a request.
enum Reply {
    /// A mutation's revision and `changed`, with further members beside them.
    case mutation(revision: Int, changed: Bool, extra: JSON.Object)
    case result(JSON)
    /// Writes exactly one JSON value; for results that are too large to build in memory first.
    case written((inout JSONWriter) -> Void)
    /// The JSON text of a result in the idempotency cache.
    case cached([UInt8])
    case error(WireError)
    /// Deferred: the client's later requests wait for this reply.
    case later

    static func refused(_ refusal: Refusal) -> Reply { .error(WireError(refusal)) }
}

extension JSONWriter {
    mutating func write(_ reply: Reply, id: RequestID) {
        switch reply {
        case .mutation(let revision, let changed, let extra):
            self.reply(id: id, revision: revision, changed: changed, extra: extra)
        case .result(let json): self.reply(id: id, result: json)
        case .written(let write): self.reply(id: id, result: write)
        case .cached(let text): self.reply(id: id) { $0.bytes.append(contentsOf: text) }
        case .error(let error): self.reply(id: id, error: error)
        case .later: break
        }
    }
}

extension Reply {
    /// The JSON text of a mutation's result; empty for other replies.
    var resultText: [UInt8] {
        guard case .mutation(let revision, let changed, let extra) = self else { return [] }
        var writer = JSONWriter()
        writer.writeResult(revision: revision, changed: changed, extra: extra)
        return writer.bytes
    }
}
