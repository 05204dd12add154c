/// `#Preview("Name", traits: …) { … }`, which becomes a type that makes the preview.
struct PreviewSource {
    /// In parentheses; empty without arguments.
    private let arguments: String
    /// The variables with `@Previewable`: state that belongs to the preview.
    private let variables: [String]
    /// The statements after them, up to the end of the source, with the closing brace.
    private let rest: String

    init(_ source: String) {
        var scanner = SourceScanner(source)
        // The availability of a preview does not matter here.
        while scanner.takeAttribute() {}
        _ = scanner.take("#Preview")
        let whole = scanner.remainder
        scanner.takeParentheses()
        arguments = String(whole.dropLast(scanner.remainder.count))
        var variables: [String] = []
        if scanner.take("{") { while scanner.take("@Previewable") { variables.append(scanner.takeStatement()) } }
        self.variables = variables
        rest = scanner.remainder
    }

    func declaration(named name: String) -> String {
        guard !variables.isEmpty else {
            return "struct \(name): _PreviewDeclaration {\n" + preview("{" + rest) + "\n}"
        }
        let body = "var body: some _View {" + rest
        let view = "struct Content: _View {\n\(variables.joined(separator: "\n"))\n\(body)\n}"
        return "struct \(name): _PreviewDeclaration {\n\(view)\n\(preview("{ Content() }"))\n}"
    }

    private func preview(_ closure: String) -> String {
        "@MainActor static var preview: _Preview { _Preview\(arguments) \(closure) }"
    }
}
