/// The name of a type as written in code, without generic arguments.
func typeName(_ type: Any.Type) -> String {
    let name = _typeName(type, qualified: false)
    return String(name.prefix { $0 != "<" })
}

/// A built-in view that wraps a custom type. Messages name the custom type instead.
@MainActor protocol NamedInMessages {
    static var messageType: Any.Type { get }
}

@MainActor func viewName(_ type: Any.Type) -> String { typeName((type as? any NamedInMessages.Type)?.messageType ?? type) }
