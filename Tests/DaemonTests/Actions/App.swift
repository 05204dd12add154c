import FasciaDocument
import TestSupport

/// Methods for a client that acts as an app and handles actions.
extension JSONClient {
    /// Receives the next message, which must be an `action` request.
    func action() throws -> (id: JSON, params: JSON) {
        let message = try receive()
        guard message["method"] == "action", let id = message["id"], let params = message["params"] else {
            throw TestFailure("expected the request action, got \(message.text)")
        }
        return (id, params)
    }

    /// Waits until the daemon has this many clients, that is, until it has noticed all disconnections.
    func wait(forClients count: Int) throws {
        while try call("daemon.status")[at: "counts/clients"] != .int(count) {}
    }

    func answer(_ id: JSON, _ result: JSON = [:]) throws { try send(["jsonrpc": "2.0", "id": id, "result": result]) }

    func refuse(_ id: JSON, code: Int, _ message: String, reason: String? = nil) throws {
        var error: JSON.Object = ["code": .int(code), "message": .string(message)]
        if let reason { error["data"] = ["reason": .string(reason)] }
        try send(["jsonrpc": "2.0", "id": id, "error": .object(error)])
    }

    /// Answers the next action and returns its parameters.
    @discardableResult
    func handle(_ result: JSON = [:]) throws -> JSON {
        let (id, params) = try action()
        try answer(id, result)
        return params
    }
}

/// A list of standups and the sheet that edits one of them.
enum Standups {
    static let list: JSON = ["screen": ["id": "list", "body": ["kind": "text", "text": "Design, Engineering"]]]
    static let edit: JSON = [
        "screen": [
            "id": "edit", "title": "Edit", "emits": ["onDeleteButtonTapped"],
            "body": [
                "kind": "form",
                "children": [
                    ["kind": "text", "text": "Design"],
                    [
                        "kind": "button", "label": "Delete", "id": "delete", "emit": "onDeleteButtonTapped",
                        "payload": ["standup": 7],
                    ],
                ],
            ],
        ]
    ]

    /// A daemon with both screens, published by a program that has disconnected.
    static func daemon(arguments: [String] = []) throws -> DaemonProcess {
        let daemon = try DaemonProcess(arguments: arguments)
        let author = try daemon.client()
        try author.call("screen.put", list)
        try author.call("screen.put", edit)
        return daemon
    }

    /// Pushes the list and then the sheet, with `parent` as their parent. Returns the id of the sheet's entry.
    static func push(_ parent: JSONClient) throws -> JSON {
        try parent.call("nav.push", ["screen": "list"])
        let result = try parent.call("nav.modal", ["screen": "edit", "handles": ["onDeleteButtonTapped"]])
        guard let entry = result["entry"] else { throw TestFailure("no entry: \(result.text)") }
        return entry
    }

    static func delete(_ entry: JSON) -> JSON {
        ["entry": entry, "name": "onDeleteButtonTapped", "payload": ["standup": 7]]
    }
}
