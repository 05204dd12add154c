import FasciaDocument

/// The output of `fascia describe`.
enum DescribeText {
    static func text(_ description: JSON, method: String?) -> String {
        let methods = description["methods"]?.arrayValue ?? []
        guard method != nil else {
            return Columns.aligned(methods.map { [$0["name"]?.plain ?? "?", summary($0)] })
        }
        let definitions = description["$defs"]?.objectValue?.members ?? []
        return (methods.map(Self.method) + definitions.map { definition($0.key, $0.value) }).joined(separator: "\n\n")
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
        let rows = rows(of: schema, indent: "    ")
        return rows.isEmpty ? [] : ["", "\(title):", Columns.aligned(rows)]
    }

    /// A row for each member of an object, followed by indented rows of its own members.
    private static func rows(of schema: JSON?, indent: String, without known: Set<String> = []) -> [[String]] {
        let required = schema?["required"]?.arrayValue ?? []
        return properties(schema).filter { !known.contains($0.key) }.flatMap { name, schema in
            let note = note(schema, isRequired: required.contains(.string(name)))
            let summary = (schema["description"]?.plain ?? "") + note
            let type = type(of: schema)
            // A long type would make the column too wide for the summaries of all members.
            let row = type.count <= maximumTypeWidth ? [type, summary] : ["see right", "\(summary) One of: \(type)"]
            return [[indent + name] + row] + inner(schema).flatMap { rows(of: $0, indent: indent + "    ") }
        }
    }

    private static let maximumTypeWidth = 32

    /// The anonymous object types in a schema.
    private static func inner(_ schema: JSON) -> [JSON] {
        if !properties(schema).isEmpty { return [schema] }
        if let items = schema["items"] { return inner(items) }
        return choices(schema).flatMap(inner)
    }

    private static func properties(_ schema: JSON?) -> [(key: String, value: JSON)] {
        (schema?["properties"]?.objectValue?.members ?? []).map { ($0.key, $0.value) }
    }

    private static func choices(_ schema: JSON) -> [JSON] { (schema["oneOf"] ?? schema["anyOf"])?.arrayValue ?? [] }

    /// A named type. For a type with several kinds, the common members come first, then those of each kind.
    private static func definition(_ name: String, _ schema: JSON) -> String {
        let choices = choices(schema)
        guard !choices.isEmpty else {
            return (["\(name):"] + table(rows(of: schema, indent: "    "))).joined(separator: "\n")
        }
        let all = choices.map { Set(properties($0).map(\.key)) }
        let common = all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
        let own = (all.first ?? []).subtracting(common).union(["kind"])
        let shared = rows(of: choices.first, indent: "    ", without: own)
        var lines = [shared.isEmpty ? "\(name), one of:" : "\(name), of one of the kinds below:"] + table(shared)
        if common.contains("kind") {
            for choice in choices {
                let kind = choice["properties"]?["kind"]?["const"]?.plain ?? "?"
                lines.append("    kind \(kind)" + (choice["description"].map { ": " + $0.plain } ?? ""))
                lines += table(rows(of: choice, indent: "        ", without: common))
            }
        } else {
            lines += table(choices.flatMap { rows(of: $0, indent: "    ", without: common) })
        }
        return lines.joined(separator: "\n")
    }

    /// The members of the nodes of a kind; `nil` if the daemon does not know it.
    static func node(_ kind: String, _ description: JSON) -> String? {
        let kinds = choices(description["$defs"]?["Node"] ?? .null)
        guard let node = kinds.first(where: { $0["properties"]?["kind"]?["const"]?.stringValue == kind }) else { return nil }
        let summary = node["description"].map { "    " + $0.plain }
        return ([kind, summary].compactMap { $0 } + ["", "Members:"] + table(rows(of: node, indent: "    ", without: ["kind"])))
            .joined(separator: "\n")
    }

    private static func table(_ rows: [[String]]) -> [String] { rows.isEmpty ? [] : [Columns.aligned(rows)] }

    private static func note(_ schema: JSON, isRequired: Bool) -> String {
        if let value = schema["default"] { return " (\(value.line) by default)" }
        return isRequired ? "" : " (optional)"
    }

    /// For example `string`, `on|off|mixed`, `[Entry]`.
    private static func type(of schema: JSON) -> String {
        if let names = schema["enum"]?.arrayValue { return names.map(\.plain).joined(separator: "|") }
        if let reference = schema["$ref"]?.stringValue {
            return reference.split(separator: "/").last.map(String.init) ?? reference
        }
        if let value = schema["const"] { return value.plain }
        let choices = choices(schema)
        if !choices.isEmpty { return choices.map(type).joined(separator: "|") }
        switch schema["type"]?.stringValue {
        case "array": return "[\(type(of: schema["items"] ?? [:]))]"
        case let name?: return name
        case nil: return schema["pattern"] == nil ? "any" : "string"
        }
    }
}
