import FasciaMatching
import FasciaYAML

/// Expressions that are no mistake of the language, but match nothing.
extension FileBuilder {
    /// - Parameter isOutput: whether it is compared with a part of the output of a command; otherwise with the whole of a text.
    mutating func warnOfNoMatch(_ source: Source?, isOutput: Bool) {
        // The rows of a list are no part of an expression: the file has been warned of already.
        if case .row = rows { return }
        guard let source, let text = source.text, let pattern = try? Pattern(text) else { return }
        guard !pattern.canMatch(isOutput ? .trimmed : .whole) else { return }
        let fault =
            if isOutput, pattern.canMatch(.any) {
                "matches no output: leave out white space at the ends, which is removed from the output first"
            } else if pattern.hasAnchors {
                "matches no text: write \\^ and \\$ for these characters, or (?m) before it for the ends of lines"
            } else {
                "matches no text: its parts exclude each other"
            }
        problems.append(Problem(.warning, at: source.position, "\(source.found) \(fault)"))
    }
}
