import FasciaDocument
import FasciaModel

/// Parses one line as a message.
public enum LineParser {
    /// The maximum number of messages in one batch.
    public static let batchLimit = 4_096
    /// A value of 64 KiB, the largest there is, has room for this many elements. Lists have at most 10,000, as their schemas say.
    static let limits = JSONParser.Limits(members: Mismatch.Limit.items.value, elements: 32_768)

    /// Who has sent a line.
    public enum Sender: Sendable {
        case client
        /// Whose snapshots are as large as the panel.
        case daemon

        fileprivate var limits: JSONParser.Limits { self == .client ? LineParser.limits : .none }
    }

    /// - Parameter line: a line without its line feed; must not be blank.
    public static func parse(_ line: UnsafeBufferPointer<UInt8>, from sender: Sender = .client) -> Message {
        var parser = JSONParser(line)
        do throws(ParseError) {
            parser.skipSpace()
            let message = try parser.message(sender.limits)
            try parser.end()
            return message
        } catch {
            return .invalid(id: .null, .parseError(error))
        }
    }

    public static func parse(_ line: [UInt8]) -> Message { line.withUnsafeBufferPointer { parse($0) } }
}

/// The members of an envelope, as read so far.
private struct Envelope {
    enum Member: String {
        case id, method, params, jsonrpc, result, error
    }

    enum Text {
        case string(String)
        case notAString(JSON)
    }

    var version: Text?
    var id: RequestID?
    var wrongID: JSON?
    var isIDTooLong = false
    var method: Text?
    var params: JSON?
    var result: JSON?
    var error: JSON?
    /// An option of a mutation that is a member of the envelope instead of the params.
    var misplacedOption: String?
    /// The first number out of range anywhere in the message. The error is reported together with the id, so that the
    /// sender knows which request it is about.
    var outOfRange: ParseError?
    /// The first object or array of the params that is larger than a request may have. Reported in the same way.
    var oversized: (error: ParseError, limit: Int)?
}

extension JSONParser {
    fileprivate mutating func message(_ limits: Limits) throws(ParseError) -> Message {
        guard offset < bytes.count else { throw error("the text ends before a message") }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return try envelope(limits).message
        case UInt8(ascii: "["): return try batch(limits)
        default: return try notAnObject()
        }
    }

    private mutating func notAnObject() throws(ParseError) -> Message {
        let found = try value().kindName
        if let error = outOfRange.take() { return .invalid(id: .null, .parseError(error)) }
        return .invalid(id: .null, .invalidRequest("a message must be an object, not \(found)"))
    }

    private mutating func batch(_ limits: Limits) throws(ParseError) -> Message {
        guard try open(UInt8(ascii: "]")) else {
            return .invalid(id: .null, .invalidRequest("a batch needs at least one message"))
        }
        var messages: [Message] = []
        repeat {
            guard offset < bytes.count else { throw error("the text ends before a message") }
            if bytes[offset] == UInt8(ascii: "{") {
                messages.append(try envelope(limits).message)
            } else {
                messages.append(try notAnObject())
            }
            if messages.count > LineParser.batchLimit {
                let refusal = Refusal.limit(
                    "batch", LineParser.batchLimit,
                    "a batch may have at most \(LineParser.batchLimit) messages: send several batches")
                offset = bytes.count
                return .invalid(id: .null, WireError(refusal))
            }
        } while try next(UInt8(ascii: "]"), "] or , after an element")
        return .batch(messages)
    }

    /// - Parameter most: what the params may have.
    fileprivate mutating func envelope(_ most: Limits) throws(ParseError) -> Envelope {
        var envelope = Envelope()
        guard try open(UInt8(ascii: "}")) else { return envelope }
        repeat {
            let name = try name()
            switch Envelope.Member(rawValue: name) {
            case .id: try id(into: &envelope)
            case .method: envelope.method = try text()
            case .params:
                limits = most
                envelope.params = try value()
                limits = .none
            case .jsonrpc: envelope.version = try text()
            case .result: envelope.result = try value()
            case .error: envelope.error = try value()
            case nil:
                if MutationOptions.names.contains(name) { envelope.misplacedOption = name }
                _ = try value()
            }
        } while try next(UInt8(ascii: "}"), "} or , after a member")
        envelope.outOfRange = outOfRange.take()
        envelope.oversized = oversized.take()
        return envelope
    }

    private mutating func text() throws(ParseError) -> Envelope.Text {
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") { return .string(try string()) }
        return .notAString(try value())
    }

    private mutating func id(into envelope: inout Envelope) throws(ParseError) {
        let (start, wasInRange) = (offset, outOfRange == nil)
        let value = try value()
        switch value {
        case .null where wasInRange && outOfRange != nil: envelope.id = nil
        case .string, .int, .double, .null:
            let text = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            envelope.isIDTooLong = text.count > RequestID.maximumBytes
            envelope.id = envelope.isIDTooLong ? nil : RequestID(rawText: String(decoding: text, as: UTF8.self))
            envelope.wrongID = nil
        default:
            envelope.isIDTooLong = false
            envelope.id = nil
            envelope.wrongID = value
        }
    }
}

