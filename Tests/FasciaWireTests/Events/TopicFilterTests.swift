import FasciaWire
import TestSupport
import Testing

@Suite struct TopicFilterTests {
    @Test func unknownKindsAreFound() {
        let meant = "unknown kind of change \"optoin\": did you mean \"option\"?"
        #expect(TopicFilter.warning(of: "optoin:a/**") == meant)
        let unlike = TopicFilter.warning(of: "x:**")
        #expect(unlike?.hasPrefix("unknown kind of change \"x\"; the kinds are option, group, ") == true, "\(unlike ?? "")")
        for known in ["option:a", "nav:main", "*:a", "v*:a", "**", "issue:*"] {
            #expect(TopicFilter.warning(of: known) == nil, "\(known)")
        }
        #expect(TopicFilter(["nav:main", "optoin:a/**"]).warnings == [meant])
        #expect(TopicFilter.all.warnings == [])
    }

    @Test(arguments: [
        ("option:extras/**", "option", "extras/ham", true), ("option:extras/**", "option", "extras/a/b", true),
        ("option:extras/**", "option", "extras", false), ("option:extras/**", "group", "extras/ham", false),
        ("option:extras/*", "option", "extras/ham", true), ("option:extras/*", "option", "extras/a/b", false),
        ("option:*/ham", "option", "extras/ham", true), ("option:*/ham", "option", "a/b/ham", false),
        ("option:**/ham", "option", "a/b/ham", true), ("option:**/ham", "option", "a/b/hamster", false),
        ("nav:main", "nav", "main", true), ("nav:main", "nav", "main2", false), ("nav:main", "nav", "mai", false),
        ("value:cpu/*", "value", "cpu/0", true), ("value:cpu/*", "value", "cpu/", true),
        ("value:cpu/*", "value", "cpu", false),
        ("issue:*", "issue", "warning", true), ("*:extras", "group", "extras", true),
        ("*:extras", "group", "a/extras", false),
        ("**", "anything", "a/b", true), ("value:a*b*c", "value", "a-b-b-c", true),
        ("value:a*b*c", "value", "a/b/c", false),
        ("value:a**c*e", "value", "abc/c/cde", true), ("value:**/x*/y", "value", "a/x/b/x1/y", true),
        ("value:**/x*/y", "value", "a/x/b/x1/z", false), ("value:*", "value", "", true),
        ("value:é*", "value", "éa", true),
        ("value:a***b", "value", "a/b", true), ("value:", "value", "", true), ("value:", "value", "a", false),
    ])
    func globs(_ pattern: String, _ kind: String, _ id: String, _ matches: Bool) {
        #expect(TopicFilter([pattern]).matches(kind: kind, id: id) == matches)
    }

    @Test func oneOfSeveralIsEnoughAndNoneMatchesNothing() {
        let filter = TopicFilter(["nav:main", "value:*"])
        #expect(filter.matches(kind: "value", id: "a"))
        #expect(!filter.matches(kind: "option", id: "a"))
        #expect(!TopicFilter([]).matches(kind: "option", id: "a"))
        #expect(TopicFilter.all.matches(kind: "option", id: "a"))
    }

    /// Naive backtracking would take exponential time for these patterns.
    @Test func manyWildcardsMatchInPolynomialTime() {
        let pattern = "value:" + String(repeating: "a*", count: 200) + "b"
        #expect(!TopicFilter([pattern]).matches(kind: "value", id: String(repeating: "a", count: 1_000)))
        let double = "value:" + String(repeating: "**a*", count: 200) + "b"
        #expect(!TopicFilter([double]).matches(kind: "value", id: String(repeating: "a/", count: 500)))
    }

    /// The matcher agrees with one that tries every possibility.
    @Test func agreesWithANaiveMatcher() {
        func naive(_ pattern: Substring, _ text: Substring) -> Bool {
            if pattern.hasPrefix("**") {
                let rest = pattern.drop { $0 == "*" }
                return text.indices.contains { naive(rest, text[$0...]) } || naive(rest, "")
            }
            switch pattern.first {
            case nil: return text.isEmpty
            case "*":
                let rest = pattern.dropFirst()
                if naive(rest, text) { return true }
                guard let first = text.first, first != "/" else { return false }
                return naive(pattern, text.dropFirst())
            case let letter: return text.first == letter && naive(pattern.dropFirst(), text.dropFirst())
            }
        }
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let pattern = "v:" + String((0..<6).compactMap { _ in "ab/**".randomElement(using: &random) })
            let id = String((0..<6).compactMap { _ in "ab/".randomElement(using: &random) })
            #expect(
                TopicFilter([pattern]).matches(kind: "v", id: id) == naive(pattern[...], "v:\(id)"), "\(pattern) \(id)")
        }
    }
}
