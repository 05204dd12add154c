/// What all kinds of node contents state about themselves.
package protocol NodeContent: Sendable {
    var kind: Node.Kind { get }
    /// The label that people read; `nil` if it has none, or if it consists of its children.
    var displayLabel: String? { get }
    /// The texts that it holds, without those of its actions and children.
    var texts: [String?] { get }
}

extension NodeContent {
    package var displayLabel: String? { nil }
}

/// Content without members.
struct PlainContent: NodeContent {
    let kind: Node.Kind
    var texts: [String?] { [] }
}

/// The JSON form of one kind of node: the parser, the writer, the JSON Schema and the documentation derive from it.
struct NodeForm: Sendable {
    /// One line for the documentation.
    let summary: String
    /// The JSON Schema of the members specific to this kind.
    let schema: JSON
    let read: @Sendable (JSON) throws(Mismatch) -> Node.Content
    /// The members specific to this kind; empty for content of another kind.
    let write: @Sendable (Node.Content) -> JSON

    init<Content: NodeContent>(
        _ summary: String, _ schema: Schema<Content>, _ wrap: @escaping @Sendable (Content) -> Node.Content
    ) {
        self.summary = summary
        self.schema = schema.schema
        read = { json throws(Mismatch) in wrap(try schema.read(json)) }
        write = { content in (content.payload as? Content).map(schema.write) ?? .object([:]) }
    }

    /// A kind without specific members.
    init(_ summary: String, _ content: Node.Content) {
        self.summary = summary
        schema = ["type": "object"]
        read = { _ in content }
        write = { _ in .object([:]) }
    }
}
