/// What a script for sh reads of its environment.
enum ScriptText {
    /// What the shell itself does for the rest of a script, so that there is no program for it.
    static let ofShell: Set = ["cd", "export", "source", ".", "alias", "ulimit", "umask", "set", "unset"]

    /// The variables `FASCIA_…` that it reads, each once, without those that it sets itself or writes something else for.
    static func variables(_ script: String) -> [String] {
        var names: [String] = []
        for match in script.matches(of: /\$(\{#?)?(FASCIA_[A-Za-z0-9_]+)(:?[-+=?])?/) {
            let name = String(match.output.2)
            let hasDefault = match.output.1 != nil && match.output.3 != nil
            if !hasDefault, !names.contains(name) { names.append(name) }
        }
        guard !names.isEmpty else { return [] }
        let own = ownVariables(script)
        return names.filter { !own.contains($0) }
    }

    private static func ownVariables(_ script: String) -> Set<String> {
        var names: Set<String> = []
        for match in script.matches(of: /(FASCIA_[A-Za-z0-9_]+)=/) {
            let before = script[..<match.range.lowerBound].last
            if before != "$", before != "{" { names.insert(String(match.output.1)) }
        }
        for match in script.matches(of: /\b(read|for)\s[^;|&\n]*/) {
            names.formUnion(match.output.0.matches(of: /FASCIA_[A-Za-z0-9_]+/).map { String($0.output) })
        }
        return names
    }

    /// The names in braces that seem to stand for something. The shell has braces of its own, as in `${x}`, and so do
    /// programs: `{{x}}`, `a{2}`, and all of those in a script for awk.
    static func places(_ script: String) -> [String] {
        script.matches(of: /\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}/).compactMap { match in
            let (name, before) = (String(match.output.1), script[..<match.range.lowerBound].last)
            guard before != "$", before != "{" else { return nil }
            // A number counts what is before it, unless nothing is.
            let isNumber = name.allSatisfy(\.isNumber)
            guard !isNumber || before.map({ " \t\n'\"/=:".contains($0) }) ?? true else { return nil }
            return name
        }
    }

    /// Whether it ends within quotes.
    static func endsInQuotes(_ script: String) -> Bool {
        var (quote, isEscaped) = (Character?.none, false)
        for character in script {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            }
        }
        return quote != nil
    }

    /// Whether braces mean something to a program that it runs.
    static func hasBraces(_ script: String) -> Bool {
        script.contains(/\b(g?awk|mawk|sed|perl|jq|find|xargs|curl)\b/)
    }
}
