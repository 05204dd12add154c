import FasciaModel

private struct UIParams: Sendable {
    var stack = "main"
    var node = ""
    var value = JSON.null
}

extension Field<UIParams> {
    fileprivate static let stack = Field.defaulted(
        "stack", \.stack, .string, default: "main", "The name of the stack that is shown.")
    fileprivate static let node = Field.required("node", \.node, .string, "The id or the label of a visible node.")
}

extension UIWait {
    fileprivate static let fields: [Field<UIWait>] = [
        .defaulted("stack", \.stack, .string, default: "main", "For screen and node: the stack that is shown."),
        .required("for", \.condition, Condition.schema, "What shall hold."),
        .defaulted("timeout", \.timeout, .seconds, default: 10, "Give up after so many seconds."),
    ]
}

extension Schema<Double> {
    /// Up to an hour.
    static let seconds = Schema<Double>(schema: ["type": "number", "minimum": 0, "maximum": 3_600]) {
        json throws(Mismatch) in
        guard let value = json.doubleValue, (0...3_600).contains(value) else {
            throw Mismatch(expected: "a number of seconds from 0 to 3600", found: json.found)
        }
        return value
    } write: { .double($0) }
}

extension UIWait.Condition {
    private static let expected = "{toggle, state}, {value, equals}, {screen} or {node, value?}"

    fileprivate static let schema = Schema<UIWait.Condition>(schema: [
        "oneOf": [
            .result([
                .always("toggle", .string, "The id of an option or a group."),
                .always("state", GroupState.lenientSchema.schema, "What it shall be."),
            ]),
            .result([
                .always("value", .string, "The key of a value."), .always("equals", .anything, "What it shall be."),
            ]),
            .result([.always("screen", .string, "The screen that shall be on top.")]),
            .result([
                .always("node", .string, "The id or label of a node that shall be visible."),
                .sometimes("value", .anything, "What it shall show."),
            ]),
        ]
    ]) { json throws(Mismatch) in
        guard case .object(let object) = json else { throw Mismatch(expected: expected, found: json.found) }
        if let node = object["node"] {
            return .node(try read(.string, node, "node"), value: object["value"])
        }
        if let id = object["toggle"] {
            guard let state = object["state"] else {
                throw Mismatch(pointer: "/state", expected: "one of on, off, mixed, true, false", found: "nothing")
            }
            let wanted = try read(GroupState.lenientSchema, state, "state")
            return .toggle(id: try read(.string, id, "toggle"), state: wanted)
        }
        if let key = object["value"] {
            guard let value = object["equals"] else {
                throw Mismatch(pointer: "/equals", expected: "a value", found: "nothing")
            }
            return .value(key: try read(.string, key, "value"), equals: value)
        }
        guard let screen = object["screen"] else { throw Mismatch(expected: expected, found: "none of them") }
        return .screen(try read(.string, screen, "screen"))
    } write: { condition in
        switch condition {
        case .toggle(let id, let state): ["toggle": .string(id), "state": .string(state.rawValue)]
        case .value(let key, let value): ["value": .string(key), "equals": value]
        case .screen(let id): ["screen": .string(id)]
        case .node(let node, nil): ["node": .string(node)]
        case .node(let node, let value?): ["node": .string(node), "value": value]
        }
    }

    private static func read<Value>(
        _ schema: Schema<Value>, _ json: JSON, _ name: String
    ) throws(Mismatch) -> Value {
        do throws(Mismatch) { return try schema.read(json) } catch { throw error.below(name) }
    }
}

extension Method {
    static let ui: [Method] = [
        Method(
            .query, "ui.tree", "Tells what is visible: for scripts, tests and screen readers.", command: "tree",
            UIParams(), [.stack],
            returns: .result([.always("nodes", .list(.definition("VisibleNode")), "In reading order.")])
        ) { .uiTree(stack: $0.stack) },
        Method(
            .session, "ui.tap", "Taps a visible node.", command: "tap", UIParams(), [.stack, .node],
            returns: .result(ResultMember.ofMutations)
        ) { .uiTap(stack: $0.stack, node: $0.node) },
        Method(
            .session, "ui.set", "Gives a visible node a value: a boolean, a number, a text, or the id of an option.",
            command: "set", UIParams(), [.stack, .node, .required("value", \.value, .any, "What it shall be.")],
            returns: .result(ResultMember.ofMutations)
        ) { .uiSet(stack: $0.stack, node: $0.node, value: $0.value) },
        Method(
            .query, "ui.render", "Gives a picture of what is shown.", command: "render", UIRender(),
            [
                .defaulted("stack", \.stack, .string, default: "main", "The name of the stack that is shown."),
                .defaulted("renderer", \.renderer, .oneOf, default: .text, "What the picture is made of."),
                .defaulted("columns", \.columns, .int(1...1_000), default: 80, "Its width in cells."),
                .defaulted("rows", \.rows, .int(1...1_000), default: 24, "Its height in cells."),
                .defaulted("colors", \.colors, .oneOf, default: .none, "How many colours it may use."),
            ],
            returns: .result([
                .always("mime", .string, "What kind of data it is."), .always("data", .string, "The picture."),
            ])
        ) { .uiRender($0) },
        Method(
            .session, "ui.wait", "Answers when something holds, or with the error timeout.", command: "wait",
            UIWait(.screen("")), UIWait.fields,
            returns: .result([.always("revision", .integer, "The revision at which it holds.")])
        ) { .uiWait($0) },
    ]
}
