import FasciaDocument
import FasciaModel
import FasciaWire

@testable import FasciaServer

/// A list of standups, and the sheet that edits one of them and emits an action.
struct Standups {
    let parts: Parts
    let (parent, child): (Client, Client)
    /// The entry of the sheet.
    let entry: EntryID

    static let action = "onDeleteButtonTapped"
    static let sheet: JSON = [
        "screen": [
            "id": "edit", "emits": [.string(action)],
            "body": ["kind": "button", "label": "Delete", "id": "delete", "emit": .string(action)],
        ]
    ]

    init(_ parts: Parts) throws {
        self.parts = parts
        (parent, child) = (parts.client(), parts.client())
        parent.introduce(as: "a parent")
        child.introduce(as: "a child")
        try parts.apply("screen.put", ["screen": ["id": "list", "body": ["kind": "empty"]]])
        try parts.apply("screen.put", Self.sheet)
        try parts.apply("nav.push", ["screen": "list"])
        try parts.apply("nav.modal", ["screen": "edit", "handles": [.string(Self.action)]], by: parent)
        entry = parts.top
    }

    func bind(_ scope: ActionBindings.Scope, _ names: [String] = [Self.action], to client: Client) throws {
        _ = try parts.apps.bind(scope, names: names, Request("action.bind", client))
    }

    /// Sends the sheet's action.
    func send(_ name: String = Self.action, payload: JSON = .null, by client: Client? = nil) throws -> Reply {
        let client = client ?? child
        return try parts.actions.send(
            ActionSend(entry: entry, name: name, payload: payload), Request("action.send", client, id: 1))
    }

    /// The `action` request that a client was sent.
    func asked(_ client: Client) throws -> (id: RequestID, params: JSON) {
        let message = try client.message()
        guard message["method"] == "action", let id = message["id"]?.intValue, let params = message["params"] else {
            throw Refusal(.invalid, "no action: \(message.text)")
        }
        return (RequestID(id), params)
    }

    /// Answers the action that a client was asked to handle.
    func answer(_ client: Client, _ answer: OutgoingRequests.Answer = .result([:])) throws {
        parts.requests.receive(answer, id: try asked(client).id, from: client)
    }

    /// The changes of the last event.
    var lastChanges: [Change] { parts.live.history[parts.live.revision]?.changes ?? [] }
}
