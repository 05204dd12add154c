/// The name of a type as an author writes it, without what it is generic over.
func typeName(_ type: Any.Type) -> String {
    let name = _typeName(type, qualified: false)
    return String(name.prefix { $0 != "<" })
}

/// A view of ours that carries something of the app's own: messages name that.
@MainActor protocol StandsFor {
    static var subject: Any.Type { get }
}

@MainActor func viewName(_ type: Any.Type) -> String { typeName((type as? any StandsFor.Type)?.subject ?? type) }
