import FasciaDocument
import FasciaModel

/// A member of a request's parameters that the method does not define. The daemon ignores it for compatibility with
/// newer clients, or keeps it for other readers. It may also be a typing mistake, which a person who writes JSON by
/// hand wants to know.
public struct UnknownMember: Hashable, Sendable {
    /// The JSON pointer of the member, such as `/group/options/0/titel`.
    public var pointer: String
    public var name: String
    /// The defined member that was probably meant.
    public var nearest: String?
    /// Whether any name is allowed there, so that the member is not ignored.
    public var isAllowed = false

    /// All unknown members of a request, in the order in which they occur. Where any name is allowed, only names that
    /// are close to a defined one are included.
    ///
    /// - Parameters:
    ///   - params: the parameters of the request; expected to be valid otherwise.
    ///   - description: the result of `daemon.describe`.
    public static func all(in params: JSON, of method: String, by description: JSON) -> [UnknownMember] {
        let methods = description["methods"]?.arrayValue ?? []
        guard let schema = methods.first(where: { $0["name"]?.stringValue == method })?["params"] else { return [] }
        var search = Search(definitions: description["$defs"]?.objectValue ?? [:])
        search.search(at: params, schema, "")
        return search.found
    }
}

private struct Search {
    let definitions: JSON.Object
    var found: [UnknownMember] = []

    mutating func search(at value: JSON, _ schema: JSON, _ pointer: String) {
        if let reference = schema["$ref"]?.stringValue {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            if let target = definitions[name] { search(at: value, target, pointer) }
            return
        }
        if let choices = (schema["oneOf"] ?? schema["anyOf"])?.arrayValue {
            // If several alternatives fit, or none, the members cannot be checked.
            let matching = choices.filter { matches(value, $0) }
            if matching.count == 1 { search(at: value, matching[0], pointer) }
            return
        }
        if let elements = value.arrayValue, let items = schema["items"] {
            for (index, element) in elements.enumerated() { search(at: element, items, "\(pointer)/\(index)") }
        }
        guard let object = value.objectValue else { return }
        let known = schema["properties"]?.objectValue
        let others = schema["additionalProperties"]
        for member in object.members {
            let memberPointer = pointer + "/" + member.key.replacing("~", with: "~0").replacing("/", with: "~1")
            if let known, known[member.key] == nil {
                let nearest = Suggestion.nearest(to: member.key, among: known.members.map(\.key))
                if others == nil || nearest != nil {
                    found.append(
                        UnknownMember(pointer: memberPointer, name: member.key, nearest: nearest, isAllowed: others != nil))
                }
            }
            if let schema = known?[member.key] ?? others { search(at: member.value, schema, memberPointer) }
        }
    }

    /// Whether the value can be this alternative, judging by type, required members and constants.
    private func matches(_ value: JSON, _ schema: JSON) -> Bool {
        if let reference = schema["$ref"]?.stringValue {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return definitions[name].map { matches(value, $0) } ?? false
        }
        let type = schema["type"]?.stringValue
        // Only objects and arrays can contain unknown members.
        guard let object = value.objectValue else {
            return type != "object" && (value.arrayValue == nil || schema["items"] != nil)
        }
        guard type != "array" else { return false }
        let needed = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard needed.allSatisfy({ object[$0] != nil }) else { return false }
        return schema["properties"]?.objectValue?.members.allSatisfy { member in
            guard let constant = member.value["const"] else { return true }
            return object[member.key] == constant
        } ?? (type == "object")
    }
}
