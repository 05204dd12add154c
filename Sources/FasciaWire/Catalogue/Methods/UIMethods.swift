import FasciaDocument
import FasciaModel

private struct UIParams: Sendable {
    var stack = "main"
    var node = ""
    var value = JSON.null
    var address = ""
    var terminal: Int?
    var details = false
}

extension Field<UIParams> {
    fileprivate static let stack = Field.defaulted(
        "stack", \.stack, .name, default: "main", "The name of the stack that is shown.")
    fileprivate static let node = Field.required("node", \.node, .name, "The id or the label of a visible node.")
}

extension UIWait {
    fileprivate static let fields: [Field<UIWait>] = [
        .defaulted("stack", \.stack, .name, default: "main", "The stack for conditions about what is visible."),
        .required("for", \.condition, Condition.schema, "The condition."),
        .defaulted("timeout", \.timeout, .seconds, default: 10, "The maximum time in seconds."),
        .defaulted(
            "mustExist", \.mustExist, .bool, default: false,
            "Whether to fail at once if the switch, value, screen or entry does not exist."),
    ]
}

extension Schema<Double> {
    /// At most an hour.
    static let seconds = Schema<Double>(schema: ["type": "number", "minimum": 0, "maximum": 3_600]) {
        json throws(Mismatch) in
        guard let value = json.doubleValue, (0...3_600).contains(value) else {
            throw Mismatch(expected: "a number of seconds from 0 to 3600", found: json.found)
        }
        return value
    } write: {
        .double($0)
    }
}

extension UIWait.Condition {
    private static let expected =
        "{toggle, state}, {value, equals | not | above | below | changed}, {question, gone?}, {screen}, {entry}, {node, role?, value?, gone?} or {text, terminal?, gone?}"

    fileprivate static let schema = Schema<UIWait.Condition>(schema: [
        "oneOf": [
            .result([
                .required("toggle", Schema<String>.name.schema, "The id of a switch or a group."),
                .required(
                    "state", GroupState.lenientSchema.schema,
                    "The state that it must have, and be known to have: a pending, stale or unknown one does not count."),
            ]),
            .result([
                .required("value", Schema<String>.name.schema, "The key of a value, with one of the others."),
                .optional("equals", .anything, "The value that it must have, and be known to have."),
                .optional("not", .anything, "Any other value than this."),
                .optional("above", .number, "The number that it must be greater than."),
                .optional("below", .number, "The number that it must be less than."),
                .optional("changed", ["const": true], "Another value than when the wait begins."),
            ]),
            .result([
                .required("question", Schema<String>.name.schema, "A question that must be asked; * for any."), gone,
            ]),
            .result([.required("screen", Schema<String>.name.schema, "The screen that must be on top.")]),
            .result([.required("entry", Schema<String>.name.schema, "The entry that must be on top.")]),
            .result([
                .required("node", Schema<String>.name.schema, "The id or label of a node that must be visible."),
                .optional("role", Schema<String>.name.schema, "The node's role, as in ui.tree: button, toggle, text."),
                .optional("value", .anything, "The node's value."), gone,
            ]),
            .result([
                .required("text", .string, "The text that must be in a picture."),
                .optional("terminal", .integer, "The terminal whose picture is meant."),
                .optional("columns", .integer, "Without a terminal: the width of the picture; 80 by default."),
                .optional("rows", .integer, "Without a terminal: its height; 24 by default."), gone,
            ]),
        ]
    ]) { json throws(Mismatch) in
        guard case .object(let object) = json else { throw Mismatch(expected: expected, found: json.found) }
        let condition = try read(object)
        // A part of a condition that is left out makes it another one.
        let members = condition.members
        if let other = object.members.first(where: { !members.contains($0.key) }) {
            throw Mismatch(expected: "only " + members.joined(separator: ", "), found: other.value.found)
                .below(other.key)
        }
        return condition
    } write: { condition in
        switch condition {
        case .toggle(let id, let state): return ["toggle": .string(id), "state": .string(state.rawValue)]
        case .value(let key, let test):
            var members: JSON.Object = ["value": .string(key)]
            members[test.name] = test.operand
            return .object(members)
        case .question(let id, let gone):
            return gone ? ["question": .string(id ?? "*"), "gone": true] : ["question": .string(id ?? "*")]
        case .screen(let id): return ["screen": .string(id)]
        case .entry(let id): return ["entry": .string(id.rawValue)]
        case .node(let node, let role, let value, let gone):
            var members: JSON.Object = ["node": .string(node)]
            if let role { members["role"] = .string(role) }
            if let value { members["value"] = value }
            if gone { members["gone"] = true }
            return .object(members)
        case .text(let text, let gone, let picture):
            var members: JSON.Object = ["text": .string(text)]
            if let terminal = picture.terminal {
                members["terminal"] = .int(terminal)
            } else {
                members["columns"] = .int(picture.columns)
                members["rows"] = .int(picture.rows)
            }
            if gone { members["gone"] = true }
            return .object(members)
        }
    }

