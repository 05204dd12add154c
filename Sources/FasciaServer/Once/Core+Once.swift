import FasciaModel
import FasciaWire

/// Idempotency keys: a request with a key is carried out once, however often it is sent.
extension Core {
    /// Repeats the answer that is kept under the key, or carries the request out.
    func executeOnce(_ call: Call, _ once: IdempotentRequest, _ request: Request) throws(WireError) -> Reply {
        let user = request.client.peer.uid
        let known = try refusing { () throws(Refusal) in try self.once.answer(to: once, of: user) }
        guard let known else { return try execute(call, request) }
        // The first request's rows may not be durable yet.
        if call.options?.durable == true { hold(request) }
        return .kept(known.result)
    }

    /// Keeps the answer to a request with an idempotency key. The first and every repeated reply send this text.
    func keep(_ reply: Reply, for request: Request) -> IdempotencyCache.Answer? {
        guard let once = request.once else { return nil }
        let answer = IdempotencyCache.Answer(once, revision: panel.revision, result: reply.resultText)
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

    /// The idempotency key; `nil` for a dry run, which carries nothing out.
    var onceKey: String? { options.flatMap { $0.dryRun ? nil : $0.once } }
}

extension Reply {
    /// The JSON text of a mutation's result; empty for other replies.
    var resultText: [UInt8] {
        guard case .mutation(let revision, let changed, let extra) = self else { return [] }
        var writer = JSONWriter()
        writer.writeResult(revision: revision, changed: changed, beside: extra)
        return writer.bytes
    }
}
