import FasciaModel

/// A member of parameters that nobody knows. It is ignored, for the sake of newer clients, or kept for whoever may look at
/// it; it may also be a slip of the finger, which whoever writes by hand would like to be told of.
public struct UnknownMember: Hashable, Sendable {
    /// Where it stands: `/group/options/0/titel`.
    public var pointer: String
    public var name: String
    /// The member that was probably meant.
    public var nearest: String?
    /// Any name may stand there, and it is not ignored.
    public var isTaken = false

    /// Those of a request, in the order in which they stand there; where any name may stand, those that are nearly one that
    /// is known.
    ///
    /// - Parameters:
    ///   - params: that the method takes, as far as is known otherwise.
    ///   - description: what `daemon.describe` says of it.
    public static func all(in params: JSON, of method: String, by description: JSON) -> [UnknownMember] {
        let methods = description["methods"]?.arrayValue ?? []
        guard let schema = methods.first(where: { $0["name"]?.stringValue == method })?["params"] else { return [] }
        var search = Search(definitions: description["$defs"]?.objectValue ?? [:])
        search.look(at: params, schema, "")
        return search.found
    }
}

private struct Search {
    let definitions: JSON.Object
    var found: [UnknownMember] = []

    mutating func look(at value: JSON, _ schema: JSON, _ pointer: String) {
        if let reference = schema["$ref"]?.stringValue {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            if let target = definitions[name] { look(at: value, target, pointer) }
            return
        }
        if let choices = (schema["oneOf"] ?? schema["anyOf"])?.arrayValue {
            // Where several may be meant, or none, there is nothing to say.
            let fitting = choices.filter { fits(value, $0) }
            if fitting.count == 1 { look(at: value, fitting[0], pointer) }
            return
        }
        if let elements = value.arrayValue, let items = schema["items"] {
            for (index, element) in elements.enumerated() { look(at: element, items, "\(pointer)/\(index)") }
        }
        guard let object = value.objectValue else { return }
        let known = schema["properties"]?.objectValue
        let others = schema["additionalProperties"]
        for member in object.members {
            let place = pointer + "/" + member.key.replacing("~", with: "~0").replacing("/", with: "~1")
            if let known, known[member.key] == nil {
                let nearest = Suggestion.nearest(to: member.key, among: known.members.map(\.key))
                if others == nil || nearest != nil {
                    found.append(
                        UnknownMember(pointer: place, name: member.key, nearest: nearest, isTaken: others != nil))
                }
            }
            if let schema = known?[member.key] ?? others { look(at: member.value, schema, place) }
        }
    }

    /// Whether this may be the one of several that is meant: its type, its constants and what it needs.
    private func fits(_ value: JSON, _ schema: JSON) -> Bool {
        if let reference = schema["$ref"]?.stringValue {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return definitions[name].map { fits(value, $0) } ?? false
        }
        let type = schema["type"]?.stringValue
        // In nothing but an object or an array is there something to look for.
        guard let object = value.objectValue else { return type != "object" && (value.arrayValue == nil || schema["items"] != nil) }
        guard type != "array" else { return false }
        let needed = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard needed.allSatisfy({ object[$0] != nil }) else { return false }
        return schema["properties"]?.objectValue?.members.allSatisfy { member in
            guard let constant = member.value["const"] else { return true }
            return object[member.key] == constant
        } ?? (type == "object")
    }
}
