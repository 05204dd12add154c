/// Splits an output into lines as it arrives.
public struct LineSplitter: Sendable {
    private var rest: [UInt8] = []
    /// The length at which a line is split.
    private let longest: Int
    private let isRaw: Bool

    /// - Parameter isRaw: whether lines keep their escape sequences and control characters, such as colours.
    public init(longest: Int = 4096, isRaw: Bool = false) {
        self.longest = longest
        self.isRaw = isRaw
    }

    public mutating func lines(_ new: some Collection<UInt8>) -> [String] {
        rest += new
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var last = lines.removeLast()
        while last.count > longest {
            lines.append(last.prefix(longest))
            last = last.dropFirst(longest)
        }
        rest = Array(last)
        return lines.map(text)
    }

    /// The line at the end that has no line feed.
    public mutating func finish() -> [String] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [text(rest[...])]
    }

    /// What a terminal would show of a line that a progress display overwrites with carriage returns.
    private func text(_ line: ArraySlice<UInt8>) -> String {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if isRaw { return String(decoding: line, as: UTF8.self) }
        let start = line.lastIndex(of: UInt8(ascii: "\r")).map { $0 + 1 } ?? line.startIndex
        return PlainText.plain(line[start...])
    }
}
