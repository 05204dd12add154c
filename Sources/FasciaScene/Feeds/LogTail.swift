import FasciaDocument

/// The latest lines of a log.
public struct LogTail: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        /// Counts the lines of the log from its beginning.
        public var number: Int
        public var runs: [TextRun]
        fileprivate var bytes: Int
    }

    public private(set) var lines: [Line] = []
    private var count = 0
    private var bytes = 0

    public static let maximumLines = 1_000
    public static let maximumBytes = 256 * 1024
    /// Of a longer line, only the beginning is kept.
    public static let maximumLineBytes = 4_096

    public init() {}

    /// Adds lines, and drops the oldest ones if there are too many.
    public mutating func append(_ texts: [String]) {
        for text in texts.suffix(LogTail.maximumLines) {
            let runs = StyledLine.runs(of: LogTail.beginning(of: text))
            let size = runs.reduce(MemoryLayout<Line>.stride) { $0 + MemoryLayout<TextRun>.stride + $1.text.utf8.count }
            lines.append(Line(number: count, runs: runs, bytes: size))
            count += 1
            bytes += size
        }
        var surplus = 0
        while lines.count - surplus > LogTail.maximumLines || bytes > LogTail.maximumBytes, surplus < lines.count - 1 {
            bytes -= lines[surplus].bytes
            surplus += 1
        }
        lines.removeFirst(surplus)
    }

    /// The numbers of later lines follow those of the removed ones.
    public mutating func removeAll() { (lines, bytes) = ([], 0) }

    private static func beginning(of text: String) -> Substring {
        guard text.utf8.count > maximumLineBytes else { return text[...] }
        var end = text.utf8.index(text.startIndex, offsetBy: maximumLineBytes)
        // Not in the middle of a scalar.
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end]
    }
}
