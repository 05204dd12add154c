import FasciaModel

/// The idempotency cache: the results of the latest requests with an idempotency key, for each user. Repeating a
/// request returns the cached result.
///
/// Each user has separate keys and a separate quota, so users cannot read or evict the results of others. Errors are
/// not cached: a failed request changed nothing and can be retried.
public struct IdempotencyCache: Equatable, Sendable {
    public struct Answer: Equatable, Sendable {
        public var request: IdempotentRequest
        /// The panel's revision at the time of the result.
        public var revision: Int
        /// The JSON text of the reply's `result`.
        public var result: [UInt8]

        public init(_ request: IdempotentRequest, revision: Int, result: [UInt8]) {
            self.request = request
            self.revision = revision
            self.result = result
        }
    }

    /// The maximum number of results cached for one user. The oldest are evicted first.
    public static let maximumKeys = 10_000
    /// The maximum size of one user's keys and results in bytes. The latest result is always kept.
    public static let maximumBytes = 16_777_216

    fileprivate struct Page: Equatable, Sendable {
        var answers: [String: Answer] = [:]
        /// From the oldest to the newest; the first `forgotten` are evicted.
        var order: [String] = []
        var forgotten = 0
        var bytes = 0
    }

    private var pages: [UInt32: Page] = [:]

    public init() {}

    /// The cached result of a request.
    ///
    /// - Returns: `nil` if the request has no cached result.
    /// - Throws: `conflict` if the key belongs to another request.
    public func answer(to request: IdempotentRequest, of user: UInt32) throws(Refusal) -> Answer? {
        guard let known = pages[user]?.answers[request.key] else { return nil }
        guard known.request == request else {
            let what =
                known.request.method == request.method
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

    /// Caches the result of a request that has none.
    public mutating func keep(_ answer: Answer, of user: UInt32) {
        pages[user, default: Page()].keep(answer)
    }

    /// The cached results of all users, from the oldest to the newest for each user.
    public var all: [(user: UInt32, answer: Answer)] {
        pages.keys.sorted().flatMap { user in
            (pages[user]?.latest ?? []).map { (user: user, answer: $0) }
        }
    }

    public var count: Int { pages.values.reduce(0) { $0 + $1.answers.count } }
}

extension IdempotencyCache.Page {
    mutating func keep(_ answer: IdempotencyCache.Answer) {
        let key = answer.request.key
        guard answers[key] == nil else { return }
        answers[key] = answer
        order.append(key)
        bytes += answer.bytes
        while answers.count > 1, answers.count > IdempotencyCache.maximumKeys || bytes > IdempotencyCache.maximumBytes {
            bytes -= answers.removeValue(forKey: order[forgotten])?.bytes ?? 0
            forgotten += 1
        }
        // Removing the evicted keys only occasionally makes eviction O(1) on average.
        if forgotten > 1_000, forgotten * 2 > order.count {
            order.removeFirst(forgotten)
            forgotten = 0
        }
    }

    var latest: [IdempotencyCache.Answer] { order[forgotten...].compactMap { answers[$0] } }
}

extension IdempotencyCache.Answer {
    fileprivate var bytes: Int { request.key.utf8.count + result.count }
}
