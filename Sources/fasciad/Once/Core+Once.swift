import FasciaModel
import FasciaWire

/// Requests that are carried out once, however often they are sent.
extension Core {
    /// Answers what was answered before, or carries it out and keeps the answer. The text of the answer is the same to
    /// the byte.
    func carryOutOnce(_ call: Call, _ once: OnceRequest, _ request: Request) throws(WireError) -> Reply {
        let user = request.client.peer.uid
        let known = try refusing { () throws(Refusal) in try self.once.answer(to: once, of: user) }
        if let known { return .kept(known.result) }
        let reply = try carryOut(call, request)
        guard case .mutation(let revision, let changed, let extra) = reply else { return reply }
        var writer = JSONWriter()
        writer.writeResult(revision: revision, changed: changed, beside: extra)
        let answer = OnceBook.Answer(once, revision: revision, result: writer.bytes)
        self.once.keep(answer, of: user)
        return .kept(answer.result)
    }
}

extension Call {
    /// The key of a request that is to be carried out once. What is only tried is not carried out at all.
    var onceKey: String? {
        switch self {
        case .apply(_, let options), .batch(_, let options): options.dryRun ? nil : options.once
        default: nil
        }
    }
}
