/// What the compiler asks: one of these.
struct CompilerRequest: Decodable {
    var getCapability: Ignored?
    var expandAttachedMacro: AttachedMacro?
    var expandFreestandingMacro: FreestandingMacro?

    struct Ignored: Decodable {}

    struct AttachedMacro: Decodable {
        var macro: Reference
        /// `accessor` or `peer`, for the macros here.
        var macroRole: String
        /// The declaration with the attribute.
        var declSyntax: Syntax
        /// What the declaration is in, from the inside to the outside, without its members.
        var lexicalContext: [Syntax]?
    }

    struct FreestandingMacro: Decodable {
        var macro: Reference
        /// Distinguishes this expansion from all others; the beginning of the names that it may declare.
        var discriminator: String
        /// The macro with its arguments.
        var syntax: Syntax

        /// A name that nothing else has, mangled as the compiler expects.
        var uniqueName: String { discriminator + "7PreviewfMu_" }
    }

    struct Reference: Decodable {
        /// The type that `#externalMacro` names.
        var typeName: String
    }

    /// A piece of source.
    struct Syntax: Decodable {
        var source: String
        var location: Location
    }

    struct Location: Decodable {
        var fileName: String
        /// In bytes, from the beginning of the file.
        var offset: Int
    }
}

/// What the compiler is told.
enum PluginAnswer: Encodable {
    case getCapabilityResult(capability: Capability)
    case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])

    struct Capability: Encodable { var protocolVersion: Int }

    struct Diagnostic: Encodable {
        var message: String
        var severity = "error"
        var position: Position
        var highlights: [String] = []
        var notes: [String] = []
        var fixIts: [String] = []
    }

    struct Position: Encodable {
        var fileName: String
        var offset: Int
    }

    /// The version of the protocol in which a result of every kind of macro is one source.
    static let capability = PluginAnswer.getCapabilityResult(capability: Capability(protocolVersion: 7))

    static func expanded(_ source: String) -> PluginAnswer { .expandMacroResult(expandedSource: source, diagnostics: []) }

    /// An error at the beginning of a piece of source.
    static func failure(_ message: String, at syntax: CompilerRequest.Syntax?) -> PluginAnswer {
        let blank = syntax.map { SourceScanner($0.source).blank.utf8.count } ?? 0
        let position = Position(fileName: syntax?.location.fileName ?? "", offset: (syntax?.location.offset ?? 0) + blank)
        return .expandMacroResult(expandedSource: nil, diagnostics: [Diagnostic(message: message, position: position)])
    }
}
