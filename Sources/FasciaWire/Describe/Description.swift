import FasciaDocument
import FasciaModel

/// A description of the protocol, generated from the definitions that validate it.
public enum Description {
    public static let protocolVersion = 1

    /// The result of `daemon.describe`.
    ///
    /// - Throws: `methodNotFound` for an unknown method.
    public static func json(method name: String? = nil) throws(WireError) -> JSON {
        var description: JSON.Object = ["protocol": .int(protocolVersion)]
        if let name {
            let method = try method(name).json
            description["methods"] = [method]
            description["$defs"] = .object(Definitions.used(by: method))
        } else {
            description["methods"] = .array(Catalogue.methods.map(\.json))
            description["events"] = events
            description["requests"] = requests
            description["errors"] = .array(ErrorReason.all.map(\.json))
            description["$defs"] = .object(Definitions.all)
        }
        return .object(description)
    }

    private static func method(_ name: String) throws(WireError) -> Method {
        guard let method = Catalogue.method(named: name) else {
            throw .methodNotFound(name, nearest: Catalogue.nearest(to: name))
        }
        return method
    }

    /// The requests that the daemon sends to its clients.
    static let requests: JSON = [
        "ping": ["params": .result([]), "result": .result([])],
        "carryOut": [
            "params": .result([
                .required("id", .string, "The thing that this client has claimed."),
                .required("from", .anything, "The value that was reported last; null if none was."),
                .required("to", .anything, "The new value."),
                .required("cause", .definition("Cause"), "The request and its sender."),
                .required("deadline", .string, "The time after which the answer does not count."),
                .optional("revert", .boolean, "True if it takes back an unconfirmed change."),
            ]),
            "result": .result([]),
        ],
        "poll": [
            "params": .result([
                .required("id", .string, "The thing that this client has claimed: report its state, then answer.")
            ]),
            "result": .result([]),
        ],
        "action": [
            "params": .result([
                .required("entry", .string, "The entry that sends it."),
                .required("stack", .string, "The stack that the entry is in."),
                .required("screen", .string, "The screen that the entry shows."),
                .required("name", .string, "What the user did."), .required("payload", .anything, "The payload."),
                .required("cause", .definition("Cause"), "Who did it, and with which request."),
                .required("deadline", .string, "The time after which the answer does not count."),
            ]),
            "result": .result([
                .optional("outcome", ["enum": ["handled", "rejected"]], "The outcome; handled by default."),
                .optional("reason", .string, "Why it is rejected."),
            ]),
        ],
        "rows": [
            "params": .result([
                .required("entry", .string, "The entry that shows them."),
                .required("stack", .string, "The stack that the entry is in."),
                .required("screen", .string, "The screen that contains the rows."),
                .optional(
                    "nodes",
                    .list(
                        .result([
                            .required("id", .string, "The id of a node of the kind rows."),
                            .required(
                                "rows", .list(RowRange.schema.schema),
                                "The rows to publish; no others are visible."),
                        ])), "The visible rows: publish them with screen.rows before the answer."),
                .optional("find", .string, "The id of a node: publish the row that contains it."),
            ]),
            "result": .result([.optional("found", .boolean, "Whether a row contains the given node.")]),
        ],
    ]

    /// The reason of the error that answers a carryOut which the client has given up.
    public static let cancelled = "cancelled"

    /// The notifications that the daemon sends.
    static let events: JSON = [
        "event": Definitions.event(extra: [.required("watch", .integer, "The number of the watch.")]),
        "event.gap": .result([
            .required("watch", .integer, "The number of the watch."),
            .required("from", .string, "The cursor of the last event that was sent."),
            .required("to", .string, "The cursor of the snapshot, after which events continue."),
            .required("snapshot", .definition("Snapshot"), "The state at that cursor."),
        ]),
        // The daemon's next process sends it to every connection that the service manager has kept open.
        "resumed": .result([
            .required("epoch", .string, "Identifies the state; another one than before if the state was lost."),
            .required("revision", .integer, "The panel's revision."),
        ]),
        // To the connections that have asked.
        "ask.ended": .result([
            .required("id", .string, "The question."),
            .required(
                "state", ["enum": ["answered", "declined", "expired", "withdrawn"]],
                "How it has ended; withdrawn: it was cancelled."),
            .optional("answer", .anything, "The answer: true or false, a list of values, a text, or the texts of a form."),
            .optional("by", .definition("Person"), "Who has answered or declined; nobody if the default was taken."),
        ]),
        "terminal.frame": .result([
            .required("terminal", .integer, "The number of the terminal."),
            .required("sequence", .integer, "The number of the frame."),
            .required("full", .boolean, "Whether it paints the whole picture, not only the difference."),
            .required("data", .string, "The text to write to the terminal."),
            .optional(
                "place", TerminalViewState.schema.schema, "The view state of a resumable terminal, if it has changed."),
        ]),
        // Sent to the client that carries out a change, when another one of the same thing waits for its end.
        "carryOut.cancel": .result([
            .required("id", .string, "The thing that this client has claimed."),
            .required("request", .integer, "The id of the request carryOut that it has not answered."),
            .required("to", .anything, "The value of that request."),
            .required(
                "next", .anything,
                "The value that is wanted now. The client may give the request up, and answer it with an error that has the reason "
                    + "cancelled; or go on, and answer as usual."),
        ]),
        // Sent when the user has left the terminal with a key.
        "terminal.detached": .result([
            .required("terminal", .integer, "The number of the terminal."),
            .required("reason", .string, "Why: quit, or denied if the access file has changed."),
        ]),
        // Sent to the publisher of a screen with nodes that state the size they were made for.
        "geometry": .result([
            .required("stack", .string, "The stack that is shown."), .required("entry", .string, "The entry."),
            .required("screen", .string, "The screen that the entry shows."),
            .required("node", .string, "The node whose available size is not the one it was made for."),
            .optional(
                "width", .number,
                "The available width on the terminal last attached or resized, in points; left out if none is offered."),
            .optional("height", .number, "The available height, in points; left out if none is offered."),
        ]),
    ]
}

/// A reason of an error, for the documentation.
struct ErrorReason: Sendable {
    let name: String
    let code: Int
    let summary: String

    var json: JSON { ["reason": .string(name), "code": .int(code), "summary": .string(summary)] }

    static let all: [ErrorReason] =
        [
            ErrorReason(name: "parseError", code: WireError.Code.parseError, summary: "the line is not JSON"),
            ErrorReason(
                name: "invalidRequest", code: WireError.Code.invalidRequest, summary: "JSON, but not a request"),
            ErrorReason(
                name: "methodNotFound", code: WireError.Code.methodNotFound,
                summary: "no such method; names the nearest"),
            ErrorReason(
                name: "invalidParams", code: WireError.Code.invalidParams,
                summary: "wrong parameters; has the pointer, and what was expected and found"),
            ErrorReason(
                name: "internalError", code: WireError.Code.internalError, summary: "a bug in the daemon"),
        ] + Refusal.Reason.allCases.map { ErrorReason(name: $0.rawValue, code: $0.code, summary: $0.summary) }
}

// MARK: - One method

extension Method {
    var json: JSON {
        var object: JSON.Object = [
            "name": .string(name), "summary": .string(summary), "kind": .string(kind.rawValue), "params": params,
            "result": result,
        ]
        if let command { object["command"] = .string(command) }
        return .object(object)
    }
}
