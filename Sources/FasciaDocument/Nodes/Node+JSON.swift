extension Node {
    /// A node as JSON: its `kind`, the members of that kind, and the common members `id` and `modifiers`.
    ///
    /// In JSON Schema this is a reference to `#/$defs/Node`; see `definitions`.
    public static let schema = Schema<Node>.recursive("Node") { whole }

    /// The members of `$defs` that the schemas of nodes and screens refer to.
    public static let definitions: JSON.Object = [
        "Node": whole.schema, "Modifier": Modifier.definition,
    ]

    /// The names of all kinds of nodes.
    public static let kinds = Kind.allCases.map(\.rawValue)

    private static let common = Schema.record(
        Node(.empty),
        [
            .optional("id", \.id, .string, "The author's name for it, unique in its screen."),
            .defaulted(
                "modifiers", \.modifiers, .array(of: .recursive("Modifier") { Modifier.schema }), default: [],
                "Its modifiers, from first to last."),
        ])

    private static let whole = Schema<Node>(
        schema: ["oneOf": .array(Kind.allCases.map(description))]
    ) { json throws(Mismatch) in
        guard case .object(let object) = json else {
            throw Mismatch(expected: "a node: an object with a kind", found: json.found)
        }
        guard let name = object["kind"]?.stringValue, let kind = Kind(rawValue: name) else {
            throw Mismatch(
                pointer: "/kind", expected: "one of " + kinds.joined(separator: ", "),
                found: object["kind"]?.found ?? "nothing")
        }
        var node = try common.read(json)
        node.content = try kind.form.read(json)
        return node
    } write: { node in
        let kind = node.content.payload.kind
        var object: JSON.Object = ["kind": .string(kind.rawValue)]
        object["id"] = node.id.map { .string($0) }
        for (key, value) in kind.form.write(node.content).objectValue?.members ?? [] { object[key] = value }
        for (key, value) in common.write(node).objectValue?.members ?? [] { object[key] = value }
        return .object(object)
    }

    private static func description(of kind: Kind) -> JSON {
        let form = kind.form
        var schema = form.schema.objectValue ?? [:]
        var properties: JSON.Object = ["kind": ["const": .string(kind.rawValue)]]
        for part in [form.schema, common.schema] {
            for (key, value) in part["properties"]?.objectValue?.members ?? [] { properties[key] = value }
        }
        schema["description"] = .string(form.summary)
        schema["properties"] = .object(properties)
        schema["required"] = .array(["kind"] + (form.schema["required"]?.arrayValue ?? []))
        return .object(schema)
    }
}

extension Screen {
    /// A screen as JSON. The ids that its author gives to nodes must be distinct, because gestures refer to nodes by
    /// id.
    public static let schema = Schema.record(
        Screen(id: "", body: Node(.empty)),
        [
            .required("id", \.id, .name, "Its name, for nav.push."),
            .optional("title", \.title, .string, "The title; the id by default."),
            .required("body", \.body, Node.schema, "What is shown."),
            .defaulted(
                "emits", \.emits, .array(of: .name), default: [],
                "The actions that its controls can send to its parent."),
            .defaulted(
                "environment", \.environment, EnvironmentSchema.values, default: [:],
                "Values that everything in it inherits."),
        ]
    ).checked { screen throws(Mismatch) in
        if let (id, place) = screen.body.duplicateID {
            throw Mismatch(
                pointer: "/body\(place)/id", expected: "an id that no other node has", found: "\"\(id)\" again")
        }
    }
}

// MARK: - Codable, for programs with their own encoder

extension Node: Codable {
    public init(from decoder: any Decoder) throws { self = try Node.schema.read(JSON(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try Node.schema.write(self).encode(to: encoder) }
}

extension Screen: Codable {
    public init(from decoder: any Decoder) throws { self = try Screen.schema.read(JSON(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try Screen.schema.write(self).encode(to: encoder) }
}
