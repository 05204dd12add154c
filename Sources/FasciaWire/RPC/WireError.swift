import FasciaDocument
import FasciaModel

/// An error as sent in a reply: `{"code": …, "message": …, "data": {"reason": …, …}}`.
///
/// Scripts branch on `reason`. People read `message`, which names the problem, the thing it is about, and a remedy.
public struct WireError: Error, Hashable, Sendable {
    public var code: Int
    public var message: String
    public var reason: String
    /// The other members of the error's `data`.
    public var data: JSON.Object

    public init(code: Int, message: String, reason: String, data: JSON.Object = [:]) {
        self.code = code
        self.message = message
        self.reason = reason
        self.data = data
    }

    public init(_ reason: Refusal.Reason, _ message: String, details: JSON.Object = [:]) {
        self.init(Refusal(reason, message, details: details))
    }

    public init(_ refusal: Refusal) {
        self.init(
            code: refusal.reason.code, message: refusal.message, reason: refusal.reason.rawValue,
            data: refusal.details)
    }
}

extension Refusal.Reason {
    /// The JSON-RPC error code.
    public var code: Int {
        switch self {
        case .notFound: -32001
        case .conflict: -32002
        case .denied: -32003
        case .refused: -32004
        case .invalid: -32005
        case .entryGone: -32006
        case .unimplemented: -32007
        case .limit: -32008
        case .lineTooLong: -32009
        case .unavailable: -32010
        case .version: -32011
        case .timeout: -32012
        }
    }

    /// When this reason is used, for the documentation.
    public var summary: String {
        switch self {
        case .notFound: "no such stack, entry, screen, target, group, switch, value or plugin"
        case .conflict: "ifRevision or expect did not match; has the current state"
        case .denied: "the client's role does not allow it; has the role that would"
        case .refused: "a declared rule forbids it; names the rule and its members"
        case .invalid: "well-formed, but not allowed"
        case .entryGone: "the entry was removed"
        case .unimplemented: "no client handles this action"
        case .limit: "a limit was reached; names it and its value"
        case .lineTooLong: "a line over the limit"
        case .unavailable: "the journal cannot be written; nothing was changed"
        case .version: "no common protocol version; has the versions of both sides"
        case .timeout: "a peer did not answer in time"
        }
    }
}

// MARK: - The errors of JSON-RPC itself

extension WireError {
    /// The codes that JSON-RPC 2.0 defines.
    public enum Code {
        public static let parseError = -32700
        public static let invalidRequest = -32600
        public static let methodNotFound = -32601
        public static let invalidParams = -32602
        public static let internalError = -32603
    }

    /// The line is not JSON.
    public static func parseError(_ error: ParseError) -> WireError {
        WireError(
            code: Code.parseError, message: "not JSON: \(error.message) at byte \(error.offset)",
            reason: "parseError", data: ["offset": .int(error.offset)])
    }

    /// The line is JSON, but not a message.
    public static func invalidRequest(_ message: String) -> WireError {
        WireError(code: Code.invalidRequest, message: "not a request: " + message, reason: "invalidRequest")
    }

    /// A malformed response to one of our requests.
    ///
    /// This error is sent with the id `null`, because the peer may have a request of its own with the same id.
    public static func invalidResponse(to id: RequestID, _ message: String) -> WireError {
        WireError(
            code: Code.invalidRequest, message: "invalid response to \(id.rawText): " + message, reason: "invalidRequest")
    }

    /// - Parameter nearest: the method that was probably meant.
    public static func methodNotFound(_ name: String, nearest: String? = nil) -> WireError {
        var data: JSON.Object = ["method": .string(name)]
        if let nearest { data["nearest"] = .string(nearest) }
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "daemon.describe lists all methods"
        return WireError(
            code: Code.methodNotFound, message: "no method \"\(name)\": \(hint)", reason: "methodNotFound", data: data)
    }

    /// Wrong parameters. The pointer is relative to `params`, such as `/on`.
    public static func invalidParams(_ mismatch: Mismatch) -> WireError {
        var data: JSON.Object = [
            "pointer": .string(mismatch.pointer), "expected": .string(mismatch.expected),
            "found": .string(mismatch.found),
        ]
        guard let limit = mismatch.limit else {
            return WireError(
                code: Code.invalidParams, message: mismatch.message, reason: "invalidParams", data: data)
        }
        (data["limit"], data["value"]) = (.string(limit.name), .int(limit.value))
        return WireError(Refusal(.limit, mismatch.message, details: data))
    }

    /// A fault of the daemon itself.
    public static func internalError(_ message: String) -> WireError {
        WireError(code: Code.internalError, message: message, reason: "internalError")
    }

    /// - Parameter limit: the maximum length of a line in bytes.
    public static func lineTooLong(limit: Int) -> WireError {
        WireError(
            .lineTooLong,
            "the line is longer than \(limit) bytes and was skipped: send less at once, or raise the limit",
            details: ["limit": "lineBytes", "value": .int(limit)])
    }
}
