/// Answers for an unattended run, from a file of lines `ID=ANSWER`. Several lines with one id are the lines of one answer. Empty
/// lines and lines that begin with `#` are ignored.
public struct Preseed: Hashable, Sendable {
    private var answers: [String: [String]] = [:]

    public struct ParseError: Error, Hashable, Sendable {
        public var line: Int

        public init(line: Int) { self.line = line }
    }

    public init(_ text: String) throws(ParseError) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.drop { $0 == " " || $0 == "\t" }
            guard let first = words.first, first != "#" else { continue }
            guard let equals = words.firstIndex(of: "="), equals > words.startIndex else { throw ParseError(line: index + 1) }
            answers[String(words[..<equals]), default: []].append(String(words[words.index(after: equals)...]))
        }
    }

    /// The lines of the answer to a question; `nil` if it has none.
    public func answer(_ id: String) -> [String]? { answers[id] }
}
