import FasciaDocument

/// Validates a value against the subset of JSON Schema that the catalogue uses. Unlike JSON Schema, it refuses members that
/// are not declared. Returns the problem, or `nil` for a valid value.
public struct SchemaValidator {
    private let definitions: JSON.Object

    public init(definitions: JSON.Object) { self.definitions = definitions }

    public func fault(_ value: JSON, _ schema: JSON, at pointer: String = "") -> String? {
        if let reference = schema["$ref"]?.stringValue {
            guard let name = reference.split(separator: "/").last, let target = definitions[String(name)] else {
                return "\(pointer): nothing is called \(reference)"
            }
            return fault(value, target, at: pointer)
        }
        if let constant = schema["const"], constant != value { return "\(pointer): not \(constant.found)" }
        if let allowed = schema["enum"]?.arrayValue, !allowed.contains(value) {
            return "\(pointer): \(value.found) is not allowed"
        }
        for name in ["oneOf", "anyOf"] {
            guard let choices = schema[name]?.arrayValue else { continue }
            let fits = choices.filter { fault(value, $0, at: pointer) == nil }.count
            if fits == 0 || name == "oneOf" && fits > 1 { return "\(pointer): \(fits) of \(name) fit" }
        }
        let types =
            schema["type"]?.arrayValue?.compactMap(\.stringValue) ?? schema["type"]?.stringValue.map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { has(value, $0) }) {
            return "\(pointer): \(value.kindName) instead of \(types)"
        }
        if let low = schema["minimum"]?.doubleValue, let number = value.doubleValue, number < low {
            return "\(pointer): \(number) is below \(low)"
        }
        if let high = schema["maximum"]?.doubleValue, let number = value.doubleValue, number > high {
            return "\(pointer): \(number) is above \(high)"
        }
        if let items = schema["items"], let elements = value.arrayValue {
            for (index, element) in elements.enumerated() {
                if let fault = fault(element, items, at: "\(pointer)/\(index)") { return fault }
            }
        }
        guard let object = value.objectValue else { return nil }
        for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] where object[name] == nil {
            return "\(pointer)/\(name) is missing"
        }
        for member in object.members {
            guard let schema = schema["properties"]?[member.key] ?? schema["additionalProperties"] else {
                if schema["properties"] != nil { return "\(pointer)/\(member.key) is not declared" }
                continue
            }
            if let fault = fault(member.value, schema, at: "\(pointer)/\(member.key)") { return fault }
        }
        return nil
    }

    private func has(_ value: JSON, _ type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("integer", .int), ("number", .int), ("number", .double),
            ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }
}
