import FasciaModel

/// What the latest requests with a key were answered, by who sent them: the same again is answered the same.
///
/// Each user has keys of their own, and room of their own, so that nobody can read another's answers or push them out.
/// Errors are not kept, because they changed nothing: the request may be tried again.
public struct OnceBook: Equatable, Sendable {
    public struct Answer: Equatable, Sendable {
        public var request: OnceRequest
        /// The panel's revision when it was given.
        public var revision: Int
        /// The JSON text of its `result`.
        public var result: [UInt8]

        public init(_ request: OnceRequest, revision: Int, result: [UInt8]) {
            self.request = request
            self.revision = revision
            self.result = result
        }
    }

    /// Answers kept for one user; the oldest go first.
    public static let mostKeys = 10_000
    /// Bytes of them, with their keys. The latest is kept, however long it is.
    public static let mostBytes = 16_777_216

    fileprivate struct Page: Equatable, Sendable {
        var answers: [String: Answer] = [:]
        /// From the oldest to the newest, behind the first `forgotten`.
        var order: [String] = []
        var forgotten = 0
        var bytes = 0
    }

    private var pages: [UInt32: Page] = [:]

    public init() {}

    /// The answer that was given to this request.
    ///
    /// - Returns: `nil` for one that has not been answered yet.
    /// - Throws: `conflict` where the key was used for another request.
    public func answer(to request: OnceRequest, of user: UInt32) throws(Refusal) -> Answer? {
        guard let known = pages[user]?.answers[request.key] else { return nil }
        guard known.request == request else {
            let what = known.request.method == request.method
                ? "\(request.method) with other parameters" : known.request.method
            throw Refusal(
                .conflict,
                "the key \"\(request.key)\" was used for \(what), at revision \(known.revision): "
                    + "take a new key for each request, and the old one only to send the same again",
                details: [
                    "once": .string(request.key), "method": .string(known.request.method),
                    "revision": .int(known.revision),
                ])
        }
        return known
    }

    /// Keeps the answer to a request that had none.
    public mutating func keep(_ answer: Answer, of user: UInt32) {
        pages[user, default: Page()].keep(answer)
    }

    /// All answers of all users, each user's from the oldest to the newest.
    public var all: [(user: UInt32, answer: Answer)] {
        pages.keys.sorted().flatMap { user in
            (pages[user]?.latest ?? []).map { (user: user, answer: $0) }
        }
    }

    public var count: Int { pages.values.reduce(0) { $0 + $1.answers.count } }
}

extension OnceBook.Page {
    mutating func keep(_ answer: OnceBook.Answer) {
        let key = answer.request.key
        guard answers[key] == nil else { return }
        answers[key] = answer
        order.append(key)
        bytes += answer.bytes
        while answers.count > 1, answers.count > OnceBook.mostKeys || bytes > OnceBook.mostBytes {
            bytes -= answers.removeValue(forKey: order[forgotten])?.bytes ?? 0
            forgotten += 1
        }
        // Now and then, so that it costs nothing for each.
        if forgotten > 1_000, forgotten * 2 > order.count {
            order.removeFirst(forgotten)
            forgotten = 0
        }
    }

    var latest: [OnceBook.Answer] { order[forgotten...].compactMap { answers[$0] } }
}

extension OnceBook.Answer {
    fileprivate var bytes: Int { request.key.utf8.count + result.count }
}
