/// `@Entry var name: Type = value`, which becomes an environment key and a property that reads and writes it.
struct EntryProperty {
    let name: String
    /// The member of the key with the default value.
    private let defaultValue: String
    /// Whether it is an entry of `FocusedValues`, which has no default value.
    private let isFocused: Bool

    init(_ declaration: CompilerRequest.Syntax, in context: CompilerRequest.Syntax?) throws(EntryError) {
        guard let property = PropertySource(declaration.source) else {
            throw EntryError(message: "@Entry needs a single stored property: @Entry var name: Type = value")
        }
        let extended = context.flatMap { SourceScanner($0.source).extendedType }
        isFocused = extended == "FocusedValues"
        guard isFocused || extended == "EnvironmentValues" else {
            throw EntryError(message: "@Entry must be in an extension of EnvironmentValues")
        }
        name = property.name
        let type = property.type
        // An optional begins without a value.
        let isOptional = type.map { $0.hasSuffix("?") || $0.hasSuffix("!") } ?? false
        guard let value = property.value ?? (isOptional ? "nil" : nil) else {
            throw EntryError(message: "@Entry var \(name) needs a default value: @Entry var \(name): Type = value")
        }
        // A computed property, so that its type need not be `Sendable`. SwiftUI does the same.
        defaultValue =
            if let type = type ?? SourceScanner.typeOfLiteral(value) {
                "static var defaultValue: \(type) {\n\(value)\n}"
            } else {
                "static let defaultValue = \(value)"
            }
    }

    private var key: String { "__Key_" + name }

    var keyDeclaration: String { "private struct \(key): _EnvironmentKey {\n\(defaultValue)\n}" }
    var accessors: String {
        isFocused ? "{\nget { nil }\nset {}\n}" : "{\nget { self[\(key).self] }\nset { self[\(key).self] = newValue }\n}"
    }
}

struct EntryError: Error { var message: String }
