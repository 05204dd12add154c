import TestSupport
import Testing

@testable import FasciaModel

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("cheese", "cheese", 0), ("chese", "cheese", 1), ("cheesse", "cheese", 1),
        ("chaese", "cheese", 1), ("titel", "title", 1), ("widht", "width", 1), ("ab", "ba", 1), ("abc", "cba", 2),
        ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func distances(_ left: String, _ right: String, _ distance: Int) {
        #expect(Suggestion.distance(Array(left.utf8), Array(right.utf8)) == distance)
        #expect(Suggestion.distance(Array(right.utf8), Array(left.utf8)) == distance)
    }

    @Test(arguments: [
        ("cheese", "much cheese, please", 0), ("cheese", "much chese, please", 1), ("cheese", "CHEESE", 6),
        ("cheese", "", 6), ("", "cheese", 0), ("chsee", "the cheese", 1), ("ab", "a cb", 1),
    ])
    func distancesFromWhatStandsAnywhere(_ text: String, _ line: String, _ distance: Int) {
        #expect(Suggestion.distance(Array(text.utf8), Array(line.utf8), anywhere: true) == distance)
    }

    @Test func theNearestIsAtMostAThirdAway() {
        #expect(Suggestion.nearest(to: "exepct", among: ["on", "expect", "id"]) == "expect")
        #expect(Suggestion.nearest(to: "extremely", among: ["on", "expect", "id"]) == nil)
    }

    /// Words of up to 64 bytes are compared in another way, with the same result.
    @Test func shortWordsHaveTheSameDistanceAsInTheTable() {
        var generator = SeededGenerator(seed: 7)
        func word(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 97...99, using: &generator) } }
        for count in [0, 1, 2, 7, 31, 63, 64] {
            for _ in 0..<60 {
                let (left, right) = (word(count), word(Int.random(in: 0...80, using: &generator)))
                for anywhere in [false, true] {
                    #expect(
                        Suggestion.distance(left, right, anywhere: anywhere)
                            == Suggestion.tabulated(left, right, anywhere: anywhere))
                }
            }
        }
    }
}
