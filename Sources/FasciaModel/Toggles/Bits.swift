/// A fixed number of bits, packed, so that a pass over a million switches touches 125 KB.
struct Bits: Hashable, Sendable {
    private(set) var words: [UInt64]

    init(words: [UInt64]) { self.words = words }

    init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    subscript(index: Int32) -> Bool {
        get { words[Int(index >> 6)] & (1 << UInt64(index & 63)) != 0 }
        set {
            let mask: UInt64 = 1 << UInt64(index & 63)
            if newValue { words[Int(index >> 6)] |= mask } else { words[Int(index >> 6)] &= ~mask }
        }
    }

    /// Sets or clears the given bits of one word.
    mutating func assign(word: Int, mask: UInt64, to value: Bool) {
        if value { words[word] |= mask } else { words[word] &= ~mask }
    }

    /// The bits of word `word` that lie in `range`.
    static func mask(word: Int, in range: Range<Int32>) -> UInt64 {
        let base = Int32(word) << 6
        let low = max(range.lowerBound - base, 0)
        let high = min(range.upperBound - base, 64)
        guard low < high else { return 0 }
        return (~0 << UInt64(low)) & (~0 >> UInt64(64 - high))
    }

    /// The words that hold the bits of `range`.
    static func words(of range: Range<Int32>) -> Range<Int> {
        range.isEmpty ? 0..<0 : Int(range.lowerBound >> 6)..<Int((range.upperBound - 1) >> 6) + 1
    }

    /// The first bit in `range` that is set.
    func first(in range: Range<Int32>) -> Int32? {
        for word in Self.words(of: range) {
            let bits = words[word] & Self.mask(word: word, in: range)
            if bits != 0 { return Int32(word) << 6 + Int32(bits.trailingZeroBitCount) }
        }
        return nil
    }

    /// The bits in `range` that are set, at most `limit` of them.
    func indices(in range: Range<Int32>, limit: Int) -> [Int32] {
        var found: [Int32] = []
        for word in Self.words(of: range) {
            var bits = words[word] & Self.mask(word: word, in: range)
            while bits != 0, found.count < limit {
                found.append(Int32(word) << 6 + Int32(bits.trailingZeroBitCount))
                bits &= bits - 1
            }
            if found.count == limit { break }
        }
        return found
    }

    /// The bits that are not the same in both, which have the same number of them.
    func indices(differingFrom other: Bits) -> [Int32] {
        var found: [Int32] = []
        for (word, (now, was)) in zip(words, other.words).enumerated() {
            var bits = now ^ was
            while bits != 0 {
                found.append(Int32(word) << 6 + Int32(bits.trailingZeroBitCount))
                bits &= bits - 1
            }
        }
        return found
    }

    /// How many bits in `range` are set.
    func count(in range: Range<Int32>) -> Int32 {
        var sum = 0
        for word in Self.words(of: range) {
            sum += (words[word] & Self.mask(word: word, in: range)).nonzeroBitCount
        }
        return Int32(sum)
    }
}
