import SwiftCompilerPlugin
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

@main struct FasciaMacros: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [EntryMacro.self]
}

/// Expands `@Entry var name: Type = value` to an environment key and a property that reads and writes it.
struct EntryMacro {}

extension EntryMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // The accessor expansion reports errors.
        guard let entry = try? Entry(declaration, in: context) else { return [] }
        return [
            """
            private struct \(raw: entry.key): FasciaUI.EnvironmentKey {
                \(raw: entry.defaultValue)
            }
            """
        ]
    }
}

extension EntryMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        let entry = try Entry(declaration, in: context)
        return ["get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }"]
    }
}

/// The annotated property, as the macro reads it.
private struct Entry {
    let name: String
    let defaultValue: String
    var key: String { "__Key_" + name }

    init(_ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext) throws {
        guard let property = declaration.as(VariableDeclSyntax.self),
            property.bindingSpecifier.tokenKind == .keyword(.var), property.bindings.count == 1,
            let binding = property.bindings.first, let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
            binding.accessorBlock == nil
        else { throw entryError(declaration, "@Entry needs a single stored property: @Entry var name: Type = value") }
        guard let outer = context.lexicalContext.first?.as(ExtensionDeclSyntax.self),
            ["EnvironmentValues", "FasciaUI.EnvironmentValues"].contains(outer.extendedType.trimmedDescription)
        else { throw entryError(declaration, "@Entry must be in an extension of EnvironmentValues") }
        name = pattern.identifier.text.filter { $0 != "`" }
        let type = binding.typeAnnotation?.type
        guard let value = binding.initializer?.value.trimmedDescription ?? type.flatMap(Entry.implicitDefault) else {
            throw entryError(
                declaration, "@Entry var \(name) needs a default value: @Entry var \(name): Type = value")
        }
        // A computed property, so that its type need not be `Sendable`. SwiftUI does the same.
        defaultValue =
            if let type = type?.trimmedDescription ?? binding.initializer.flatMap({ Entry.type(of: $0.value) }) {
                "static var defaultValue: \(type) { \(value) }"
            } else {
                "static let defaultValue = \(value)"
            }
    }

    /// The default value of an optional without an initializer.
    private static func implicitDefault(_ type: TypeSyntax) -> String? {
        type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ? "nil" : nil
    }

    /// The type of a literal whose type is known without type checking.
    private static func type(of value: ExprSyntax) -> String? {
        switch value.kind {
        case .integerLiteralExpr: "Swift.Int"
        case .floatLiteralExpr: "Swift.Double"
        case .booleanLiteralExpr: "Swift.Bool"
        case .stringLiteralExpr: "Swift.String"
        default: nil
        }
    }
}

/// An error at the property.
private func entryError(_ declaration: some DeclSyntaxProtocol, _ message: String) -> DiagnosticsError {
    DiagnosticsError(diagnostics: [Diagnostic(node: declaration, message: EntryMessage(message: message))])
}

private struct EntryMessage: DiagnosticMessage {
    let message: String
    var diagnosticID: MessageID { MessageID(domain: "FasciaMacros", id: "entry") }
    var severity: DiagnosticSeverity { .error }
}
