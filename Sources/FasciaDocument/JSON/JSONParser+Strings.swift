extension JSONParser {
    /// Parses the string whose opening quote is at `offset`.
    package mutating func string() throws(ParseError) -> String {
        let start = offset + 1
        let end = try endOfRun(from: start)
        if bytes[end] == UInt8(ascii: "\"") {
            offset = end + 1
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        }
        return try stringWithEscapes(from: start, firstEscape: end)
    }

    private mutating func stringWithEscapes(from start: Int, firstEscape: Int) throws(ParseError) -> String {
        var text = Array(bytes[start..<firstEscape])
        offset = firstEscape
        while bytes[offset] != UInt8(ascii: "\"") {
            try escape(into: &text)
            let end = try endOfRun(from: offset)
            text.append(contentsOf: bytes[offset..<end])
            offset = end
        }
        offset += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// The index of the first quote or backslash from `start`. Checks that the bytes before it are valid UTF-8.
    private mutating func endOfRun(from start: Int) throws(ParseError) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return index
            case 0x20...0x7F: index += 1
            case 0x80...:
                let length = utf8Length(at: index)
                guard length > 0 else {
                    offset = index
                    throw error("invalid UTF-8 in a string")
                }
                index += length
            default:
                offset = index
                throw error("a control character (\(found)) in a string must be escaped")
            }
        }
        offset = bytes.count
        throw error("the text ends inside a string")
    }

    /// The length of the well-formed UTF-8 sequence at `index` (table 3-7 of the Unicode Standard); 0 if there is none.
    private func utf8Length(at index: Int) -> Int {
        let first = bytes[index]
        let (length, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return 0 }
        for place in 2..<max(2, length) where bytes[index + place] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// Parses the escape whose backslash is at `offset`.
    private mutating func escape(into text: inout [UInt8]) throws(ParseError) {
        guard offset + 1 < bytes.count else {
            offset = bytes.count
            throw error("the text ends inside a string")
        }
        let character = bytes[offset + 1]
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(character)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try unicodeEscape()
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            return
        default:
            offset += 1
            throw error("no such escape: \\ before \(found)")
        }
        offset += 2
    }

    /// Parses `\u0041`, or a surrogate pair of two such escapes.
    private mutating func unicodeEscape() throws(ParseError) -> Unicode.Scalar {
        let start = offset
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(UInt16(first)), offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { throw ParseError(offset: start, message: "a lone surrogate in a string") }
        let second = try codeUnit()
        guard second & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
        else { throw ParseError(offset: start, message: "a lone surrogate in a string") }
        return scalar
    }

    private mutating func codeUnit() throws(ParseError) -> UInt32 {
        offset += 2
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard offset < bytes.count, let digit = hexDigit(bytes[offset]) else {
                throw error("expected four hexadecimal digits after \\u, found \(found)")
            }
            unit = unit << 4 | digit
            offset += 1
        }
        return unit
    }

    private func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
