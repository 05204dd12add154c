/// A text without escapes where it stands in a line, such as the name of a member. It is compared without making a
/// string of it.
@usableFromInline
package struct PlainText {
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
    /// The first eight bytes as a number, see `EightBytes.first`: mostly all that has to be compared.
    @usableFromInline package let beginning: UInt64

    @inlinable
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, beginning: UInt64) {
        self.bytes = bytes
        self.beginning = beginning
    }

    /// What stands somewhere else, and was checked there.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, beginning: EightBytes.first(of: bytes)) }

    package var string: String { bytes.checkedString }

    /// The last eight bytes as a number; the same as the first where there are not more.
    package var end: UInt64 {
        guard bytes.count > 8 else { return beginning }
        let eight = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        return UInt64(littleEndian: eight)
    }

    /// - Parameter key: of at most eight bytes.
    @inlinable
    @inline(__always)
    package func isEqual(to key: StaticString) -> Bool {
        let key = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        return bytes.count == key.count && beginning == EightBytes.first(of: key)
    }

    /// - Parameter key: a text that is known beforehand.
    @inlinable
    package func isEqual(to key: TextKey) -> Bool {
        guard beginning == key.beginning, bytes.count == key.bytes.count else { return false }
        return bytes.count <= 8 || key.bytes.withUnsafeBytes { UnsafeRawBufferPointer(bytes).isSame(as: $0) }
    }
}

/// A text to find among others by its bytes.
@usableFromInline
package struct TextKey: Sendable {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let beginning: UInt64
    /// The text in quotes.
    @usableFromInline let quoted: [UInt8]
    @usableFromInline let quotedBeginning: UInt64
    /// The bits of a word that belong to it.
    @usableFromInline let quotedMask: UInt64

    @usableFromInline
    package init(_ text: String) {
        bytes = Array(text.utf8)
        beginning = bytes.withUnsafeBufferPointer { EightBytes.first(of: $0) }
        let quote = [UInt8(ascii: "\"")]
        quoted = quote + bytes + quote
        quotedBeginning = quoted.withUnsafeBufferPointer { EightBytes.first(of: $0) }
        quotedMask = EightBytes.mask(quoted.count)
    }

    /// The key as if it stood in a line.
    package func withText<Result>(_ body: (PlainText) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(PlainText($0, beginning: beginning)) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The string of what has been checked to be UTF-8. Few bytes are kept in the string itself, which need not look for
    /// room.
    var checkedString: String {
        guard count > 15 else { return String(decoding: self, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: count) { $0.initialize(fromContentsOf: self) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are the same: eight at once, of which the last may be among those before, in part.
    @inlinable
    @inline(__always)
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else {
            for index in 0..<count where self[index] != other[index] { return false }
            return true
        }
        var index = 0
        while count - index > 8 {
            guard hasSameEight(as: other, at: index) else { return false }
            index += 8
        }
        return hasSameEight(as: other, at: count - 8)
    }

    @inlinable
    @inline(__always)
    func hasSameEight(as other: UnsafeRawBufferPointer, at index: Int) -> Bool {
        loadUnaligned(fromByteOffset: index, as: UInt64.self)
            == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}
