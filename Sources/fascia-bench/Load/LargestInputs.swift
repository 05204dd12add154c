import FasciaDocument
import FasciaWire

/// Requests that are as large as the schema of their method and the limit of a line permit: each member of the parameters by
/// itself is made as long as possible, the others stay as short as possible.
struct LargestInputs {
    private let definitions: JSON
    /// A line may have 1 MiB; what its largest member may have of it.
    private static let room = 900_000
    /// How deeply members of members are made large.
    private static let depth = 3

    /// One request: what is large in it, and its parameters.
    struct Input {
        var name: String
        var params: JSON
    }

    /// - Parameter description: the result of `daemon.describe`.
    init(_ description: JSON) { definitions = description["$defs"] ?? [:] }

    /// - Parameter method: a member of `methods` of the description.
    func inputs(of method: JSON) -> [Input] {
        let schema = method["params"] ?? [:]
        let large = variants(schema, depth: 0).map { Input(name: $0.0, params: $0.1) }
        return large.isEmpty ? [Input(name: "plain", params: minimal(schema))] : large
    }

    private func resolved(_ schema: JSON) -> JSON {
        guard let reference = schema["$ref"]?.stringValue, let name = reference.split(separator: "/").last else { return schema }
        return resolved(definitions[String(name)] ?? [:])
    }

    private func alternatives(_ schema: JSON) -> [JSON]? { (schema["oneOf"] ?? schema["anyOf"])?.arrayValue }

    private func type(_ schema: JSON) -> String? {
        schema["type"]?.stringValue ?? schema["type"]?.arrayValue?.first?.stringValue
    }

    /// A short value that the schema permits.
    ///
    /// - Parameter number: makes names different from each other.
    private func minimal(_ reference: JSON, isMember: Bool = false, number: Int = 0) -> JSON {
        let schema = resolved(reference)
        if isMember, let value = schema["default"] { return value }
        if let value = schema["const"] ?? schema["enum"]?.arrayValue?.first { return value }
        if let first = alternatives(schema)?.first { return minimal(first, isMember: true, number: number) }
        switch type(schema) {
        case "object":
            var object: JSON.Object = [:]
            for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
                guard let member = schema["properties"]?[name] else { continue }
                object[name] = minimal(member, isMember: true, number: number)
            }
            return .object(object)
        case "array":
            let item = minimal(schema["items"] ?? [:], isMember: true, number: number)
            return .array(Array(repeating: item, count: schema["minItems"]?.intValue ?? 0))
        case "integer", "number": return schema["minimum"] ?? 1
        case "boolean": return false
        default: return .string("x\(number)")
        }
    }

    /// Large values of a schema.
    private func variants(_ reference: JSON, depth: Int) -> [(String, JSON)] {
        let schema = resolved(reference)
        guard depth <= Self.depth, schema["enum"] == nil, schema["const"] == nil else { return [] }
        if let alternatives = alternatives(schema) {
            return alternatives.prefix(6).flatMap { variants($0, depth: depth + 1) }
        }
        switch type(schema) {
        case "string":
            return [
                ("long", .string(String(repeating: "x", count: Self.room))),
                ("slashes", .string(String(repeating: "a/", count: Self.room / 2))),
            ]
        case "array":
            let items = schema["items"] ?? [:]
            return [("many", many(items, atMost: schema["maxItems"]?.intValue ?? .max))]
                + variants(items, depth: depth + 1).map { ("item \($0.0)", [$0.1]) }
        case "object":
            guard case .object(let short) = minimal(schema, isMember: true) else { return [] }
            var found: [(String, JSON)] = []
            for (name, member) in schema["properties"]?.objectValue?.members ?? [] {
                for (what, value) in variants(member, depth: depth + 1) {
                    var object = short
                    object[name] = value
                    found.append(("\(name) \(what)", .object(object)))
                }
            }
            if let member = schema["additionalProperties"], case .object = member {
                found.append(("members", members { minimal(member, isMember: true, number: $0) }))
            }
            return found
        case nil:
            return [("any array", .array(Array(repeating: 1, count: Self.room / 2))), ("any members", members { _ in 1 })]
        default: return []
        }
    }

    private func many(_ items: JSON, atMost limit: Int) -> JSON {
        var (list, bytes) = ([JSON](), 0)
        while bytes < Self.room, list.count < limit {
            let item = minimal(items, isMember: true, number: list.count)
            bytes += Self.length(of: item) + 1
            list.append(item)
        }
        return .array(list)
    }

    private static func length(of value: JSON) -> Int {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes.count
    }

    private func members(_ value: (Int) -> JSON) -> JSON {
        var (object, bytes, number) = (JSON.Object(), 0, 0)
        while bytes < Self.room {
            let (name, value) = ("k\(number)", value(number))
            object[name] = value
            bytes += name.utf8.count + Self.length(of: value) + 4
            number += 1
        }
        return .object(object)
    }
}
