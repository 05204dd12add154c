import FasciaModel
import TestSupport
import Testing

@testable import FasciaWire

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

    /// The operations on a text do not depend on how often a part of the pattern could begin in it.
    @Test func everyPatternTakesFewStepsForEachByte() {
        let long = String(repeating: "a", count: 120)
        for (pattern, text) in [
            ("value:**\(long)**\(long)*c", "value:" + String(repeating: "a", count: 250) + "c/c"),
            ("value:" + String(repeating: "a*", count: 200) + "b", "value:" + String(repeating: "a", count: 1_000) + "b/b"),
            ("value:" + String(repeating: "**a*", count: 200) + "b", "value:" + String(repeating: "a/", count: 500) + "b/b"),
            ("**a*" + String(repeating: "/a", count: 60) + "*b", String(repeating: "a/", count: 125) + "b"),
        ] {
            var (text, steps) = (text, 0)
            _ = text.withUTF8 { Glob(pattern).matches($0, counting: &steps) }
            #expect(steps <= text.utf8.count * (pattern.utf8.count / 64 + 1), "\(pattern)")
            #expect(steps > 0, "\(pattern)")
        }
        // What differs before the first wildcard or after the last one takes none.
        var (text, steps) = (String(repeating: "a", count: 250), 0)
        let others = (0..<100).map { Glob("**\(long)**\(long)c\($0)") }
        #expect(text.withUTF8 { text in others.allSatisfy { !$0.matches(text, counting: &steps) } })
        #expect(steps == 0)
    }

    /// A change costs little, however many filters of other things there are.
    @Test(arguments: [
        ("value:g7/1", 3), ("value:g7/*", 3), ("value:g7", 3), ("value:g500/**", 0), ("value:*", 300), ("value:g7*", 300),
        ("option:g7/*", 0), ("option:*", 0), ("screen:main", 1), ("screen:*", 1), ("v*:g7/1", 301),
    ])
    func onlyChangesOfItsKindAndFirstSegmentAreComparedWithAFilter(_ pattern: String, _ most: Int) {
        let values = (0..<300).map { Change.value(key: "g\($0 / 3)/\($0 % 3)", from: .null, to: 1) }
        let changes = values + [.screen(id: "main", nodes: 1)]
        var comparisons = 0
        let selected = EventTopics(changes).indices(selectedBy: GlobIndex([Glob(pattern)]), counting: &comparisons)
        #expect(selected == changes.indices.filter { TopicFilter([pattern]).matches(changes[$0]) })
        #expect(comparisons == most)
    }

    /// The matcher agrees with a table of all pairs of a rest of the pattern and a rest of the text.
    @Test func agreesWithAModelForLongPatterns() {
        enum Token { case byte(UInt8), star, anything }
        func model(_ tokens: [Token], _ text: [UInt8]) -> Bool {
            var below: [Bool] = (0...text.count).map { $0 == text.count }
            for token in tokens.reversed() {
                var row = [Bool](repeating: false, count: text.count + 1)
                for at in stride(from: text.count, through: 0, by: -1) {
                    switch token {
                    case .byte(let byte): row[at] = at < text.count && text[at] == byte && below[at + 1]
                    case .star: row[at] = below[at] || at < text.count && text[at] != UInt8(ascii: "/") && row[at + 1]
                    case .anything: row[at] = below[at] || at < text.count && row[at + 1]
                    }
                }
                below = row
            }
            return below[0]
        }
        var random = SeededGenerator(seed: 5)
        var matched = 0
        let count = Torture.isOn ? 5_000 : 500
        for _ in 0..<count {
            var (pattern, tokens): (String, [Token]) = ("", [])
            var text = ""
            var isAfterWildcard = false
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let literal = String(
                    (0..<Int.random(in: 1...30, using: &random)).compactMap { _ in "aab/".randomElement(using: &random) })
                switch Int.random(in: 0...3, using: &random) {
                case 0 where !isAfterWildcard:
                    (pattern, tokens, isAfterWildcard) = (pattern + "*", tokens + [.star], true)
                    text += literal.filter { $0 != "/" }
                case 1 where !isAfterWildcard:
                    (pattern, tokens, isAfterWildcard) = (pattern + "**", tokens + [.anything], true)
                    text += literal
                default:
                    (pattern, tokens, isAfterWildcard) = (pattern + literal, tokens + literal.utf8.map { .byte($0) }, false)
                    text += Int.random(in: 0...40, using: &random) == 0 ? "b" + literal : literal
                }
            }
            let expected = model(tokens, Array(text.utf8))
            if expected { matched += 1 }
            let found = text.withUTF8 { Glob(pattern).matches($0) }
            #expect(found == expected, "\(pattern) \(text)")
        }
        #expect((count / 5..<count * 49 / 50).contains(matched), "\(matched)")
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
