/// A compiled pattern for names with `/` between segments.
///
/// `*` matches any characters within one segment, `**` matches any characters, and everything else matches itself.
package struct Glob: Sendable {
    /// The maximum number of `*` and `**` in a pattern that a client sends.
    package static let maximumWildcards = 8

    package let pattern: String
    /// The number of `*` and `**`.
    package let wildcards: Int
    /// The bytes before the first wildcard, and those after the last one. Most names already differ there.
    private let prefix, suffix: [UInt8]
    /// What is between them.
    private let middle: GlobStates

    package init(_ pattern: String) {
        var literals: [[UInt8]] = [[]]
        var crossing: [Bool] = []
        var rest = Array(pattern.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "*") else {
                literals[literals.count - 1].append(byte)
                continue
            }
            let isDouble = rest.first == byte
            if isDouble { rest = rest.drop { $0 == byte } }
            crossing.append(isDouble)
            literals.append([])
        }
        self.pattern = pattern
        wildcards = crossing.count
        prefix = literals.removeFirst()
        suffix = literals.popLast() ?? []
        middle = GlobStates(between: literals, crossing)
    }

    package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var steps = 0
        return matches(text, counting: &steps)
    }

    /// - Parameter steps: grows by the number of operations on the middle of the text.
    package func matches(_ text: UnsafeBufferPointer<UInt8>, counting steps: inout Int) -> Bool {
        let others = text.count - prefix.count - suffix.count
        guard wildcards > 0 ? others >= middle.literals : others == 0 else { return false }
        for index in prefix.indices where text[index] != prefix[index] { return false }
        for index in suffix.indices where text[text.count - suffix.count + index] != suffix[index] { return false }
        return wildcards == 0 || middle.match(text[prefix.count..<text.count - suffix.count], counting: &steps)
    }

    /// The approximate memory that it takes, in bytes.
    package var retainedBytes: Int { 2 * pattern.utf8.count + middle.retainedBytes }
}

extension Glob: Hashable {
    package static func == (left: Glob, right: Glob) -> Bool { left.pattern == right.pattern }
    package func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}

/// The part of a glob from its first to its last wildcard.
///
/// All ways to match are followed at once, each as a bit: bit `i` is set if the bytes so far can be matched by the first `i` bytes
/// of the pattern and the wildcards between them. So nothing is ever tried again, whatever the pattern: a byte of the text
/// takes one operation for 64 bytes of the pattern.
private struct GlobStates: Sendable {
    /// The number of bytes between the wildcards.
    let literals: Int
    /// The places with a wildcard, which may stay where they are: at any byte but `/`, and at `/`.
    private var staying, crossing: [UInt64]
    /// The row of each byte in `places`; empty if there is only one wildcard.
    private var rows: [UInt8] = []
    /// For each byte that the pattern has, the places behind it. The first row is that of all other bytes.
    private var places: [UInt64]

    /// - Parameter wildcards: for the wildcard before each part, and the one after the last: whether it matches `/`.
    init(between parts: [[UInt8]], _ wildcards: [Bool]) {
        literals = parts.reduce(0) { $0 + $1.count }
        let words = literals / 64 + 1
        (staying, crossing) = (Array(repeating: 0, count: words), Array(repeating: 0, count: words))
        places = staying
        var place = 0
        for (index, crosses) in wildcards.enumerated() {
            staying[place / 64] |= 1 << UInt64(place % 64)
            if crosses { crossing[place / 64] |= 1 << UInt64(place % 64) }
            guard index < parts.count else { break }
            if rows.isEmpty { rows = Array(repeating: 0, count: 256) }
            for byte in parts[index] {
                place += 1
                if rows[Int(byte)] == 0 {
                    // UTF-8 has fewer than 255 different bytes.
                    rows[Int(byte)] = UInt8(places.count / words)
                    places += Array(repeating: 0, count: words)
                }
                places[Int(rows[Int(byte)]) * words + place / 64] |= 1 << UInt64(place % 64)
            }
        }
    }

    var retainedBytes: Int { rows.count + 8 * (places.count + 2 * staying.count) }

    func match(_ text: Slice<UnsafeBufferPointer<UInt8>>, counting steps: inout Int) -> Bool {
        guard !rows.isEmpty else { return crossing[0] & 1 != 0 || !text.contains(UInt8(ascii: "/")) }
        let words = staying.count
        var states = [UInt64](repeating: 0, count: words)
        states[0] = 1
        for byte in text {
            let row = Int(rows[Int(byte)]) * words
            let isSlash = byte == UInt8(ascii: "/")
            var (carry, any): (UInt64, UInt64) = (0, 0)
            for word in 0..<words {
                let state = states[word]
                let next = (state << 1 | carry) & places[row + word] | state & (isSlash ? crossing[word] : staying[word])
                carry = state >> 63
                states[word] = next
                any |= next
            }
            steps += words
            if any == 0 { return false }
        }
        return states[literals / 64] >> UInt64(literals % 64) & 1 != 0
    }
}
