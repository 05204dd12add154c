import FasciaModel
import FasciaWire

/// A JSON-RPC batch (one line) that is being executed, one member at a time.
struct Batch {
    var rest: ArraySlice<Message>
    /// Length of the whole line in bytes: an upper bound for each member.
    var lineBytes: Int
    var replies = BatchReplies()

    /// The replies form one line, which is buffered until the batch is complete. Beyond this many bytes, queries are
    /// refused. Replies to mutations are short and always written.
    static let replyLimit = 1_048_576

    /// The refusal for the next query; `nil` while the reply line has room.
    var refusal: Refusal? {
        guard replies.byteCount > Batch.replyLimit else { return nil }
        return .limit(
            "batchReplyBytes", Batch.replyLimit, "the replies to this batch exceed \(Batch.replyLimit) bytes: use several batches"
        )
    }

    mutating func add(_ reply: Reply, id: RequestID) {
        replies.add { $0.write(reply, id: id) }
    }
}
