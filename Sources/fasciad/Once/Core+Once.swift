import FasciaModel
import FasciaWire

/// Requests that are carried out once, however often they are sent.
extension Core {
    /// Answers what was answered before, or carries it out.
    func carryOutOnce(_ call: Call, _ once: OnceRequest, _ request: Request) throws(WireError) -> Reply {
        let user = request.client.peer.uid
        let known = try refusing { () throws(Refusal) in try self.once.answer(to: once, of: user) }
        guard let known else { return try carryOut(call, request) }
        // What was done may still be on its way to the disk.
        if call.options?.durable == true { hold(request) }
        return .kept(known.result)
    }

    /// Keeps the answer to a request with a key. It is the text of this that is sent, each time.
    func keep(_ reply: Reply, for request: Request) -> OnceBook.Answer? {
        guard let once = request.once else { return nil }
        let answer = OnceBook.Answer(once, revision: panel.revision, result: reply.resultText)
        self.once.keep(answer, of: request.client.peer.uid)
        return answer
    }
}

extension Call {
    fileprivate var options: MutationOptions? {
        switch self {
        case .apply(_, let options), .batch(_, let options): options
        default: nil
        }
    }

    /// The key of a request that is to be carried out once. What is only tried is not carried out at all.
    var onceKey: String? { options.flatMap { $0.dryRun ? nil : $0.once } }
}

extension Reply {
    /// The JSON text of what a mutation is answered; nothing for other replies.
    var resultText: [UInt8] {
        guard case .mutation(let revision, let changed, let extra) = self else { return [] }
        var writer = JSONWriter()
        writer.writeResult(revision: revision, changed: changed, beside: extra)
        return writer.bytes
    }
}
