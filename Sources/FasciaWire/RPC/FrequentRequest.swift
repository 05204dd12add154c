import FasciaModel

/// The request that comes by the hundred thousand, a switch that is set, read straight from the bytes into its call.
///
/// It is taken only where its members are those of a plain `toggle.set` and stand in the usual order; spaces do not
/// matter. Everything else, every mistake above all, is left to `LineParser` and the catalogue, which give the same
/// call for what is taken here: this saves the values in between, which cost more than all that is done with them.
public struct FrequentRequest {
    public let id: RequestID
    public let call: Call
    /// The name of its method.
    public var method: String { "toggle.set" }

    /// `nil` for a line that is another request, or none at all.
    ///
    /// - Parameter line: without its line feed.
    public init?(_ line: UnsafeBufferPointer<UInt8>) {
        var parser = JSONParser(line)
        guard parser.token("{") else { return nil }
        if parser.name("\"jsonrpc\"") {
            guard parser.token("\"2.0\""), parser.token(",") else { return nil }
        }
        guard parser.name("\"id\""), let id = parser.plainID(), parser.token(","),
            parser.name("\"method\""), parser.token("\"toggle.set\""), parser.token(","),
            parser.name("\"params\""), parser.token("{"),
            parser.name("\"id\""), let option = parser.text(), parser.token(","), parser.name("\"on\"")
        else { return nil }
        let on = parser.token("true")
        guard on || parser.token("false"), parser.token("}"), parser.token("}"), parser.offset == line.count else {
            return nil
        }
        self.id = id
        call = .apply(.setToggle(id: option, on: on), MutationOptions())
    }
}

extension JSONParser {
    /// Steps over these bytes and the space after them.
    @inline(__always)
    fileprivate mutating func token(_ literal: StaticString) -> Bool {
        guard skip(literal) else { return false }
        skipSpace()
        return true
    }

    /// Steps over a member's name and its colon. (Where the colon is missing the line is not taken.)
    @inline(__always)
    fileprivate mutating func name(_ literal: StaticString) -> Bool { token(literal) && token(":") }

    /// A number without sign, point and exponent; other ids are left to the parser, which has rules for them.
    private var plainDigits: Int {
        var end = offset
        while end < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[end] { end += 1 }
        let count = end - offset
        return count > 18 || (count > 1 && bytes[offset] == UInt8(ascii: "0")) ? 0 : count
    }

    fileprivate mutating func plainID() -> RequestID? {
        let count = plainDigits
        guard count > 0 else { return nil }
        let digits = UnsafeBufferPointer(rebasing: bytes[offset..<offset + count])
        offset += count
        skipSpace()
        return RequestID(rawText: String(decoding: digits, as: UTF8.self))
    }

    fileprivate mutating func text() -> String? {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
        do throws(ParseError) {
            let text = try string()
            skipSpace()
            return text
        } catch {
            return nil
        }
    }
}
