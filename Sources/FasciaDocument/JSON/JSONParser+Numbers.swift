extension JSONParser {
    /// Parses the number at `offset`.
    mutating func number() throws(ParseError) -> JSON {
        let start = offset
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }

        // Accumulates negatively, because the range has one more negative integer.
        var whole = 0
        var overflows = false
        let firstDigit = offset
        while let digit = digit {
            let (product, over) = whole.multipliedReportingOverflow(by: 10)
            let (difference, under) = product.subtractingReportingOverflow(digit)
            overflows = overflows || over || under
            whole = difference
            offset += 1
        }
        guard offset > firstDigit else { throw error("expected a digit after the minus sign, found \(found)") }
        if bytes[firstDigit] == UInt8(ascii: "0"), offset > firstDigit + 1 {
            throw ParseError(offset: firstDigit, message: "a number must not begin with a zero that is not needed")
        }

        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") || bytes[offset] | 0x20 == UInt8(ascii: "e") {
            return try fraction(from: start)
        }
        // An integer cannot represent negative zero.
        if isNegative, whole == 0 { return .double(-0.0) }
        guard !overflows, isNegative || whole != .min else {
            return outOfRange(from: start, "an integer out of range: it must fit in 64 bits")
        }
        return .int(isNegative ? whole : -whole)
    }

    private mutating func fraction(from start: Int) throws(ParseError) -> JSON {
        if bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            try digits("after the decimal point")
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
                offset += 1
            }
            try digits("in the exponent")
        }
        // The standard library rounds correctly.
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            return outOfRange(from: start, "a number out of range: it must fit in a double")
        }
        return .double(value)
    }

    private mutating func outOfRange(from start: Int, _ message: String) -> JSON {
        if keepsDigits { return .string(String(decoding: bytes[start..<offset], as: UTF8.self)) }
        if outOfRange == nil { outOfRange = ParseError(offset: start, message: message) }
        return .null
    }

    private mutating func digits(_ place: StaticString) throws(ParseError) {
        guard digit != nil else { throw error("expected a digit \(place), found \(found)") }
        while digit != nil { offset += 1 }
    }

    private var digit: Int? {
        guard offset < bytes.count else { return nil }
        let value = bytes[offset] &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }
}
