import Testing
@testable import FasciaScene

struct FuzzyMatchTests {
    private func best(_ query: String, _ texts: String...) -> String? {
        let match = FuzzyMatch(query)
        return texts.compactMap { text in match.score(FuzzyText(text)).map { (text, $0) } }.max { $0.1 < $1.1 }?.0
    }

    private func score(_ query: String, _ text: String) -> Int? { FuzzyMatch(query).score(FuzzyText(text)) }

    @Test func theLettersOccurInTheirOrder() {
        #expect(score("bkp", "Backup") != nil)
        #expect(score("pkb", "Backup") == nil)
        #expect(score("backups", "Backup") == nil)
        #expect(score("", "Backup") == 0)
    }

    @Test func eitherCaseAndAnyScriptMatches() {
        #expect(score("BACK", "backup") == score("back", "BACKUP"))
        #expect(score("ärz", "Ärzte") != nil)
        #expect(score("日", "日本") != nil)
    }

    @Test func eachWordHasToMatch_inAnyOrder() {
        #expect(score("lamp desk", "Desk lamp") != nil)
        #expect(score("lamp kitchen", "Desk lamp") == nil)
    }

    @Test func everyWordOfALongQueryCounts_upToItsLength() {
        #expect(score(Array(repeating: "lamp", count: 100_000).joined(separator: " "), "Lamp") != nil)
        #expect(score("a b c d e f g h i", "a b c d e f g h i") != nil)
        #expect(score("a b c d e f g h zzz", "a b c d e f g h") == nil)
    }

    @Test func theStartOfAWordCountsMore() {
        #expect(best("nu", "Menu", "New user") == "New user")
        #expect(best("s", "Desk", "Sound") == "Sound")
        #expect(best("lt", "Salt", "left/top") == "left/top")
        #expect(best("fb", "fooBar", "foobar") == "fooBar")
        #expect(best("v2", "vv2", "v 2") == "v 2")
    }

    @Test func aRunOfLettersCountsMoreThanScatteredOnes() {
        #expect(best("net", "Internet", "Night editor top") == "Night editor top", "three starts of words")
        #expect(best("net", "inet", "xnxext") == "inet")
        #expect(best("box", "bo x x", "box") == "box")
    }

    @Test func aShortGapCostsLessThanALongOne() {
        #expect(best("ab", "a-----b", "a-b") == "a-b")
    }

    /// The best of several alignments counts, not the first one.
    @Test func theBestAlignmentCounts() {
        #expect(score("foo", "fxoxo foo") == score("foo", "xx foo"))
    }

    @Test func titleMatchScoresHigher() throws {
        let match = FuzzyMatch("lamp")
        #expect(
            try #require(match.score(["Lamp", "x"].map(FuzzyText.init))) > #require(
                match.score(["x", "Lamp"].map(FuzzyText.init))))
        #expect(FuzzyMatch("lamp desk").score(["Lamp", "Desk"].map(FuzzyText.init)) != nil)
        #expect(FuzzyMatch("lamp desk").score(["Lamp", "Kitchen"].map(FuzzyText.init)) == nil)
    }

    /// What is not looked at closely has no score.
    @Test func whatCannotMatchHasNoScore() {
        let texts = ["Backup", "b k p", "Ärzte", "KUP", "", "x y", "日本", "back\u{212A}up"]
        var passedOver = 0
        for query in ["bkp", "kup", "ä", "x y", "b u", "zz", "ÄR", "日", "k", "up back"] {
            for (first, second) in texts.flatMap({ text in texts.map { (text, $0) } }) {
                let match = FuzzyMatch(query)
                guard !match.mayMatch([first], path: [second]) else { continue }
                passedOver += 1
                #expect(match.score([first, second].map(FuzzyText.init)) == nil, "\(query) in \(first), \(second)")
            }
        }
        #expect(passedOver > 100)
    }

    @Test func aSingleLetterScoresAsTheStartOfALongerWord() throws {
        let (letter, word) = (try #require(score("n", "The Net")), try #require(score("ne", "The Net")))
        #expect(letter == 16 + 2 * 8 && word == letter + 16 + 8)
        #expect(try #require(score("e", "The Net")) == 16)
    }

    @Test func aWordThatOccursTwiceCountsOnce() {
        #expect(score("net net NET", "Net") == score("net", "Net"))
    }

    @Test func aLongTextIsSearchedInItsFirstPart() {
        #expect(score("z", String(repeating: "a", count: 100_000) + "z") == nil)
    }
}
