/// One member of a JSON object, and the property of `Root` that it maps to.
public struct Field<Root>: Sendable {
    public let name: String
    /// One line for the documentation and for `--help`.
    public let summary: String
    public let isRequired: Bool
    public let schema: JSON
    let read: @Sendable (inout Root, JSON) throws(Mismatch) -> Void
    let write: @Sendable (Root) -> JSON?

    /// A required member.
    public static func required<Value>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema<Value>,
        _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: true, schema: schema.schema) {
            root, json throws(Mismatch) in
            root[keyPath: path] = try schema.read(json)
        } write: {
            schema.write($0[keyPath: path])
        }
    }

    /// An optional member. Null means the same as a missing member.
    public static func optional<Value>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ schema: Schema<Value>,
        _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: false, schema: schema.schema) {
            root, json throws(Mismatch) in
            if case .null = json { return }
            root[keyPath: path] = try schema.read(json)
        } write: {
            $0[keyPath: path].map(schema.write)
        }
    }

    /// An optional member of any JSON. Null is a value like any other.
    static func optionalJSON(
        _ name: String, _ path: any WritableKeyPath<Root, JSON?> & Sendable, _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: false, schema: Schema<JSON>.any.schema) { root, json in
            root[keyPath: path] = .some(json)
        } write: {
            $0[keyPath: path]
        }
    }

    /// An optional member with a default. The default must equal the property in the record's `initial`, and is not
    /// written.
    public static func defaulted<Value: Equatable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema<Value>,
        default value: Value, _ summary: String
    ) -> Field {
        var described = schema.schema.objectValue ?? [:]
        described["default"] = schema.write(value)
        return Field(name: name, summary: summary, isRequired: false, schema: .object(described)) {
            root, json throws(Mismatch) in
            if case .null = json { return }
            root[keyPath: path] = try schema.read(json)
        } write: {
            let now = $0[keyPath: path]
            // `nil` would be JSON's null here and would be written.
            return now == value ? .none : schema.write(now)
        }
    }
}
