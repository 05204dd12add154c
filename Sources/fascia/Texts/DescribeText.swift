import FasciaModel

/// The protocol's documentation as plain text.
enum DescribeText {
    static func text(_ description: JSON, method: String?) -> String {
        let methods = description["methods"]?.arrayValue ?? []
        guard method != nil else {
            return Columns.aligned(methods.map { [$0["name"]?.plain ?? "?", summary($0)] })
        }
        return methods.map(Self.method).joined(separator: "\n\n")
    }

    private static func summary(_ method: JSON) -> String {
        (method["summary"] ?? method["description"])?.plain ?? ""
    }

    private static func method(_ method: JSON) -> String {
        var lines = [method["name"]?.plain ?? "?", "    " + summary(method)]
        lines += members("Parameters", of: method["params"])
        lines += members("Result", of: method["result"])
        return lines.joined(separator: "\n")
    }

    private static func members(_ title: String, of schema: JSON?) -> [String] {
        let required = schema?["required"]?.arrayValue ?? []
        let rows = (schema?["properties"]?.objectValue?.members ?? []).map { name, schema in
            [
                "    " + name, type(of: schema),
                (schema["description"]?.plain ?? "") + note(schema, isRequired: required.contains(.string(name))),
            ]
        }
        return rows.isEmpty ? [] : ["", "\(title):", Columns.aligned(rows)]
    }

    private static func note(_ schema: JSON, isRequired: Bool) -> String {
        if let value = schema["default"] { return " (\(value.line) where it is left out)" }
        return isRequired ? "" : " (optional)"
    }

    /// `string`, `on|off|mixed`, `[Entry]`
    private static func type(of schema: JSON) -> String {
        if let names = schema["enum"]?.arrayValue { return names.map(\.plain).joined(separator: "|") }
        if let reference = schema["$ref"]?.stringValue {
            return reference.split(separator: "/").last.map(String.init) ?? reference
        }
        if let choices = (schema["oneOf"] ?? schema["anyOf"])?.arrayValue {
            return choices.map(type).joined(separator: "|")
        }
        switch schema["type"]?.stringValue {
        case "array": return "[\(type(of: schema["items"] ?? [:]))]"
        case let name?: return name
        case nil: return "any"
        }
    }
}
