/// Fuzzy search: the letters of the query have to occur in the text in their order, with anything between them.
///
/// The algorithm and its weights are those of fzf (`FuzzyMatchV2` in `src/algo/algo.go`), which is a Smith-Waterman
/// alignment: a match at the start of a word and a run of matches count more, gaps count less.
public struct FuzzyMatch: Hashable, Sendable {
    /// Different ones: a word that occurs twice is found at the same place.
    private var terms: [[Unicode.Scalar]] = []

    /// - Parameter query: words, each of which has to be found.
    public init(_ query: String) {
        let words = query.prefix(Self.maximumLetters).split(whereSeparator: \.isWhitespace)
        for term in words.map({ $0.unicodeScalars.map(\.folded) }) where !terms.contains(term) { terms.append(term) }
    }

    /// More than a person types. The time of a search grows with it.
    private static let maximumLetters = 100

    public var isEmpty: Bool { terms.isEmpty }

    /// How well the text matches, higher is better; `nil` if a word of the query is not in it.
    public func score(_ text: FuzzyText) -> Int? { score([text]) }

    /// The same for several texts, where each word may be in another one. What is found in an earlier text counts more.
    public func score(_ texts: [FuzzyText]) -> Int? {
        var total = 0
        for term in terms {
            var best: Int?
            for (index, text) in texts.enumerated() {
                guard let score = text.score(term) else { continue }
                best = max(best ?? .min, score - index * Weight.laterText)
            }
            guard let best else { return nil }
            total += best
        }
        return total
    }

    /// Whether each word may be in one of the texts, or in the path, which is one text. Much cheaper than the score, which is `nil`
    /// for most.
    func mayMatch(_ texts: [String], path: [String]) -> Bool {
        terms.allSatisfy { term in texts.contains { Self.mayBe(term, in: [$0]) } || Self.mayBe(term, in: path) }
    }

    private static func mayBe(_ term: [Unicode.Scalar], in parts: [String]) -> Bool {
        var found = 0
        for part in parts {
            for byte in part.utf8 {
                // What is beyond ASCII is left to the score.
                guard byte < 0x80 else { return true }
                guard Unicode.Scalar(byte).folded == term[found] else { continue }
                found += 1
                if found == term.count { return true }
            }
        }
        return false
    }

    /// Whether each word stands in the text as it is. Such texts have the best scores.
    func isIn(_ text: String) -> Bool {
        let letters = text.unicodeScalars.map(\.folded)
        return terms.allSatisfy(letters.contains)
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
        static let firstLetterMultiplier = 2
        /// Matches in a title come before those in a path.
        static let laterText = match / 2
    }
}

/// A text prepared for fuzzy search.
public struct FuzzyText: Hashable, Sendable {
    private typealias Weight = FuzzyMatch.Weight

    /// In lower case.
    private let letters: [Unicode.Scalar]
    /// The additional weight of a match at each letter.
    private let bonus: [Int]

    /// The number of letters that are searched: people do not read more, and the time is bounded.
    static let maximumLetters = 256

    public init(_ text: String) {
        let original = text.unicodeScalars.prefix(FuzzyText.maximumLetters)
        letters = original.map(\.folded)
        var before: Unicode.Scalar?
        bonus = original.map { now in
            defer { before = now }
            guard let before else { return Weight.boundary }
            if !before.isWordLetter, now.isWordLetter { return Weight.boundary }
            let startsPart = before.isLower && now.isUpper || !before.isDigit && before.isWordLetter && now.isDigit
            return startsPart ? Weight.camelCase : 0
        }
    }

    /// The weight of the best alignment of a term; `nil` if it is not a subsequence.
    fileprivate func score(_ term: [Unicode.Scalar]) -> Int? {
        guard contains(term) else { return nil }
        if term.count == 1 {
            let places = letters.indices.lazy.filter { letters[$0] == term[0] }
            return places.map { matchScore(term[0], 0, $0, [], []).score ?? 0 }.max()
        }
        // For each end in the text: the best weight of the letters so far, and the length of the run that ends there.
        var scores = [Int?](repeating: 0, count: letters.count)
        var runs = [Int](repeating: 0, count: letters.count)
        for (position, wanted) in term.enumerated() {
            var next = [Int?](repeating: nil, count: letters.count)
            var nextRuns = [Int](repeating: 0, count: letters.count)
            var isInGap = false
            for index in letters.indices {
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
        return scores.lazy.compactMap { $0 }.max()
    }

    /// Whether the term is a subsequence.
    private func contains(_ term: [Unicode.Scalar]) -> Bool {
        var rest = term[...]
        for letter in letters where letter == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    /// The weight with the term's letter at `position` matched to the text's at `index`, and the length of its run.
    private func matchScore(
        _ wanted: Unicode.Scalar, _ position: Int, _ index: Int, _ scores: [Int?], _ runs: [Int]
    ) -> (score: Int?, run: Int) {
        guard letters[index] == wanted else { return (nil, 0) }
        guard position > 0 else { return (Weight.match + bonus[index] * Weight.firstLetterMultiplier, 1) }
        guard index > 0, let before = scores[index - 1] else { return (nil, 0) }
        let run = runs[index - 1] + 1
        guard run > 1 else { return (before + Weight.match + bonus[index], 1) }
        // A run counts as much as its start.
        return (before + Weight.match + max(bonus[index], bonus[index - run + 1], Weight.consecutive), run)
    }
}

extension Unicode.Scalar {
    /// In lower case. A letter whose lower case is longer stays as it is.
    fileprivate var folded: Unicode.Scalar {
        if isASCII { return isUpper ? Unicode.Scalar(UInt8(value) | 0x20) : self }
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower[lower.startIndex] : self
    }

    fileprivate var isUpper: Bool { isASCII ? ("A"..."Z").contains(self) : properties.isUppercase }
    fileprivate var isLower: Bool { isASCII ? ("a"..."z").contains(self) : properties.isLowercase }
    fileprivate var isDigit: Bool { isASCII ? ("0"..."9").contains(self) : properties.numericType != nil }
    fileprivate var isWordLetter: Bool { isUpper || isLower || isDigit || !isASCII && properties.isAlphabetic }
}
