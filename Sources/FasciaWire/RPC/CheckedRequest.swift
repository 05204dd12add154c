import FasciaModel

/// A request with its checked parameters, read in one pass from its bytes by way of the catalogue's schemas, without
/// the JSON values that would come in between.
///
/// It gives up where anything is wrong or unusual (an escape in a name, a member that is there twice, parameters before
/// the method, a batch). `LineParser` and `Catalogue.call` then read the line from its beginning and say what there is
/// to say; what is taken here is what they would have taken.
public enum CheckedRequest {
    /// Reads the request of a line, and hands its parts over one by one: an optional of them together is thrown away by
    /// way of the type's description, which costs as much as to read a member.
    ///
    /// - Parameters:
    ///   - line: without its line feed.
    ///   - body: gets the id, which is `nil` for a notification.
    /// - Returns: `false` where the line is for `LineParser`.
    public static func read(
        _ line: UnsafeBufferPointer<UInt8>, _ body: (_ id: RequestID?, _ method: Method, _ call: Call) -> Void
    ) -> Bool {
        var parser = JSONParser(line)
        var (id, hasVersion) = (RequestID?.none, false)
        // The method's name stays bytes until the parameters come, which follow it.
        var method: Unmanaged<Method>?
        // Without a call of its own so far.
        var (call, hasCall) = (Call.sync, false)
        parser.skipSpace()
        guard var goesOn = parser.directOpen(UInt8(ascii: "{"), UInt8(ascii: "}")) else { return false }
        while goesOn {
            switch parser.requestMember() {
            case .id:
                guard case nil = id, let read = parser.requestID() else { return false }
                id = read
            case .method:
                guard case nil = method, let name = parser.directText() else { return false }
                method = Catalogue.method(named: name)
                guard case .some = method else { return false }
            case .params:
                guard !hasCall, let read = method?._withUnsafeGuaranteedRef({ $0.parse(directly: &parser) }) else {
                    return false
                }
                (call, hasCall) = (read, true)
            case .version:
                guard !hasVersion, let version = parser.directText(), version.isEqual(to: "2.0") else { return false }
                hasVersion = true
            case .other:
                guard parser.directSkip() else { return false }
            case .unusual: return false
            }
            guard let another = parser.directNext(UInt8(ascii: "}")) else { return false }
            goesOn = another
        }
        guard parser.isAtEnd(), let method else { return false }
        if !hasCall {
            guard let read = try? method.takeUnretainedValue().parse([:]) else { return false }
            call = read
        }
        method._withUnsafeGuaranteedRef { body(id, $0, call) }
        return true
    }
}

/// What a request is made of.
private enum RequestMember {
    case id, method, params, version
    /// Ignored.
    case other
    /// What follows is no name, or one with escapes.
    case unusual
}

extension JSONParser {
    /// Which member of a message comes next; the parser then stands at its value.
    @inline(__always)
    fileprivate mutating func requestMember() -> RequestMember {
        // As they are mostly written, each is a word or two to compare.
        let member: RequestMember
        if skip("\"id\":") {
            member = .id
        } else if skip("\"method\":") {
            member = .method
        } else if skip("\"params\":") {
            member = .params
        } else if skip("\"jsonrpc\":") {
            member = .version
        } else {
            return directName()?.requestMember ?? .unusual
        }
        skipSpace()
        return member
    }

    fileprivate mutating func requestID() -> RequestID? {
        if let number = directNumber() { return RequestID(number) }
        let start = offset
        switch try? value() {
        case .int(let number): return RequestID(number)
        case .string, .double, .null:
            let text = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            guard text.count <= RequestID.mostBytes else { return nil }
            return RequestID(rawText: String(decoding: text, as: UTF8.self))
        case nil, .bool, .array, .object: return nil
        }
    }
}

extension PlainText {
    fileprivate var requestMember: RequestMember {
        if isEqual(to: "id") { return .id }
        if isEqual(to: "method") { return .method }
        if isEqual(to: "params") { return .params }
        return isEqual(to: "jsonrpc") ? .version : .other
    }
}
