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

    /// The last line that is not blank.
    public var lastLine: String? {
        text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map {
            String($0.drop(while: \.isWhitespace))
        }
    }
}