extension Envelope {
    var message: Message {
        if let outOfRange {
            let error = WireError.parseError(outOfRange)
            guard method == nil, result != nil || self.error != nil, let id else {
                return .invalid(id: id ?? .null, error)
            }
            return .invalidResponse(id: id, error)
        }
        if let (error, limit) = oversized {
            let message = "\(error.message) in what begins at byte \(error.offset): send several requests"
            return .invalid(id: id ?? .null, WireError(Refusal.limit("items", limit, message)))
        }
        if let wrongID {
            return invalid("\"id\" must be a string, a number or null, not \(wrongID.kindName)")
        }
        if isIDTooLong { return invalid("\"id\" may have at most \(RequestID.maximumBytes) bytes: use a shorter one") }
        switch method {
        case .string(let method): return wrongVersion.map(invalid) ?? call(method)
        case .notAString(let other): return invalid(wrongVersion ?? "\"method\" must be a string, not \(other.kindName)")
        case nil: return response
        }
    }

    private var wrongVersion: String? {
        switch version {
        case nil, .string("2.0"): nil
        case .string(let other): "\"jsonrpc\" must be \"2.0\", not \(JSON.string(other).found)"
        case .notAString(let other): "\"jsonrpc\" must be \"2.0\", not \(other.found)"
        }
    }

    private func call(_ method: String) -> Message {
        if let misplacedOption { return invalid("\"\(misplacedOption)\" is beside \"params\": put it into \"params\"") }
        return switch params {
        case nil: .call(id: id, method: method, params: .object([:]))
        case .object, .array: .call(id: id, method: method, params: params ?? .object([:]))
        case .some(let other): invalid("\"params\" must be an object, not \(other.kindName)")
        }
    }

    private var response: Message {
        guard result != nil || error != nil else { return invalid(wrongVersion ?? "it has no \"method\"") }
        guard let id else { return invalid(wrongVersion ?? "a response needs the \"id\" of its request") }
        switch (wrongVersion, result, error) {
        case (let wrongVersion?, _, _): return invalidResponse(id, wrongVersion)
        case (nil, let result?, nil): return .response(id: id, .success(result))
        case (nil, nil, let error?):
            if let error = WireError(json: error) { return .response(id: id, .failure(error)) }
            return invalidResponse(
                id, "\"error\" must be an object with an integer \"code\" and a string \"message\"")
        default: return invalidResponse(id, "it has both \"result\" and \"error\"")
        }
    }

    private func invalidResponse(_ id: RequestID, _ message: String) -> Message {
        .invalidResponse(id: id, .invalidResponse(to: id, message))
    }

    private func invalid(_ message: String) -> Message {
        .invalid(id: id ?? .null, .invalidRequest(message))
    }
}

extension WireError {
    /// Reads the `error` member of a response; `nil` if it is not a valid error.
    public init?(json: JSON) {
        guard let code = json["code"]?.intValue, let message = json["message"]?.stringValue else { return nil }
        var data = json["data"]?.objectValue ?? [:]
        let reason = data["reason"]?.stringValue ?? ""
        data["reason"] = nil
        self.init(code: code, message: message, reason: reason, data: data)
    }
}