    /// What it may have on the wire.
    private var members: [String] {
        switch self {
        case .toggle: ["toggle", "state"]
        case .value(_, let test): ["value", test.name]
        case .question: ["question", "gone"]
        case .screen: ["screen"]
        case .entry: ["entry"]
        case .node: ["node", "role", "value", "gone"]
        case .text(_, _, let picture):
            picture.terminal == nil ? ["text", "columns", "rows", "gone"] : ["text", "terminal", "gone"]
        }
    }

    private static func read(_ object: JSON.Object) throws(Mismatch) -> Self {
        let gone = try object["gone"].map { json throws(Mismatch) in try read(.bool, json, "gone") } ?? false
        if let node = object["node"] {
            if gone, object["value"] != nil {
                throw Mismatch(pointer: "/value", expected: "no value together with gone", found: "a value")
            }
            let role = try object["role"].map { json throws(Mismatch) in try read(.name, json, "role") }
            return .node(try read(.name, node, "node"), role: role, value: object["value"], gone: gone)
        }
        if let id = object["toggle"] {
            guard let state = object["state"] else {
                throw Mismatch(pointer: "/state", expected: "one of on, off, mixed, true, false", found: "nothing")
            }
            let wanted = try read(GroupState.lenientSchema, state, "state")
            return .toggle(id: try read(.name, id, "toggle"), state: wanted)
        }
        if let key = object["value"] {
            return .value(key: try read(.name, key, "value"), try test(object))
        }
        if let id = object["question"] {
            let id = try read(.name, id, "question")
            return .question(id: id == "*" ? nil : id, gone: gone)
        }
        if let entry = object["entry"] { return .entry(EntryID(try read(.name, entry, "entry"))) }
        if let text = object["text"] {
            return .text(try read(.string, text, "text"), gone: gone, in: try picture(object))
        }
        guard let screen = object["screen"] else { throw Mismatch(expected: expected, found: "none of them") }
        return .screen(try read(.name, screen, "screen"))
    }

    private static func test(_ object: JSON.Object) throws(Mismatch) -> UIWait.ValueTest {
        if let value = object["not"] { return .not(value) }
        if let number = object["above"] { return .above(try read(.number, number, "above")) }
        if let number = object["below"] { return .below(try read(.number, number, "below")) }
        if let changed = object["changed"] {
            guard changed == true else { throw Mismatch(pointer: "/changed", expected: "true", found: changed.found) }
            return .changed
        }
        guard let value = object["equals"] else {
            throw Mismatch(pointer: "/equals", expected: "a value", found: "nothing")
        }
        return .equals(value)
    }

    private static let gone = ResultMember.optional("gone", .boolean, "Wait until it is gone instead.")

    /// The picture that must contain the text.
    private static func picture(_ object: JSON.Object) throws(Mismatch) -> UIRender {
        var picture = UIRender()
        if let terminal = object["terminal"] { picture.terminal = try read(.int(), terminal, "terminal") }
        if let columns = object["columns"] { picture.columns = try read(.length, columns, "columns") }
        if let rows = object["rows"] { picture.rows = try read(.length, rows, "rows") }
        return picture
    }

    private static func read<Value>(
        _ schema: Schema<Value>, _ json: JSON, _ name: String
    ) throws(Mismatch) -> Value {
        do throws(Mismatch) { return try schema.read(json) } catch { throw error.below(name) }
    }
}

extension UIWait.ValueTest {
    fileprivate var name: String {
        switch self {
        case .equals: "equals"
        case .not: "not"
        case .above: "above"
        case .below: "below"
        case .changed: "changed"
        }
    }

    fileprivate var operand: JSON {
        switch self {
        case .equals(let value), .not(let value): value
        case .above(let number), .below(let number): .double(number)
        case .changed: true
        }
    }
}

extension UIWait.Condition {
    public static func value(key: String, equals value: JSON) -> Self { .value(key: key, .equals(value)) }
}

extension [ResultMember] {
    fileprivate static let ofGestures =
        ResultMember.ofMutations + [.required("node", .string, "The id of the node.")] + ofActions
}

