import FasciaModel

/// The idempotency cache: the results of the latest requests with an idempotency key, for each user. Repeating a
/// request returns the cached result.
///
/// Each user has separate keys and a separate quota, so users cannot read or evict the results of others. Errors are
/// not cached: a failed request changed nothing and can be retried.
public struct IdempotencyCache: Equatable, Sendable {
    public struct CachedResult: Equatable, Sendable {
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
    public static let maximumKeysPerUser = 10_000
    /// The maximum size of one user's keys and results in bytes. The latest result is always kept.
    public static let maximumBytesPerUser = 16_777_216

    fileprivate struct UserCache: Equatable, Sendable {
        var answers: [String: CachedResult] = [:]
        /// From the oldest to the newest; the first `evictedCount` are evicted.
        var order: [String] = []
        var evictedCount = 0
        var bytes = 0
    }

    private var users: [UInt32: UserCache] = [:]

    public init() {}

    /// The cached result of a request.
    ///
    /// - Returns: `nil` if the request has no cached result.
    /// - Throws: `conflict` if the key belongs to another request.
    public func answer(to request: IdempotentRequest, of user: UInt32) throws(Refusal) -> CachedResult? {
        guard let cached = users[user]?.answers[request.key] else { return nil }
        guard request.repeats(cached.request) else {
            let what =
                cached.request.method == request.method
                ? "\(request.method) with other parameters" : cached.request.method
            throw Refusal(
                .conflict,
                "the key \"\(request.key)\" was used for \(what), at revision \(cached.revision): "
                    + "use a new key for a new request",
                details: [
                    "once": .string(request.key), "method": .string(cached.request.method),
                    "revision": .int(cached.revision),
                ])
        }
        return cached
    }

    /// Caches the result of a request that has none.
    public mutating func store(_ answer: CachedResult, of user: UInt32) {
        users[user, default: UserCache()].store(answer)
    }

    /// The cached results of all users, from the oldest to the newest for each user.
    public var all: [(user: UInt32, answer: CachedResult)] {
        users.keys.sorted().flatMap { user in
            (users[user]?.latest ?? []).map { (user: user, answer: $0) }
        }
    }

    public var count: Int { users.values.reduce(0) { $0 + $1.answers.count } }
}

extension IdempotencyCache.UserCache {
    mutating func store(_ answer: IdempotencyCache.CachedResult) {
        let key = answer.request.key
        guard answers[key] == nil else { return }
        answers[key] = answer
        order.append(key)
        bytes += answer.bytes
        while answers.count > 1,
            answers.count > IdempotencyCache.maximumKeysPerUser || bytes > IdempotencyCache.maximumBytesPerUser
        {
            bytes -= answers.removeValue(forKey: order[evictedCount])?.bytes ?? 0
            evictedCount += 1
        }
        // Removing the evicted keys only occasionally makes eviction O(1) on average.
        if evictedCount > 1_000, evictedCount * 2 > order.count {
            order.removeFirst(evictedCount)
            evictedCount = 0
        }
    }

    var latest: [IdempotencyCache.CachedResult] { order[evictedCount...].compactMap { answers[$0] } }
}

extension IdempotencyCache.CachedResult {
    fileprivate var bytes: Int { request.key.utf8.count + result.count }
}
