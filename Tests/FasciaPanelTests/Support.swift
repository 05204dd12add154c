import FasciaYAML
@testable import FasciaPanel

/// Parses a file of this text, and others that it includes.
func parse(_ text: String, including others: [String: String] = [:]) -> PanelParser.Outcome {
    PanelParser.parse(path: "box.yaml") { path throws(Problem) in
        guard let text = path == "box.yaml" ? text : others[path] else {
            throw Problem(at: Position(file: path), "cannot read \(path)")
        }
        return text
    }
}

/// The problems of a file as lines, without its name.
func problems(_ text: String, including others: [String: String] = [:]) -> [String] {
    parse(text, including: others).problems.map { $0.description.replacing("box.yaml:", with: "") }
}

/// A file whose first screen has these items.
func panel(_ items: String) -> String {
    "panel: box\nscreens:\n  home:\n"
        + items.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
}
