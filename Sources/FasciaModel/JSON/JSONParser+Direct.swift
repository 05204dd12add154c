/// What a `Schema` reads straight from the text. All of it gives up (`nil`, `false`) where the text is wrong or
/// unusual, and leaves it to be read again as a value: so there is one place where errors are made.
extension JSONParser {
    @usableFromInline
    package mutating func directString() -> String? {
        guard stands(UInt8(ascii: "\"")) else { return nil }
        let start = offset
        if let text = directText() { return text.string }
        offset = start
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

    /// A member's number as most are: a few digits, without a sign, a point or an exponent. Steps over nothing else.
    package mutating func directNumber() -> Int? {
        var (number, place) = (0, offset)
        while place < bytes.count, place - offset < 18 {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            place += 1
        }
        guard place < bytes.count, place > offset, bytes[offset] != UInt8(ascii: "0") || place == offset + 1,
            bytes[place] == UInt8(ascii: ",") || bytes[place] == UInt8(ascii: "}")
        else { return nil }
        offset = place
        return number
    }

    /// Steps over these bytes, if they are the next ones.
    package mutating func directSkip(_ text: [UInt8]) -> Bool {
        guard bytes.count - offset >= text.count, isSame(as: text) else { return false }
        offset += text.count
        return true
    }

    /// A string without escapes.
    @inlinable
    package mutating func directText() -> PlainText? {
        guard stands(UInt8(ascii: "\"")) else { return nil }
        let start = offset + 1
        // Most are short: looking at eight bytes at once finds their end.
        var end = start
        while bytes.count - end >= 8 {
            let ordinary = ordinaryBytes(at: end)
            end += ordinary
            if ordinary < 8 { break }
        }
        if end == bytes.count || bytes[end] != UInt8(ascii: "\"") {
            guard let place = endOfUnusualText(from: end) else { return nil }
            end = place
        }
        offset = end + 1
        return text(from: start, to: end)
    }

    @inlinable
    @inline(__always)
    func text(from start: Int, to end: Int) -> PlainText {
        let count = end - start
        let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
        guard count < 8, bytes.count - start >= 8 else { return PlainText(text, beginning: EightBytes.first(of: text)) }
        // What stands behind it in the line is cut off.
        let eight = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self)
        return PlainText(text, beginning: UInt64(littleEndian: eight) & EightBytes.mask(count))
    }

    /// The place of the quote that ends a string without escapes, which is no plain ASCII or ends with the line.
    @usableFromInline
    func endOfUnusualText(from start: Int) -> Int? {
        var parser = self
        guard let end = try? parser.endOfRun(from: start), bytes[end] == UInt8(ascii: "\"") else { return nil }
        return end
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - expected: reads the member that is expected next, if it stands here; `nil` for another one.
    ///   - member: gets the name of each other member, where the parser stands at its value, and reads that.
    @inlinable
    @inline(__always)
    package mutating func directMembers(
        expected: (inout JSONParser) -> Bool?, _ member: (PlainText, inout JSONParser) -> Bool
    ) -> Bool {
        guard var goesOn = directOpen(UInt8(ascii: "{"), UInt8(ascii: "}")) else { return false }
        while goesOn {
            if let isRead = expected(&self) {
                guard isRead else { return false }
            } else {
                guard let name = directName(), member(name, &self) else { return false }
            }
            guard let another = directNext(UInt8(ascii: "}")) else { return false }
            goesOn = another
        }
        return true
    }

    /// Steps over the name of a member and its colon, if this is the one that stands here, as it is mostly written.
    @inlinable
    @inline(__always)
    package mutating func directSkip(name: TextKey) -> Bool {
        // Eight bytes from the quote on. A line that is over so soon is read without this.
        guard bytes.count - offset >= 8 else { return false }
        let eight = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        guard UInt64(littleEndian: eight) & name.quotedMask == name.quotedBeginning else { return false }
        let end = offset + name.quoted.count
        guard end < bytes.count, name.quoted.count <= 8 || isSame(as: name.quoted), bytes[end] == UInt8(ascii: ":") else {
            return false
        }
        offset = end + 1
        skipSpace()
        return true
    }

    /// Whether these bytes stand here, which are not more than are left.
    @inlinable
    func isSame(as text: [UInt8]) -> Bool {
        text.withUnsafeBytes { text in
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[offset..<offset + text.count]).isSame(as: text)
        }
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
    @inline(__always)
    package mutating func directOpen(_ first: UInt8, _ close: UInt8) -> Bool? {
        guard stands(first), depth < Self.maximumDepth else { return nil }
        offset += 1
        skipSpace()
        guard stands(close) else {
            depth += 1
            return true
        }
        offset += 1
        return false
    }

    /// Whether there is another one. (A comma with nothing after it is found out by what would have to follow.)
    @inlinable
    @inline(__always)
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
    package mutating func directName() -> PlainText? {
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
