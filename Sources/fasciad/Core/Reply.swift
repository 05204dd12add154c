import FasciaModel
import FasciaWire

/// What a request is answered with.
enum Reply {
    /// What every mutation answers, and what stands beside it.
    case mutation(revision: Int, changed: Bool, beside: JSON.Object)
    case result(JSON)
    /// For results that are too large to be made as a value first; writes exactly one JSON value.
    case written((inout JSONWriter) -> Void)
    /// The text of a result that is kept.
    case kept([UInt8])
    case error(WireError)
    /// Answered later; the client's next requests wait until then.
    case later

    static func refused(_ refusal: Refusal) -> Reply { .error(WireError(refusal)) }
}

extension JSONWriter {
    mutating func write(_ reply: Reply, id: RequestID) {
        switch reply {
        case .mutation(let revision, let changed, let beside):
            self.reply(id: id, revision: revision, changed: changed, beside: beside)
        case .result(let json): self.reply(id: id, result: json)
        case .written(let write): self.reply(id: id, result: write)
        case .kept(let text): self.reply(id: id) { $0.bytes.append(contentsOf: text) }
        case .error(let error): self.reply(id: id, error: error)
        case .later: break
        }
    }
}
