import FasciaModel
import FasciaWire

/// A batch (JSON-RPC's, one line) of which a part is done.
struct Batch {
    var rest: ArraySlice<Message>
    /// How long all of the line is: no member is longer.
    var lineBytes: Int
    var replies = BatchReplies()

    /// The replies are one line, and so are kept until the last of them is there. Once they are longer than this,
    /// answers to questions are errors instead; what was changed is always said.
    static let replyLimit = 16_777_216

    mutating func add(_ reply: Reply, id: RequestID) {
        var reply = reply
        if replies.byteCount > Batch.replyLimit, reply.mayBeLong {
            reply = .refused(
                Refusal(
                    .limit, "the answers to this batch are longer than \(Batch.replyLimit) bytes: ask in several lines",
                    details: ["limit": "batchReplyBytes", "value": .int(Batch.replyLimit)]))
        }
        replies.add { $0.write(reply, id: id) }
    }
}

extension Reply {
    fileprivate var mayBeLong: Bool {
        switch self {
        case .result, .written: true
        case .mutation, .kept, .error, .later: false
        }
    }
}
