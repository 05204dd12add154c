import FasciaDocument
import FasciaModel
import FasciaWire
import Testing

@Suite struct OnceBookTests {
    private func request(_ key: String, _ method: String = "toggle.set", _ params: JSON = [:]) -> IdempotentRequest {
        IdempotentRequest(key: key, method: method, params: params)
    }

    private func answer(_ key: String, _ result: String = "{}") -> IdempotencyCache.Answer {
        IdempotencyCache.Answer(request(key), revision: 7, result: Array(result.utf8))
    }

    @Test func repeatedRequestReturnsCachedResult() throws {
        var book = IdempotencyCache()
        #expect(try book.answer(to: request("k"), of: 1) == nil)
        book.keep(answer("k", "{\"revision\":7}"), of: 1)
        #expect(try book.answer(to: request("k"), of: 1)?.result == Array("{\"revision\":7}".utf8))
        // The first result is kept.
        book.keep(answer("k", "{}"), of: 1)
        #expect(try book.answer(to: request("k"), of: 1)?.result == Array("{\"revision\":7}".utf8))
    }

    @Test func keysAreSeparatePerUser() throws {
        var book = IdempotencyCache()
        book.keep(answer("k"), of: 1)
        #expect(try book.answer(to: request("k"), of: 2) == nil)
        #expect(try book.answer(to: request("k", "nav.push"), of: 2) == nil)
    }

    @Test func aKeyThatWasUsedForSomethingElseIsRefused() throws {
        var book = IdempotencyCache()
        book.keep(answer("k"), of: 1)
        let other = #expect(throws: Refusal.self) { try book.answer(to: request("k", "nav.push"), of: 1) }
        #expect(other?.reason == .conflict)
        #expect(
            other?.message == "the key \"k\" was used for toggle.set, at revision 7: take a new key for each request, "
                + "and the old one only to send the same again")
        let params = #expect(throws: Refusal.self) { try book.answer(to: request("k", "toggle.set", ["a": 1]), of: 1) }
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
        // The digest is stored, so it must be the same in every process.
        #expect(request("k", "m", ["a": 1]).digest == 0x0b05_cdf1_991e_7cf7)
    }

    @Test func keyLimitEvictsOldest() throws {
        var book = IdempotencyCache()
        for number in 0..<IdempotencyCache.maximumKeys + 2_500 { book.keep(answer("k\(number)"), of: 1) }
        book.keep(answer("other"), of: 2)
        #expect(book.count == IdempotencyCache.maximumKeys + 1)
        #expect(try book.answer(to: request("k2499"), of: 1) == nil)
        #expect(try book.answer(to: request("k2500"), of: 1) != nil)
        #expect(book.all.map(\.answer.request.key).first == "k2500")
        #expect(book.all.last?.user == 2)
    }

    @Test func byteLimitEvictsOldest() throws {
        var book = IdempotencyCache()
        let long = String(repeating: "x", count: IdempotencyCache.maximumBytes / 2)
        for key in ["a", "b", "c"] { book.keep(answer(key, long), of: 1) }
        #expect(book.count == 1)
        book.keep(answer("d", long + long + long), of: 1)
        #expect(book.all.map(\.answer.request.key) == ["d"])
    }
}
