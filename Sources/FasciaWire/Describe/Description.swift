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
        "action": [
            "params": .result([
                .always("entry", .string, "The entry that sends it."),
                .always("stack", .string, "The stack that the entry is in."),
                .always("screen", .string, "The screen that the entry shows."),
                .always("name", .string, "What the user did."), .always("payload", .anything, "What goes with it."),
            ]),
            "result": .result([
                .sometimes("outcome", ["enum": ["handled", "rejected"]], "handled where it is left out."),
                .sometimes("reason", .string, "Why it is rejected."),
            ]),
        ],
        "rows": [
            "params": .result([
                .always("entry", .string, "The entry that shows them."),
                .always("stack", .string, "The stack that the entry is in."),
                .always("screen", .string, "The screen whose rows are looked at."),
                .sometimes(
                    "nodes",
                    .list(
                        .result([
                            .always("id", .string, "The id of a node of the kind rows."),
                            .always(
                                "rows", .list(RowRange.schema.schema),
                                "Which of its rows are wanted; no others are looked at."),
                        ])), "What is looked at: publish it with screen.rows before the answer."),
                .sometimes("find", .string, "The id of a node: publish the row that it is in."),
            ]),
            "result": .result([.sometimes("found", .boolean, "Whether there is a row with the node that was named.")]),
        ],
    ]

    /// The notifications that the daemon sends.
    static let events: JSON = [
        "event": Definitions.event(beside: [.always("watch", .integer, "The number of the watch.")]),
        "event.gap": .result([
            .always("watch", .integer, "The number of the watch."),
            .always("from", .string, "The cursor of the last event that was sent."),
            .always("to", .string, "The cursor of the snapshot; events go on after it."),
            .always("snapshot", .definition("Snapshot"), "The state at that cursor."),
        ]),
        // The daemon's next process sends it to every connection that the service manager has kept open.
        "resumed": .result([
            .always("epoch", .string, "Names the state; another one than before where that was lost."),
            .always("revision", .integer, "The panel's revision."),
        ]),
        "terminal.frame": .result([
            .always("terminal", .integer, "The number of the terminal."),
            .always("sequence", .integer, "Counts the terminal's frames."),
            .always("full", .boolean, "Whether it paints everything, not only what differs."),
            .always("data", .string, "What the terminal is to be sent."),
            .sometimes(
                "place", TerminalViewState.schema.schema, "Where a resumable terminal is, when that has changed."),
        ]),
        // Sent to the publisher of a screen with nodes that state the size they were made for.
        "geometry": .result([
            .always("stack", .string, "The stack that is shown."), .always("entry", .string, "The entry."),
            .always("screen", .string, "The screen that the entry shows."),
            .always("node", .string, "The node that has another room than it was made for."),
            .always("width", .number, "The room on the terminal that was attached or resized last, in points."),
            .always("height", .number, "In points."),
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
                summary: "wrong parameters; has the pointer, what was expected and what was found"),
            ErrorReason(
                name: "internalError", code: WireError.Code.internalError, summary: "a fault of the daemon's own"),
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
