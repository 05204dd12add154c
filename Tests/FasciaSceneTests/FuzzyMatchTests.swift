import Testing
@testable import FasciaScene

struct FuzzyMatchTests {
    private func best(_ query: String, _ texts: String...) -> String? {
        let match = FuzzyMatch(query)
        return texts.compactMap { text in match.score(text).map { (text, $0) } }.max { $0.1 < $1.1 }?.0
    }

    @Test func theLettersOccurInTheirOrder() {
        #expect(FuzzyMatch("bkp").score("Backup") != nil)
        #expect(FuzzyMatch("pkb").score("Backup") == nil)
        #expect(FuzzyMatch("backups").score("Backup") == nil)
        #expect(FuzzyMatch("").score("Backup") == 0)
    }

    @Test func eitherCaseAndAnyScriptMatches() {
        #expect(FuzzyMatch("BACK").score("backup") == FuzzyMatch("back").score("BACKUP"))
        #expect(FuzzyMatch("ärz").score("Ärzte") != nil)
        #expect(FuzzyMatch("日").score("日本") != nil)
    }

    @Test func eachWordHasToMatch_inAnyOrder() {
        #expect(FuzzyMatch("lamp desk").score("Desk lamp") != nil)
        #expect(FuzzyMatch("lamp kitchen").score("Desk lamp") == nil)
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
        #expect(FuzzyMatch("foo").score("fxoxo foo") == FuzzyMatch("foo").score("xx foo"))
    }

    @Test func whatIsFoundInTheTitleCountsMore() throws {
        let match = FuzzyMatch("lamp")
        #expect(try #require(match.score(["Lamp", "x"])) > #require(match.score(["x", "Lamp"])))
        #expect(FuzzyMatch("lamp desk").score(["Lamp", "Desk"]) != nil)
        #expect(FuzzyMatch("lamp desk").score(["Lamp", "Kitchen"]) == nil)
    }

    @Test func aLongTextIsSearchedInItsFirstPart() {
        #expect(FuzzyMatch("z").score(String(repeating: "a", count: 100_000) + "z") == nil)
    }
}
