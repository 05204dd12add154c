import FasciaModel
import FasciaWire

/// A batch (JSON-RPC's, one line) of which a part is done.
struct Batch {
    var rest: ArraySlice<Message>
    /// How long all of the line is: no member is longer.
    var lineBytes: Int
    var replies = BatchReplies()

    /// The replies are one line, which is kept until the last of them is there. Beyond this many bytes, questions are
    /// refused instead of answered. Replies to changes are short and always given.
    static let replyLimit = 1_048_576

    /// Why another question is not answered; `nil` while there is room for its answer.
    var refusal: Refusal? {
        guard replies.byteCount > Batch.replyLimit else { return nil }
        return Refusal(
            .limit, "the answers to this batch are longer than \(Batch.replyLimit) bytes: ask in several lines",
            details: ["limit": "batchReplyBytes", "value": .int(Batch.replyLimit)])
    }

    mutating func add(_ reply: Reply, id: RequestID) {
        replies.add { $0.write(reply, id: id) }
    }
}
