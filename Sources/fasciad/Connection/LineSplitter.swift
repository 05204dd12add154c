import Glibc

/// Finds the lines in what a peer sends, whatever the pieces it arrives in.
///
/// A line over the limit is passed over to its end without being kept. The bytes themselves stay in the caller's
/// buffer; this is only the place in it.
struct LineSplitter {
    enum Step: Equatable {
        /// A line from the start of the unread bytes, `length` long, with its end (a line feed, or a carriage return
        /// and one) after `consumed` bytes.
        case line(length: Int, consumed: Int)
        /// The end of a line that was too long, after `consumed` bytes.
        case tooLong(consumed: Int)
        /// No end of line yet. `consumed` bytes are not needed any more.
        case incomplete(consumed: Int)

        var consumed: Int {
            switch self {
            case .line(_, let consumed), .tooLong(let consumed), .incomplete(let consumed): consumed
            }
        }
    }

    let limit: Int
    /// Within a line that was too long.
    private(set) var isInsideOverlongLine = false
    /// How many of the unread bytes are known to hold no line feed, so that a line that comes in a thousand pieces
    /// is searched once, not a thousand times.
    private var searched = 0

    /// - Parameter isInsideOverlongLine: whether what comes is the rest of a line that was too long.
    init(limit: Int, isInsideOverlongLine: Bool = false) {
        self.limit = limit
        self.isInsideOverlongLine = isInsideOverlongLine
    }

    /// At the end of what the peer sends: whether it ends within a line that was too long.
    mutating func endsInLongLine() -> Bool {
        defer { isInsideOverlongLine = false }
        return isInsideOverlongLine
    }

    /// What comes next in the unread bytes. The caller drops `consumed` bytes before it asks again.
    mutating func next(_ unread: UnsafeRawBufferPointer) -> Step {
        guard let base = unread.baseAddress, unread.count > searched,
            let found = memchr(base + searched, 10, unread.count - searched)
        else {
            // One byte more may be a carriage return, which is not of the line.
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
