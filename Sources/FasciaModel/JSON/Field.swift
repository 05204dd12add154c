/// One member of a JSON object that stands for a Swift value of type `Root`.
public struct Field<Root>: Sendable {
    public let name: String
    /// One line for the documentation and for `--help`.
    public let summary: String
    public let isRequired: Bool
    public let schema: JSON
    let read: @Sendable (inout Root, JSON) throws(Mismatch) -> Void
    let write: @Sendable (Root) -> JSON?

    /// A member that must be there.
    public static func required<Value>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ schema: Schema<Value>,
        _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: true, schema: schema.schema) { root, json throws(Mismatch) in
            root[keyPath: path] = try schema.read(json)
        } write: { schema.write($0[keyPath: path]) }
    }

    /// A member that may be left out, or be null, which means the same.
    public static func optional<Value>(
        _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ schema: Schema<Value>,
        _ summary: String
    ) -> Field {
        Field(name: name, summary: summary, isRequired: false, schema: schema.schema) { root, json throws(Mismatch) in
            if case .null = json { return }
            root[keyPath: path] = try schema.read(json)
        } write: { $0[keyPath: path].map(schema.write) }
    }

    /// A member that keeps the value of the record's `initial` where it is left out; that value is not written.
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
        } write: { $0[keyPath: path] == value ? nil : schema.write($0[keyPath: path]) }
    }
}

extension Schema {
    /// An object with the given members. Members that it does not know are ignored.
    ///
    /// - Parameter initial: the value before any member has been read; it carries the defaults.
    public static func record(_ initial: Value, _ fields: [Field<Value>]) -> Schema where Value: Sendable {
        var properties = JSON.Object()
        for field in fields {
            var property = field.schema.objectValue ?? [:]
            property["description"] = .string(field.summary)
            properties[field.name] = .object(property)
        }
        var schema: JSON.Object = ["type": "object", "properties": .object(properties)]
        let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return Schema(schema: .object(schema)) { json throws(Mismatch) in
            guard case .object(let object) = json else { throw Mismatch(expected: "an object", found: json.found) }
            var value = initial
            for field in fields {
                guard let member = object[field.name] else {
                    guard field.isRequired else { continue }
                    let missing = Mismatch(expected: expectation(of: field.schema), found: "nothing")
                    throw missing.below(field.name)
                }
                do throws(Mismatch) { try field.read(&value, member) } catch { throw error.below(field.name) }
            }
            return value
        } write: { value in
            var object = JSON.Object()
            for field in fields { object[field.name] = field.write(value) }
            return .object(object)
        }
    }
}

/// What a JSON Schema asks for, in words: for the message about a member that is missing.
private func expectation(of schema: JSON) -> String {
    if let names = schema["enum"]?.arrayValue {
        return "one of " + names.compactMap(\.stringValue).joined(separator: ", ")
    }
    return switch schema["type"]?.stringValue {
    case "string": "a string"
    case "boolean": "true or false"
    case "integer": "an integer"
    case "number": "a number"
    case "array": "an array"
    case "object": "an object"
    default: "a value"
    }
}
