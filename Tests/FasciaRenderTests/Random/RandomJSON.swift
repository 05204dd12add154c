import FasciaDocument
import SceneTestSupport

/// Makes random values of a JSON Schema, of the keywords that ours use. What a schema cannot say, such as that a node has
/// either a bound value or its own, is left to whoever reads the value.
class RandomJSON {
    private var generator: Seeded
    private let definitions: JSON.Object
    /// The texts under a member of this name, such as ids of things that there are.
    var texts: [String: [String]] = [:]
    /// All other texts.
    var words: [String] = [""]

    init(seed: UInt64, definitions: JSON.Object) {
        generator = Seeded(seed)
        self.definitions = definitions
    }

    func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
    func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }
    func one<Element>(of elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

    /// A value of a definition that a schema refers to.
    func referenced(_ definition: String, depth: Int) -> JSON { value(definitions[definition] ?? [:], depth: depth) }

    /// - Parameter name: the member that the value is for.
    func value(_ schema: JSON, named name: String = "", depth: Int) -> JSON {
        if let constant = schema["const"] { return constant }
        if let cases = schema["enum"]?.arrayValue, !cases.isEmpty { return one(of: cases) }
        if let reference = schema["$ref"]?.stringValue {
            let definition = String(reference.split(separator: "/").last ?? "")
            return referenced(definition, depth: depth - 1)
        }
        for key in ["oneOf", "anyOf"] {
            if let choices = schema[key]?.arrayValue, !choices.isEmpty {
                return value(one(of: choices), named: name, depth: depth)
            }
        }
        let types = schema["type"]?.arrayValue ?? schema["type"].map { [$0] } ?? []
        switch types.isEmpty ? "" : one(of: types).stringValue ?? "" {
        case "string": return .string(text(name))
        case "boolean": return .bool(chance(0.5))
        case "integer": return .int(integer(schema))
        case "number": return number(schema)
        case "array": return array(schema, depth)
        case "object": return object(schema, depth)
        case "null": return .null
        default: return one(of: [.null, 1, "two", true, 0.5, [1, 2], ["a": 1]])
        }
    }

    private func text(_ name: String) -> String {
        if let own = texts[name], !chance(0.05) { return one(of: own) }
        return (0..<int(1...3)).map { _ in one(of: words) }.joined(separator: " ")
    }

    private func integer(_ schema: JSON) -> Int {
        let low = schema["minimum"]?.intValue ?? -(1 << 40)
        let high = schema["maximum"]?.intValue ?? max(low, 1 << 40)
        // Most are small; the ends are frequent.
        return min(max(one(of: [low, high, int(0...5), int(0...40), int(-40...1_000), 1_000_000, 1 << 62]), low), high)
    }

    private func number(_ schema: JSON) -> JSON {
        let low = schema["minimum"]?.doubleValue ?? schema["exclusiveMinimum"]?.doubleValue ?? -.greatestFiniteMagnitude
        let high = schema["maximum"]?.doubleValue ?? .greatestFiniteMagnitude
        let number = one(of: [
            low, high, 0, 1, 0.5, 8, 16, 40, 300, -3, 1e6, 1e18, 1e300, Double(int(0...100)), Double(int(0...5_000)),
        ])
        return .double(min(max(number, low), high))
    }

    private func array(_ schema: JSON, _ depth: Int) -> JSON {
        let least = schema["minItems"]?.intValue ?? 0
        let most = min(schema["maxItems"]?.intValue ?? 6, least + 6)
        let parts = schema["prefixItems"]?.arrayValue ?? []
        let count = depth <= 0 ? least : max(int(least...max(least, most)), parts.count)
        return .array(
            (0..<count).map { value(parts.indices.contains($0) ? parts[$0] : schema["items"] ?? [:], depth: depth - 1) })
    }

    private func object(_ schema: JSON, _ depth: Int) -> JSON {
        let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var object: JSON.Object = [:]
        for (name, member) in schema["properties"]?.objectValue?.members ?? [] {
            guard required.contains(name) || chance(0.35) else { continue }
            object[name] = value(member, named: name, depth: depth)
        }
        if let others = schema["additionalProperties"], case .object = others, object.isEmpty {
            for _ in 0..<int(0...2) { object[one(of: words)] = value(others, depth: depth - 1) }
        }
        return .object(object)
    }
}
