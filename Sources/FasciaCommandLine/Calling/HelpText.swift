/// The help of a command. The options of all commands are explained once, in the help of `fascia` itself.
enum HelpText {
    static let common = ["--socket", "--json", "--timeout"]

    /// Replaces the lines about the options of all commands by a reference.
    static func shortened(_ text: String) -> String {
        var lines: [Substring] = []
        var (isInOptions, isCommon, hasCommon) = (false, false, false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  -") || !line.hasPrefix("   ") {
                let name = line.dropFirst(2).prefix { $0 != " " }
                isInOptions = isInOptions || line == "OPTIONS:"
                isCommon = isInOptions && common.contains(String(name))
                hasCommon = hasCommon || isCommon
            }
            if !isCommon { lines.append(line) }
        }
        guard hasCommon else { return text }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n\nAlso --socket, --json and --timeout: see \"fascia --help\"."
    }
}
