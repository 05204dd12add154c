/// A compiled pattern for names with `/` between segments.
///
/// `*` matches any characters within one segment, `**` matches any characters, and everything else matches itself.
package struct Glob: Hashable, Sendable {
    /// `*` and `**`: bytes that do not occur in UTF-8.
    private static let (withinSegment, anything): (UInt8, UInt8) = (0xFE, 0xFF)

    package let pattern: String
    private let pieces: [UInt8]
    /// The bytes before the first wildcard. Most names already differ there.
    private let prefix: [UInt8]

    package init(_ pattern: String) {
        var pieces: [UInt8] = []
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "*") {
                pieces.append(byte)
            } else if rest.first == UInt8(ascii: "*") {
                rest = rest.drop { $0 == UInt8(ascii: "*") }
                pieces.append(Self.anything)
            } else {
                pieces.append(Self.withinSegment)
            }
        }
        self.pattern = pattern
        let wildcard = pattern.utf8.firstIndex(of: UInt8(ascii: "*")) ?? pattern.utf8.endIndex
        prefix = Array(pattern.utf8[..<wildcard])
        self.pieces = Array(pieces[prefix.count...])
    }

    package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= prefix.count else { return false }
        for index in prefix.indices where text[index] != prefix[index] { return false }
        return matchesRest(text)
    }

    /// Greedy matching with two backtracking points: the last `*`, and the last `**` for when that `*` cannot match
    /// more. Earlier wildcards need no backtracking, because a later one of the same kind can match whatever the
    /// earlier one could. The time is therefore polynomial: at most the squared product of the lengths.
    private func matchesRest(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (index, piece) = (prefix.count, 0)
        var star: (index: Int, piece: Int)?
        var doubleStar: (index: Int, piece: Int)?
        while true {
            if piece < pieces.count {
                switch pieces[piece] {
                case Self.anything:
                    // At the end of the pattern it matches the rest.
                    if piece == pieces.count - 1 { return true }
                    piece += 1
                    doubleStar = (index, piece)
                    star = nil
                    continue
                case Self.withinSegment:
                    piece += 1
                    star = (index, piece)
                    continue
                case let byte:
                    if index < text.count, text[index] == byte {
                        index += 1
                        piece += 1
                        continue
                    }
                }
            } else if index == text.count {
                return true
            }
            // Let the last wildcard match one more byte.
            if let last = star, last.index < text.count, text[last.index] != UInt8(ascii: "/") {
                star = (last.index + 1, last.piece)
                (index, piece) = (last.index + 1, last.piece)
            } else if let last = doubleStar, last.index < text.count {
                doubleStar = (last.index + 1, last.piece)
                star = nil
                (index, piece) = (last.index + 1, last.piece)
            } else {
                return false
            }
        }
    }
}
