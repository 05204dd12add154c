/// Fuzzy search: the characters of the query have to occur in the text in their order, with anything between them.
///
/// The algorithm and its weights are those of fzf (`FuzzyMatchV2` in `src/algo/algo.go`), which is a Smith-Waterman
/// alignment: a match at the start of a word and a run of matches count more, gaps count less.
public struct FuzzyMatch: Hashable, Sendable {
    private let terms: [[Character]]

    /// - Parameter query: words, each of which has to be found.
    public init(_ query: String) {
        terms = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.prefix(64)) }
    }

    public var isEmpty: Bool { terms.isEmpty }

    /// How well the text matches, higher is better; `nil` if a word of the query is not in it.
    public func score(_ text: String) -> Int? {
        score([text])
    }

    /// The same for several texts, where each word may be in another one. What is found in an earlier text counts more.
    public func score(_ texts: [String]) -> Int? {
        let texts = texts.map { FuzzyText($0) }
        var total = 0
        for term in terms {
            let scores = texts.enumerated().compactMap { index, text in
                text.score(term).map { $0 - index * Weight.laterText }
            }
            guard let best = scores.max() else { return nil }
            total += best
        }
        return total
    }

    fileprivate enum Weight {
        static let match = 16
        static let gapStart = -3
        static let gapExtension = -1
        /// After a blank or punctuation.
        static let boundary = match / 2
        /// An upper-case letter after a lower-case one, or a digit after a letter.
        static let camelCase = boundary + gapExtension
        static let consecutive = -(gapStart + gapExtension)
        static let firstCharacterMultiplier = 2
        /// Matches in a title come before those in a path.
        static let laterText = match / 2
    }
}

/// A text with the bonus of each of its characters.
private struct FuzzyText {
    typealias Weight = FuzzyMatch.Weight

    private let characters: [Character]
    private let bonus: [Int]

    init(_ text: String) {
        // A longer text would make the search slow, and nobody reads it.
        let original = Array(text.prefix(256))
        // A character whose lower case has several characters stays as it is.
        characters = original.map { Character(exactly: $0.lowercased()) ?? $0 }
        bonus = original.indices.map { index in
            let now = original[index]
            guard index > 0 else { return Weight.boundary }
            let before = original[index - 1]
            if !before.isLetter, !before.isNumber, now.isLetter || now.isNumber { return Weight.boundary }
            if before.isLowercase, now.isUppercase { return Weight.camelCase }
            if before.isLetter, now.isNumber { return Weight.camelCase }
            return 0
        }
    }

    /// The best alignment of a term; `nil` if it is not a subsequence.
    func score(_ term: [Character]) -> Int? {
        guard term.count <= characters.count else { return nil }
        // For each end in the text: the best score of the characters so far, the length of the run that ends there, and
        // whether the alignment is in a gap.
        var scores = [Int?](repeating: 0, count: characters.count)
        var runs = [Int](repeating: 0, count: characters.count)
        for (position, wanted) in term.enumerated() {
            var next = [Int?](repeating: nil, count: characters.count)
            var nextRuns = [Int](repeating: 0, count: characters.count)
            var isInGap = false
            for index in characters.indices {
                let gap = index > 0 ? next[index - 1].map { $0 + (isInGap ? Weight.gapExtension : Weight.gapStart) } : nil
                let (match, run) = matchScore(wanted, position, index, scores, runs)
                if let match, match >= gap ?? .min {
                    (next[index], nextRuns[index], isInGap) = (match, run, false)
                } else {
                    (next[index], isInGap) = (gap, true)
                }
            }
            (scores, runs) = (next, nextRuns)
        }
        return scores.compactMap { $0 }.max()
    }

    /// The score of the term's character at `position` matched with the text's at `index`, and the length of its run.
    private func matchScore(
        _ wanted: Character, _ position: Int, _ index: Int, _ scores: [Int?], _ runs: [Int]
    ) -> (score: Int?, run: Int) {
        guard characters[index] == wanted else { return (nil, 0) }
        guard position > 0 else { return (Weight.match + bonus[index] * Weight.firstCharacterMultiplier, 1) }
        guard index > 0, let before = scores[index - 1] else { return (nil, 0) }
        let run = runs[index - 1] + 1
        guard run > 1 else { return (before + Weight.match + bonus[index], 1) }
        // A run counts as much as its start.
        let start = bonus[index - run + 1]
        return (before + Weight.match + max(bonus[index], start, Weight.consecutive), run)
    }
}

extension Character {
    fileprivate init?(exactly text: String) {
        guard text.count == 1, let only = text.first else { return nil }
        self = only
    }
}
