import Glibc

/// Finds lines in a byte stream that arrives in pieces of any size.
///
/// An overlong line is skipped without being stored. The bytes stay in the caller's buffer; this type only keeps the
/// position.
struct LineScanner {
    enum Step: Equatable {
        /// A line of `length` bytes at the start of the unread bytes. Its end (LF or CR LF) is included in `consumed`.
        case line(length: Int, consumed: Int)
        /// The end of an overlong line.
        case tooLong(consumed: Int)
        /// No end of line yet. The first `consumed` bytes can be dropped.
        case incomplete(consumed: Int)

        var consumed: Int {
            switch self {
            case .line(_, let consumed), .tooLong(let consumed), .incomplete(let consumed): consumed
            }
        }
    }

    let limit: Int
    /// Whether the unread bytes belong to an overlong line.
    private(set) var isInsideOverlongLine = false
    /// Number of unread bytes known to contain no line feed, so that a line arriving in many pieces is searched once.
    private var searched = 0

    /// - Parameter isInsideOverlongLine: Whether the next bytes continue an overlong line.
    init(limit: Int, isInsideOverlongLine: Bool = false) {
        self.limit = limit
        self.isInsideOverlongLine = isInsideOverlongLine
    }

    /// At the end of the stream: whether it ends inside an overlong line. Resets the state.
    mutating func endsInLongLine() -> Bool {
        defer { isInsideOverlongLine = false }
        return isInsideOverlongLine
    }

    /// The next step for the unread bytes. The caller drops `consumed` bytes before the next call.
    mutating func next(_ unread: UnsafeRawBufferPointer) -> Step {
        guard let base = unread.baseAddress, unread.count > searched,
            let found = memchr(base + searched, 10, unread.count - searched)
        else {
            // One byte over the limit may be the carriage return, which does not count.
            if isInsideOverlongLine || unread.count > limit + 1 {
                isInsideOverlongLine = true
                searched = 0
                return .incomplete(consumed: unread.count)
            }
            searched = unread.count
            return .incomplete(consumed: 0)
        }
        let end = UnsafeRawPointer(found) - base
        let length = end > 0 && unread[end - 1] == 13 ? end - 1 : end
        searched = 0
        if isInsideOverlongLine || length > limit {
            isInsideOverlongLine = false
            return .tooLong(consumed: end + 1)
        }
        return .line(length: length, consumed: end + 1)
    }
}
