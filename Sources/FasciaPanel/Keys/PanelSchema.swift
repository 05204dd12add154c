import FasciaDocument

/// The JSON Schema of panel files, for editors, and their documentation.
package enum PanelSchema {
    package static var json: JSON {
        var definitions = JSON.Object()
        for name in KeyTable.Name.allCases { definitions[name.rawValue] = table(name) }
        definitions["anyItem"] = [
            "anyOf": .array(
                [["const": "divider"]] + KeyTable.Name.items.map { ["$ref": .string("#/$defs/\($0.rawValue)")] })
        ]
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A panel file of Fascia",
            "$ref": "#/$defs/file", "$defs": .object(definitions),
        ]
    }

    private static func table(_ name: KeyTable.Name) -> JSON {
        let table = KeyTable[name]
        let members = table.keys.map { key -> (String, JSON) in
            var schema = schema(key.shape).objectValue ?? [:]
            schema["description"] = .string(key.summary)
            return (key.name, .object(schema))
        }
        var result: JSON.Object = [
            "type": name == .option ? ["object", "null"] : "object", "description": .string(table.summary),
            "properties": .object(.init(members)), "additionalProperties": false,
        ]
        let required = table.keys.filter(\.isRequired).map { JSON.string($0.name) }
        if !required.isEmpty { result["required"] = .array(required) }
        return .object(result)
    }

    private static func schema(_ shape: ValueShape) -> JSON {
        switch shape {
        // YAML's 80 and true are texts where a text is expected.
        case .text: ["type": ["string", "number", "boolean"]]
        case .json: [:]
        case .bool: ["type": "boolean"]
        case .integer(let least, nil): ["type": "integer", "minimum": .int(least)]
        case .integer(let least, let most?): ["type": "integer", "minimum": .int(least), "maximum": .int(most)]
        case .number: ["type": "number"]
        case .duration: ["type": ["string", "number"], "pattern": #"^[0-9]+(\.[0-9]+)?(ms|s|m|min|h|d)?$"#, "minimum": 0]
        case .pattern: ["type": "string", "format": "regex"]
        case .theme: ThemeContent.schema.schema
        case .condition: ["type": "string", "pattern": "^(not )?(option|value):"]
        case .oneOf(let words): ["enum": .array(words.map { .string($0) })]
        case .range: ["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2]
        case .list(let element): ["type": "array", "items": schema(element)]
        case .named(let element): ["type": "object", "additionalProperties": schema(element)]
        case .keys(let name): ["$ref": .string("#/$defs/\(name.rawValue)")]
        case .item: ["$ref": "#/$defs/anyItem"]
        case .either(let shapes): ["anyOf": .array(shapes.map(schema))]
        }
    }

    /// A table of the keys of each mapping, in Markdown.
    package static var documentation: String {
        KeyTable.Name.allCases.map { name in
            let table = KeyTable[name]
            let heading = KeyTable.Name.items.contains(name) ? "Item `\(name.rawValue)`" : "`\(name.rawValue)`"
            let rows = table.keys.map { key in
                "| `\(key.name)` | \(words(key.shape)) | \(escaped(key.summary))\(key.isRequired ? " Required." : "") |"
            }
            return "### \(heading)\n\n\(escaped(table.summary))\n\n| key | is | meaning |\n| --- | --- | --- |\n"
                + rows.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }

    private static func words(_ shape: ValueShape) -> String {
        switch shape {
        case .text: "text"
        case .json: "anything"
        case .bool: "`true` or `false`"
        case .integer: "integer"
        case .number: "number"
        case .duration: "time"
        case .pattern: "regular expression"
        case .condition: "condition"
        case .theme: "theme"
        case .oneOf(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .range: "two numbers"
        case .command: "command"
        case .list(let element): "list of \(words(element))"
        case .named(let element): "names with \(words(element))"
        case .keys(let name): "`\(name.rawValue)`"
        case .item: "item"
        case .either(let shapes): shapes.map(words).joined(separator: " or ")
        }
    }
}
