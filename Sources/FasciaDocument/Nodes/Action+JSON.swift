/// What operating a node does.
public enum Action: Hashable, Sendable {
    /// A call of one of the protocol's methods, so that a screen works without an app behind it. A navigation method
    /// without an `entry` applies to the entry that shows the node.
    case call(method: String, params: JSON)
    /// A message to the entry's parent about what the user did.
    case emit(name: String, payload: JSON)
}

/// An action in JSON form. Its members are direct members of a button, and the two kinds of action use different ones.
struct ActionMembers: Hashable, Sendable {
    struct Call: Hashable, Sendable {
        var method = ""
        var params: JSON = .object([:])

        static let schema = Schema.record(
            Call(),
            [
                .required("method", \.method, .string, "A method of the protocol: nav.push."),
                .defaulted("params", \.params, .anyObject, default: .object([:]), "Its parameters."),
            ])
    }

    var tap: Call?
    var emit: String?
    var payload: JSON?

    init(_ action: Action?) {
        switch action {
        case .call(let method, let params): tap = Call(method: method, params: params)
        case .emit(let name, let payload):
            emit = name
            self.payload = payload == .null ? .none : payload
        case nil: break
        }
    }

    func action() throws(Mismatch) -> Action? {
        switch (tap, emit) {
        case (let call?, nil): .call(method: call.method, params: call.params)
        case (nil, let name?): .emit(name: name, payload: payload ?? .null)
        case (nil, nil): nil
        case (_?, _?): throw Mismatch(pointer: "/emit", expected: "either tap or emit", found: "both")
        }
    }
}

/// A record that contains an action's members.
protocol ActionRecord {
    var members: ActionMembers { get set }
}

extension Field where Root: ActionRecord {
    static var ofAction: [Field<Root>] {
        [
            .optional("tap", \.members.tap, ActionMembers.Call.schema, "A call of one of the daemon's methods."),
            .optional(
                "emit", \.members.emit, .string,
                "The action to send to the parent, named after what the user did: onDeleteButtonTapped."),
            .optional("payload", \.members.payload, .any, "The payload."),
        ]
    }
}

private struct ActionParts: ActionRecord, Hashable, Sendable {
    var members = ActionMembers(nil)
}

extension Action {
    /// An action on its own: `{"emit": "onTap"}` or `{"tap": {"method": "nav.pop"}}`.
    static let schema = Schema.record(ActionParts(), Field.ofAction).map { parts throws(Mismatch) -> Action in
        guard let action = try parts.members.action() else {
            throw Mismatch(pointer: "/tap", expected: "either tap or emit", found: "neither")
        }
        return action
    } back: {
        ActionParts(members: ActionMembers($0))
    }
}
