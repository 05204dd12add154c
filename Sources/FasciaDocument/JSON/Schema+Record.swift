extension Schema {
    /// An object with the given members. Unknown members are ignored.
    ///
    /// - Parameter initial: the value before any member is read; it holds the defaults.
    public static func record(_ initial: Value, _ fields: [Field<Value>]) -> Schema where Value: Sendable {
        Schema(schema: schema(of: fields)) { json throws(Mismatch) in
            guard case .object(let object) = json else { throw Mismatch(expected: "an object", found: json.found) }
            var value = initial
            for field in fields {
                guard let member = object[field.name] else {
                    guard field.isRequired else { continue }
                    throw Mismatch(expected: expectation(of: field.schema), found: "nothing").below(field.name)
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

    static func schema(of fields: [Field<Value>]) -> JSON {
        var properties = JSON.Object()
        for field in fields {
            var property = field.schema.objectValue ?? [:]
            property["description"] = .string(field.summary)
            properties[field.name] = .object(property)
        }
        var schema: JSON.Object = ["type": "object", "properties": .object(properties)]
        let required = fields.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        return .object(schema)
    }
}

/// Describes a JSON Schema in words, for the message about a missing member.
func expectation(of schema: JSON) -> String {
    if let names = schema["enum"]?.arrayValue {
        return "one of " + names.compactMap(\.stringValue).joined(separator: ", ")
    }
    // Every referenced definition is an object.
    if schema["$ref"] != nil { return "an object" }
    let kinds = schema["type"]?.arrayValue?.map { JSON.object(["type": $0]) }
    if let choices = kinds ?? (schema["type"] == nil ? schema["anyOf"]?.arrayValue : nil) {
        var words: [String] = []
        for word in choices.map(expectation) where !words.contains(word) { words.append(word) }
        return words.joined(separator: " or ")
    }
    return switch schema["type"]?.stringValue {
    case "string": "a string"
    case "boolean": "true or false"
    case "integer": "an integer"
    case "number": "a number"
    case "array": "an array"
    case "object": "an object"
    case "null": "null"
    default: "a value"
    }
}
