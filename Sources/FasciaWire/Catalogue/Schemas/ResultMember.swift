import FasciaDocument

/// One member of a method's result, for the documentation.
struct ResultMember: Sendable {
    let name: String
    let schema: JSON
    let summary: String
    let isRequired: Bool

    static func required(_ name: String, _ schema: JSON, _ summary: String) -> ResultMember {
        ResultMember(name: name, schema: schema, summary: summary, isRequired: true)
    }

    static func optional(_ name: String, _ schema: JSON, _ summary: String) -> ResultMember {
        ResultMember(name: name, schema: schema, summary: summary, isRequired: false)
    }

    static let ofMutations: [ResultMember] = [
        .required("revision", .integer, "The panel's revision."),
        .required("changed", .boolean, "Whether anything changed."),
        .optional("pending", .list(.string), "The bound things whose change has yet to be carried out."),
        .approval,
    ]

    static let approval = ResultMember.optional(
        "approval",
        .result([
            .required("question", .string, "The id of the question; empty with dryRun."),
            .required("of", .list(.string), "Who may approve, such as role:admin."),
            .required("things", .list(.string), "What has to be approved."),
        ]), "Nothing has changed yet: somebody else has to approve the request.")
}

extension JSON {
    static let string: JSON = ["type": "string"]
    static let integer: JSON = ["type": "integer"]
    static let number: JSON = ["type": "number"]
    static let boolean: JSON = ["type": "boolean"]
    static let anyObject: JSON = ["type": "object"]
    static let anything: JSON = [:]

    static func list(_ items: JSON) -> JSON { ["type": "array", "items": items] }
    static func map(_ values: JSON) -> JSON { ["type": "object", "additionalProperties": values] }
    static func names<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> JSON
    where Value.RawValue == String {
        ["enum": .array(type.allCases.map { .string($0.rawValue) })]
    }
    static func definition(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

    /// The schema of an object with these members.
    static func result(_ members: [ResultMember]) -> JSON {
        var properties: JSON.Object = [:]
        for member in members {
            var schema = member.schema.objectValue ?? [:]
            schema["description"] = .string(member.summary)
            properties[member.name] = .object(schema)
        }
        let required = members.filter(\.isRequired).map { JSON.string($0.name) }
        return ["type": "object", "properties": .object(properties), "required": .array(required)]
    }
}
