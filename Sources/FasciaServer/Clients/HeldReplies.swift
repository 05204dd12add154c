import FasciaDocument
import FasciaWire

/// Replies that must not be sent as they were written, because what they say has not come true.
struct HeldReplies {
    /// As they were sent, and what they mean.
    private var requests: [(id: RequestID, json: JSON)]
    private let error: WireError

    init(_ requests: [RequestID], _ error: WireError) {
        self.requests = requests.compactMap { id in (try? JSONParser.parse(id.rawText)).map { (id, $0) } }
        self.error = error
    }

    /// A line with the error in place of each of these replies, also in a batch; `nil` if it has none of them.
    mutating func replacing(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard !requests.isEmpty, let message = try? JSONParser.parse(String(decoding: line, as: UTF8.self)) else { return nil }
        var isReplaced = false
        var writer = JSONWriter()
        if message.arrayValue != nil { writer.bytes.append(UInt8(ascii: "[")) }
        for (place, reply) in (message.arrayValue ?? [message]).enumerated() {
            if place > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            if reply["result"] != nil, let index = requests.firstIndex(where: { $0.json == reply["id"] }) {
                isReplaced = true
                writer.reply(id: requests.remove(at: index).id, error: error)
                // Its line feed.
                writer.bytes.removeLast()
            } else {
                writer.write(reply)
            }
        }
        if message.arrayValue != nil { writer.bytes.append(UInt8(ascii: "]")) }
        return isReplaced ? writer.bytes : nil
    }
}
