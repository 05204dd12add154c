/// A strict, single-pass parser for JSON (RFC 8259).
///
/// Numbers without a point or exponent become integers, except `-0`. If a member's name occurs more than once, the last
/// one wins. Numbers out of range, invalid UTF-8, lone surrogates, and more than 128 levels of nesting are errors.
///
/// A number out of range is still well-formed text. The parser records it and continues, so that `LineParser` can find
/// the id of the request to answer.
public struct JSONParser {
    /// The maximum nesting of arrays and objects.
    public static let maximumDepth = 128

    package let bytes: UnsafeBufferPointer<UInt8>
    package var offset = 0
    private var depth = 0
    /// The error for the first number out of range; null replaces such numbers.
    package var outOfRange: ParseError?
    /// Whether a number out of range is the text of its digits instead of an error.
    private(set) var keepsDigits = false
    /// What objects and arrays keep at most: a hundred thousand members take longer than a line may.
    package var limits = Limits.none
    /// The first object or array that has more, and what it may have.
    package var oversized: (error: ParseError, limit: Int)?

    package struct Limits: Sendable {
        package var members: Int
        package var elements: Int

        package init(members: Int, elements: Int) { (self.members, self.elements) = (members, elements) }

        package static let none = Limits(members: .max, elements: .max)
    }

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Parses the whole text as one value.
    public static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(ParseError) -> JSON {
        try parse(bytes, keepsDigits: false)
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, keepsDigits: Bool) throws(ParseError) -> JSON {
        var parser = JSONParser(bytes)
        parser.keepsDigits = keepsDigits
        parser.skipSpace()
        let value = try parser.value()
        try parser.end()
        if let error = parser.outOfRange { throw error }
        return value
    }

    public static func parse(_ text: String) throws(ParseError) -> JSON { try parse(text, keepsDigits: false) }

    /// - Parameter keepsDigits: whether a number out of range is the text of its digits, and not an error.
    package static func parse(_ text: String, keepsDigits: Bool) throws(ParseError) -> JSON {
        let bytes = Array(text.utf8)
        let result: Result<JSON, ParseError> = bytes.withUnsafeBufferPointer { buffer in
            do throws(ParseError) { return .success(try parse(buffer, keepsDigits: keepsDigits)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: - Structure

    /// Parses the value at `offset`.
    package mutating func value() throws(ParseError) -> JSON {
        guard offset < bytes.count else { throw error("the text ends where a value should be") }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t") where skip("true"): return .bool(true)
        case UInt8(ascii: "f") where skip("false"): return .bool(false)
        case UInt8(ascii: "n") where skip("null"): return .null
        default: throw error("expected a value, found \(found)")
        }
    }

    /// If a name occurs more than once, the last value wins, at the position of the first.
    private mutating func object() throws(ParseError) -> JSON.Object {
        var object = JSON.Object()
        let start = offset
        guard try open(UInt8(ascii: "}")) else { return object }
        repeat {
            let name = try self.name()
            let value = try value()
            if object.count < limits.members {
                object.set(name, value)
            } else {
                exceed(limits.members, "members", at: start)
            }
        } while try next(UInt8(ascii: "}"), "} or , after a member")
        return object
    }

    private mutating func array() throws(ParseError) -> [JSON] {
        var elements: [JSON] = []
        let start = offset
        guard try open(UInt8(ascii: "]")) else { return elements }
        repeat {
            let value = try value()
            if elements.count < limits.elements {
                elements.append(value)
            } else {
                exceed(limits.elements, "elements", at: start)
            }
        } while try next(UInt8(ascii: "]"), "] or , after an element")
        return elements
    }

    private mutating func exceed(_ limit: Int, _ what: StaticString, at start: Int) {
        if oversized == nil { oversized = (ParseError(offset: start, message: "more than \(limit) \(what)"), limit) }
    }

    /// Enters an array or an object; returns `false` if it is empty, and then also leaves it.
    package mutating func open(_ close: UInt8) throws(ParseError) -> Bool {
        guard depth < Self.maximumDepth else { throw error("nested deeper than \(Self.maximumDepth) levels") }
        depth += 1
        offset += 1
        skipSpace()
        guard offset < bytes.count, bytes[offset] == close else { return true }
        offset += 1
        depth -= 1
        return false
    }

    /// Called after an element: whether another element follows.
    package mutating func next(_ close: UInt8, _ expected: StaticString) throws(ParseError) -> Bool {
        skipSpace()
        guard offset < bytes.count else { throw error("the text ends where \(expected) should be") }
        if bytes[offset] == UInt8(ascii: ",") {
            offset += 1
            skipSpace()
            guard offset < bytes.count, bytes[offset] != close else {
                throw error(offset < bytes.count ? "a comma with nothing after it" : "the text ends after a comma")
            }
            return true
        }
        guard bytes[offset] == close else { throw error("expected \(expected), found \(found)") }
        offset += 1
        depth -= 1
        return false
    }

    /// Parses a member's name and the colon, up to the start of its value.
    package mutating func name() throws(ParseError) -> String {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
            throw error("expected a member's name in quotes, found \(found)")
        }
        let name = try string()
        try colon()
        return name
    }

    package mutating func colon() throws(ParseError) {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else {
            throw error("expected a colon after the name of a member, found \(found)")
        }
        offset += 1
        skipSpace()
    }

    /// Checks that only white space remains.
    package mutating func end() throws(ParseError) {
        guard isAtEnd() else { throw error("expected nothing more after the value, found \(found)") }
    }

    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return offset == bytes.count
    }

    package mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Skips these bytes if they come next.
    package mutating func skip(_ literal: StaticString) -> Bool {
        let literal = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        guard bytes[offset...].starts(with: literal) else { return false }
        offset += literal.count
        return true
    }

    // MARK: - Errors

    package func error(_ message: String) -> ParseError { ParseError(offset: offset, message: message) }

    /// The next byte, for an error message.
    package var found: String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        switch byte {
        case 0x21...0x7E: return String(UnicodeScalar(byte))
        default: return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
