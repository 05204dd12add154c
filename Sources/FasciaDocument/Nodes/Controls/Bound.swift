/// Where the value of a node comes from.
enum Bound<Value> {
    /// The key of a value of the panel.
    case key(String)
    case literal(Value)

    /// - Parameter name: the member of the literal.
    /// - Throws: unless exactly one of the two is given.
    init(_ key: String?, or literal: Value?, named name: String) throws(Mismatch) {
        switch (key, literal) {
        case (let key?, nil): self = .key(key)
        case (nil, let literal?): self = .literal(literal)
        case (nil, nil): throw Mismatch(pointer: "/bind", expected: "either bind or \(name)", found: "neither")
        case (_?, _?): throw Mismatch(pointer: "/\(name)", expected: "either bind or \(name)", found: "both")
        }
    }
}