extension Method {
    static let ui: [Method] = [
        Method(
            .query, "ui.tree", needs: .view(.nav), "Get the visible nodes, for scripts, tests and screen readers.",
            command: "tree",
            UIParams(),
            [
                .stack,
                .optional(
                    "terminal", \.terminal, .int(), "A terminal instead of a stack; also returns which node has its focus."),
                .defaulted(
                    "details", \.details, .bool, default: false, "Also return how each node can be operated."),
            ],
            returns: .result([.required("nodes", .list(.definition("VisibleNode")), "The nodes, in reading order.")])
        ) { .uiTree(stack: $0.stack, terminal: $0.terminal, details: $0.details) },
        Method(
            .session, "ui.tap", needs: .operate, "Tap a visible node.", command: "tap", UIParams(), [.stack, .node],
            returns: .result(.ofGestures)
        ) { .uiTap(stack: $0.stack, node: $0.node) },
        Method(
            .session, "ui.set", needs: .operate,
            "Set the value of a visible node: a boolean, a number, a text, or the id of an option.",
            command: "set", UIParams(), [.stack, .node, .required("value", \.value, .any, "The new value.")],
            returns: .result(.ofGestures)
        ) { .uiSet(stack: $0.stack, node: $0.node, value: $0.value) },
        Method(
            .query, "ui.render", needs: .view(.nav), "Draw a picture of a stack or a terminal.", command: "render", UIRender(),
            [
                .defaulted("stack", \.stack, .name, default: "main", "The name of the stack that is shown."),
                .defaulted(
                    "renderer", \.renderer, UIRender.Renderer.schema, default: .text,
                    "The format of the picture: text, ansi, or the name of a plugin, such as html or svg; json and cells are what "
                        + "plugins render: the tree of nodes, or a picture in full colour."),
                .defaulted("columns", \.columns, .length, default: 80, "Its width in cells."),
                .defaulted(
                    "rows", \.rows, .length, default: 24,
                    "Its height in cells; the last rows of more than 65536 cells are left out."),
                .defaulted("colors", \.colors, .oneOf, default: .none, "The number of colours that ansi may use."),
                .defaulted("unicode", \.unicode, .bool, default: true, "Whether it may use Unicode, not only ASCII."),
                .optional(
                    "terminal", \.terminal, .int(),
                    "A terminal instead of a stack and a size: returns its current picture."),
            ],
            returns: .result([
                .required("mime", .string, "The media type of the data."), .required("data", .string, "The picture."),
            ])
        ) { .uiRender($0) },
        Method(
            .query, "ui.find", needs: .view(.nav),
            "Find screens, switches, groups, pickers, values, buttons, menu commands and open questions by a few letters of their "
                + "names.",
            command: "find", UIFind(""),
            [
                .defaulted("stack", \.stack, .name, default: "main", "The stack whose own screens are searched, too."),
                .required(
                    "query", \.query, .string(atMost: 256),
                    "Words, of each of which some letters, in their order, are given."),
                .defaulted("limit", \.limit, .int(1...10_000), default: 20, "The maximum number of matches."),
            ],
            returns: .result([
                .required(
                    "found",
                    .list(
                        .result([
                            .required("address", .string, "Its address, for ui.open."),
                            .required("kind", .string, "screen, group, switch, picker, value, button, command or question."),
                            .required("title", .string, "Its title."),
                            .required("state", .string, "Its state, such as on, Red, 42 or unknown; empty without one."),
                            .optional(
                                "conditions", .list(.names(BoundCondition.Word.self)),
                                "The condition of the bound thing; of a group, that of its switches."),
                            .optional("condition", .definition("Condition"), "The condition of a bound thing that is no group."),
                            .required("path", .list(.string), "The titles of its screen, and of its section or menu."),
                        ])), "The best matches, the best one first."),
                .required("count", .integer, "The number of matches."),
                .required(
                    "complete", .boolean,
                    "Whether everything was searched: at most 20,000 nodes of screens and 10,000 things are, and 500 that match are compared."
                ),
            ])
        ) { .uiFind($0) },
        Method(
            .session, "ui.open", needs: .operate, "Open the screen of something that ui.find finds.", command: "open", UIParams(),
            [.stack, .required("address", \.address, .name, "Its address.")],
            returns: .result(ResultMember.ofMutations + [.required("entry", .string, "The entry that shows it.")])
        ) { .uiOpen(stack: $0.stack, address: $0.address) },
        Method(
            .query, "ui.wait", needs: .view(.nav), "Wait until a condition holds; fail with timeout if it does not.",
            command: "wait",
            UIWait(.screen("")), UIWait.fields,
            returns: .result([.required("revision", .integer, "The revision at which the condition holds.")])
        ) { .uiWait($0) },
    ]
}
