import FasciaModel

/// A request with its checked parameters, read in one pass from its bytes by way of the catalogue's schemas, without
/// the JSON values that would come in between.
///
/// It gives up where anything is wrong or unusual (an escape in a name, a member that is there twice, parameters before
/// the method, a batch). `LineParser` and `Catalogue.call` then read the line from its beginning and say what there is
/// to say; what is taken here is what they would have taken.
public struct CheckedRequest: Sendable {
    /// `nil` for a notification.
    public let id: RequestID?
    public let method: Method
    public let call: Call

    /// `nil` where the line is for `LineParser`.
    ///
    /// - Parameter line: without its line feed.
    public init?(_ line: UnsafeBufferPointer<UInt8>) {
        var parser = JSONParser(line)
        var (id, hasVersion) = (RequestID?.none, false)
        // The method's name stays bytes until the parameters come, which follow it.
        var (method, call) = (Method?.none, Call?.none)
        parser.skipSpace()
        guard var goesOn = parser.directOpen(UInt8(ascii: "{"), UInt8(ascii: "}")) else { return nil }
        while goesOn {
            guard let name = parser.directName() else { return nil }
            if name.isEqual(to: "id") {
                guard case nil = id, let read = parser.requestID() else { return nil }
                id = read
            } else if name.isEqual(to: "method") {
                guard case nil = method, let name = parser.directText() else { return nil }
                method = Catalogue.method(named: name)
                guard case .some = method else { return nil }
            } else if name.isEqual(to: "params") {
                guard case nil = call, let read = method?.parse(directly: &parser) else { return nil }
                call = read
            } else if name.isEqual(to: "jsonrpc") {
                guard !hasVersion, let version = parser.directText(), version.isEqual(to: "2.0") else { return nil }
                hasVersion = true
            } else if !parser.directSkip() {
                return nil
            }
            guard let another = parser.directNext(UInt8(ascii: "}")) else { return nil }
            goesOn = another
        }
        guard parser.isAtEnd(), let method, let call = call ?? (try? method.parse([:])) else { return nil }
        self.id = id
        self.method = method
        self.call = call
    }
}

extension JSONParser {
    /// An id as most are: a few digits, without a sign, a point or an exponent. Steps over nothing else.
    private mutating func shortNumber() -> Int? {
        var (number, place) = (0, offset)
        while place < bytes.count, place - offset < 18 {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number * 10 + Int(digit)
            place += 1
        }
        guard place < bytes.count, place > offset, bytes[offset] != UInt8(ascii: "0"),
            bytes[place] == UInt8(ascii: ",") || bytes[place] == UInt8(ascii: "}")
        else { return nil }
        offset = place
        return number
    }

    fileprivate mutating func requestID() -> RequestID? {
        if let number = shortNumber() { return RequestID(number) }
        let start = offset
        switch try? value() {
        case .int(let number): return RequestID(number)
        case .string, .double, .null:
            let text = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            return RequestID(rawText: String(decoding: text, as: UTF8.self))
        case nil, .bool, .array, .object: return nil
        }
    }
}
