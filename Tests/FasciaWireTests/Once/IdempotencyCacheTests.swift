import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct IdempotencyCacheTests {
    private func request(_ key: String, _ method: String = "toggle.set", _ params: JSON = [:]) -> IdempotentRequest {
        IdempotentRequest(key: key, method: method, params: params)
    }

    private func answer(_ key: String, _ result: String = "{}") -> IdempotencyCache.CachedResult {
        IdempotencyCache.CachedResult(request(key), revision: 7, result: Array(result.utf8))
    }

    @Test func repeatedRequestReturnsCachedResult() throws {
        var cache = IdempotencyCache()
        #expect(try cache.answer(to: request("k"), of: 1) == nil)
        cache.store(answer("k", "{\"revision\":7}"), of: 1)
        #expect(try cache.answer(to: request("k"), of: 1)?.result == Array("{\"revision\":7}".utf8))
        // The first result is kept.
        cache.store(answer("k", "{}"), of: 1)
        #expect(try cache.answer(to: request("k"), of: 1)?.result == Array("{\"revision\":7}".utf8))
    }

    @Test func keysAreSeparatePerUser() throws {
        var cache = IdempotencyCache()
        cache.store(answer("k"), of: 1)
        #expect(try cache.answer(to: request("k"), of: 2) == nil)
        #expect(try cache.answer(to: request("k", "nav.push"), of: 2) == nil)
    }

    @Test func aKeyOfAnotherRequestIsRefused() throws {
        var cache = IdempotencyCache()
        cache.store(answer("k"), of: 1)
        let other = #expect(throws: Refusal.self) { try cache.answer(to: request("k", "nav.push"), of: 1) }
        #expect(other?.reason == .conflict)
        #expect(
            other?.message == "the key \"k\" was used for toggle.set, at revision 7: use a new key for a new request")
        let params = #expect(throws: Refusal.self) { try cache.answer(to: request("k", "toggle.set", ["a": 1]), of: 1) }
        #expect(params?.message.hasPrefix("the key \"k\" was used for toggle.set with other parameters, at") == true)
        #expect(params?.details == ["once": "k", "method": "toggle.set", "revision": 7])
    }

    @Test func digestIgnoresMemberOrder() {
        let first = request("k", "m", ["a": 1, "b": ["c": [1, 2], "d": "x"], "once": "k"])
        #expect(first == request("k", "m", ["b": ["d": "x", "c": [1, 2]], "once": "other", "a": 1]))
        for other: JSON in [
            ["a": 1], ["a": 2, "b": ["c": [1, 2], "d": "x"]], ["a": 1, "b": ["c": [2, 1], "d": "x"]],
            ["a": 1, "b": ["c": [12], "d": "x"]], ["a": 1, "b": ["c": [1, 2], "d": "x", "once": "k"]],
            ["a": "1", "b": ["c": [1, 2], "d": "x"]],
        ] { #expect(first != request("k", "m", other), "\(other)") }
    }

    /// The journal keeps no hash of the parameters: a secret could be guessed from it.
    @Test func afterARestartOnlyTheMethodIsCompared() throws {
        var cache = IdempotencyCache()
        let recovered = IdempotentRequest(key: "k", method: "value.set")
        cache.store(IdempotencyCache.CachedResult(recovered, revision: 7, result: Array("{}".utf8)), of: 1)
        #expect(try cache.answer(to: request("k", "value.set", ["key": "pin", "value": 1]), of: 1)?.revision == 7)
        #expect(throws: Refusal.self) { try cache.answer(to: request("k", "nav.push"), of: 1) }
    }

    @Test func keyLimitEvictsOldest() throws {
        var cache = IdempotencyCache()
        for number in 0..<IdempotencyCache.maximumKeysPerUser + 2_500 { cache.store(answer("k\(number)"), of: 1) }
        cache.store(answer("other"), of: 2)
        #expect(cache.count == IdempotencyCache.maximumKeysPerUser + 1)
        #expect(try cache.answer(to: request("k2499"), of: 1) == nil)
        #expect(try cache.answer(to: request("k2500"), of: 1) != nil)
        #expect(cache.all.map(\.answer.request.key).first == "k2500")
        #expect(cache.all.last?.user == 2)
    }

    @Test func byteLimitEvictsOldest() throws {
        var cache = IdempotencyCache()
        let long = String(repeating: "x", count: IdempotencyCache.maximumBytesPerUser / 2)
        for key in ["a", "b", "c"] { cache.store(answer(key, long), of: 1) }
        #expect(cache.count == 1)
        cache.store(answer("d", long + long + long), of: 1)
        #expect(cache.all.map(\.answer.request.key) == ["d"])
    }
}
