/// Looking at eight bytes of text at once, as a little-endian word.
@usableFromInline
package enum EightBytes {
    @usableFromInline
    static var ones: UInt64 { @inlinable @inline(__always) get { 0x0101_0101_0101_0101 } }
    /// The highest bit of each byte.
    @usableFromInline
    static var highBits: UInt64 { @inlinable @inline(__always) get { 0x8080_8080_8080_8080 } }

    /// The highest bit of the first byte that stands escaped in a JSON string, and perhaps of some behind it; 0 where
    /// there is none.
    ///
    /// All eight are tried at once: a byte less than n borrows from its highest bit when n is subtracted, and a byte
    /// equal to one becomes less than 1 by exclusive or (Mycroft's test). A borrow may make hits of bytes above, which
    /// does not matter to whoever looks at the lowest.
    @inlinable
    @inline(__always)
    package static func escaped(in word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highBits
    }

    /// The bits of the first bytes of a word.
    @inlinable
    @inline(__always)
    package static func mask(_ count: Int) -> UInt64 { count >= 8 ? .max : 1 &<< UInt64(8 &* count) &- 1 }

    /// The first bytes of a text, at most eight, with zeros behind a shorter one.
    @inlinable
    @inline(__always)
    package static func first(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if text.count >= 8 {
            return UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(as: UInt64.self))
        }
        var word: UInt64 = 0
        for index in 0..<text.count { word |= UInt64(text[index]) &<< UInt64(8 &* index) }
        return word
    }
}
