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
        parser.skipSpace()
        var said = Said()
        guard parser.directMembers({ name, parser in said.read(name, &parser) }), parser.isAtEnd(),
            let method = said.method
        else { return nil }
        if let call = said.call.take() {
            self.call = call
        } else {
            guard let call = try? method.parse([:]) else { return nil }
            self.call = call
        }
        self.id = said.id
        self.method = method
    }
}

/// What the members of the envelope said so far.
private struct Said {
    var id: RequestID?
    var hasVersion = false
    var method: Method?
    var call: Call?
    var hasCall = false

    @inline(__always)
    mutating func read(_ name: UnsafeBufferPointer<UInt8>, _ parser: inout JSONParser) -> Bool {
        if name.isEqual(to: "id") { return readID(&parser) }
        if name.isEqual(to: "method") {
            guard method == nil, let name = parser.directText() else { return false }
            method = Catalogue.method(named: name)
            return method != nil
        }
        if name.isEqual(to: "params") {
            guard !hasCall, let method else { return false }
            hasCall = true
            call = method.parse(directly: &parser)
            if case nil = call { return false }
            return true
        }
        if name.isEqual(to: "jsonrpc") {
            guard !hasVersion, let version = parser.directText() else { return false }
            hasVersion = true
            return version.isEqual(to: "2.0")
        }
        return parser.directSkip()
    }

    private mutating func readID(_ parser: inout JSONParser) -> Bool {
        let start = parser.offset
        guard id == nil, let value = try? parser.value() else { return false }
        switch value {
        case .int(let number):
            id = RequestID(number)
            return true
        case .string, .double, .null:
            let text = UnsafeBufferPointer(rebasing: parser.bytes[start..<parser.offset])
            id = RequestID(rawText: String(decoding: text, as: UTF8.self))
            return true
        case .bool, .array, .object: return false
        }
    }
}
