/// What a `Schema` reads straight from the text. All of it gives up (`nil`, `false`) where the text is wrong or
/// unusual, and leaves it to be read again as a value: so there is one place where errors are made.
extension JSONParser {
    @usableFromInline
    package mutating func directString() -> String? {
        guard stands(UInt8(ascii: "\"")) else { return nil }
        return try? string()
    }

    @usableFromInline
    mutating func directBool() -> Bool? {
        if skip("true") { return true }
        return skip("false") ? false : nil
    }

    /// Steps over a null, if one stands here. (What begins like one is found out by what follows.)
    @usableFromInline
    mutating func directNull() -> Bool { stands(UInt8(ascii: "n")) && skip("null") }

    /// Steps over a value that nobody wants, which must be right all the same.
    @usableFromInline
    package mutating func directSkip() -> Bool { (try? value()) != nil }

    /// The bytes of a string without escapes.
    @inlinable
    package mutating func directText() -> UnsafeBufferPointer<UInt8>? {
        guard stands(UInt8(ascii: "\"")) else { return nil }
        let start = offset + 1
        // Most are short: looking at eight bytes at once finds their end.
        var end = start
        if bytes.count - start >= 8 { end += ordinaryBytes(at: start) }
        if end == bytes.count || bytes[end] != UInt8(ascii: "\"") {
            guard let place = endOfLongText(from: end) else { return nil }
            end = place
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
        offset = end + 1
        return text
    }

    /// The place of the quote that ends a string without escapes.
    @usableFromInline
    func endOfLongText(from start: Int) -> Int? {
        var parser = self
        guard let end = try? parser.endOfRun(from: start), bytes[end] == UInt8(ascii: "\"") else { return nil }
        return end
    }

    /// Reads an object.
    ///
    /// - Parameter member: gets the name of each member, where the parser stands at its value, and reads that.
    @inlinable
    package mutating func directMembers(
        _ member: (UnsafeBufferPointer<UInt8>, inout JSONParser) -> Bool
    ) -> Bool {
        guard var goesOn = directOpen(UInt8(ascii: "{"), UInt8(ascii: "}")) else { return false }
        while goesOn {
            guard let name = directName(), member(name, &self), let another = directNext(UInt8(ascii: "}")) else {
                return false
            }
            goesOn = another
        }
        return true
    }

    @inlinable
    mutating func directElements(_ element: (inout JSONParser) -> Bool) -> Bool {
        guard var goesOn = directOpen(UInt8(ascii: "["), UInt8(ascii: "]")) else { return false }
        while goesOn {
            guard element(&self), let another = directNext(UInt8(ascii: "]")) else { return false }
            goesOn = another
        }
        return true
    }

    /// Whether there is something inside.
    @inlinable
    package mutating func directOpen(_ first: UInt8, _ close: UInt8) -> Bool? {
        guard stands(first) else { return nil }
        return try? open(close)
    }

    /// Whether there is another one. (A comma with nothing after it is found out by what would have to follow.)
    @inlinable
    package mutating func directNext(_ close: UInt8) -> Bool? {
        skipSpace()
        let isOver = stands(close)
        guard isOver || stands(UInt8(ascii: ",")) else { return nil }
        offset += 1
        if isOver { depth -= 1 } else { skipSpace() }
        return !isOver
    }

    /// The name of a member, up to where its value begins.
    @inlinable
    package mutating func directName() -> UnsafeBufferPointer<UInt8>? {
        guard let name = directText() else { return nil }
        skipSpace()
        guard stands(UInt8(ascii: ":")) else { return nil }
        offset += 1
        skipSpace()
        return name
    }

    /// Nothing but space is left.
    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return offset == bytes.count
    }

    @inlinable
    @inline(__always)
    func stands(_ byte: UInt8) -> Bool { offset < bytes.count && bytes[offset] == byte }
}

extension UnsafeBufferPointer<UInt8> {
    /// By eight bytes at once as long as there are so many.
    @inlinable
    package func isEqual(to key: [UInt8]) -> Bool {
        guard count == key.count else { return false }
        return key.withUnsafeBytes { key in
            let own = UnsafeRawBufferPointer(self)
            var index = 0
            while count - index >= 8 {
                let (left, right) = (
                    own.loadUnaligned(fromByteOffset: index, as: UInt64.self),
                    key.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                )
                guard left == right else { return false }
                index += 8
            }
            while index < count {
                guard own[index] == key[index] else { return false }
                index += 1
            }
            return true
        }
    }

    @inlinable
    @inline(__always)
    package func isEqual(to key: StaticString) -> Bool {
        guard count == key.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != key.utf8Start[index] { return false }
        return true
    }
}
