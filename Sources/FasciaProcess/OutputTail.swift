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

/// Splits an output into lines as it arrives.
public struct LineSplitter: Sendable {
    private var rest: [UInt8] = []
    /// The length at which a line is split.
    private static let longest = 4096

    public init() {}

    public mutating func lines(_ new: some Collection<UInt8>) -> [String] {
        rest += new
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var last = lines.removeLast()
        while last.count > Self.longest {
            lines.append(last.prefix(Self.longest))
            last = last.dropFirst(Self.longest)
        }
        rest = Array(last)
        return lines.map(Self.text)
    }

    /// The line at the end that has no line feed.
    public mutating func finish() -> [String] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [Self.text(rest[...])]
    }

    /// What a terminal would show of a line that a progress display overwrites with carriage returns.
    private static func text(_ line: ArraySlice<UInt8>) -> String {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let start = line.lastIndex(of: UInt8(ascii: "\r")).map { $0 + 1 } ?? line.startIndex
        return PlainText.plain(line[start...])
    }
}
