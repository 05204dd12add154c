import FasciaScene

extension Choices {
    /// The most rows of a filter that are shown: the best ones.
    private static let maximumMatches = 1_000

    /// The indices of the options in which the letters occur in their order, the best ones first; all of them for no letters.
    func matches(_ text: String) -> [Int] {
        let query = FuzzyMatch(text)
        guard !query.isEmpty else { return Array(options.indices) }
        let found = options.indices.compactMap { index -> (index: Int, score: Int)? in
            query.score(FuzzyText(options[index].label)).map { (index, $0) }
        }
        return found.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.prefix(Self.maximumMatches).map(\.index)
    }
}
