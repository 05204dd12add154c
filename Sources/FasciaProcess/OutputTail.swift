/// The last bytes of an output, however long that was.
public struct OutputTail: Hashable, Sendable {
    public private(set) var bytes: [UInt8] = []
    /// Whether earlier bytes were dropped.
    public private(set) var isShortened = false
    let limit: Int

    public init(limit: Int = 64 * 1024) { self.limit = limit }

    public mutating func append(_ new: some Collection<UInt8>) {
        bytes.append(contentsOf: new)
        // Cuts at twice the limit, so that each byte is moved once.
        if bytes.count > 2 * limit { cut() }
    }

    /// Call at the end: drops what is more than the limit.
    mutating func cut() {
        guard bytes.count > limit else { return }
        bytes.removeFirst(bytes.count - limit)
        isShortened = true
    }

    /// The text without escape sequences and control characters.
    public var text: String { PlainText.plain(bytes) }

    /// The last lines that are not blank, as one: the very last often says only where to look. `nil` if there are none.
    public var lastLines: String? {
        var text: String?
        for line in lines(last: 3).reversed() {
            guard let later = text else {
                text = line
                continue
            }
            guard line.utf8.count + later.utf8.count < Self.longestReason else { break }
            text = line + (line.last.map { ".:;,!?".contains($0) } == true ? " " : "; ") + later
        }
        return text
    }

    /// In bytes: the daemon keeps 1,024 of a reason. The last line is kept, however long it is.
    private static let longestReason = 900

    private func lines(last count: Int) -> [String] {
        text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.suffix(count).map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The last line that is not blank.
    public var lastLine: String? {
        text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map {
            String($0.drop(while: \.isWhitespace))
        }
    }
}
