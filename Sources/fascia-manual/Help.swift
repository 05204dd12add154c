/// What a command says about itself, in parts.
struct Help {
    /// A part with a heading, such as the options.
    struct Part {
        var title: String
        var entries: [(label: String, text: String)]
    }

    var summary = ""
    /// Paragraphs; a line that is indented stays as it is.
    var description: [String] = []
    var usage: [String] = []
    var parts: [Part] = []
    /// What stands below all parts.
    var notes: [String] = []

    var commands: [Part] { parts.filter(\.isOfCommands) }

    /// - Parameter text: the help, whose lines are not wrapped.
    init(_ text: String) {
        var isUsage = false
        var description: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let rest = line.after("OVERVIEW: ") {
                summary = rest
            } else if let rest = line.after("USAGE: ") {
                usage = [rest]
                isUsage = true
            } else if isUsage, !line.isEmpty, parts.isEmpty, line.hasPrefix(" ") {
                usage.append(line.trimmed)
            } else if line.hasSuffix(":"), line.dropLast().allSatisfy({ $0.isUppercase || $0 == " " }), !usage.isEmpty {
                parts.append(Part(title: String(line.dropLast()), entries: []))
            } else if usage.isEmpty {
                description.append(line)
            } else if line.hasPrefix("  See '") || line.isEmpty {
                continue
            } else if line.hasPrefix(" "), !parts.isEmpty {
                parts[parts.count - 1].add(line)
            } else {
                notes.append(line)
            }
        }
        self.description = description
    }
}

extension Help.Part {
    var isOfCommands: Bool { title.hasSuffix("SUBCOMMANDS") }

    /// `  LABEL   TEXT`, or a text that belongs to the label of the line before.
    fileprivate mutating func add(_ line: String) {
        let isLabel = !line.dropFirst(2).hasPrefix(" ")
        guard isLabel else {
            guard !entries.isEmpty else { return }
            let text = entries[entries.count - 1].text
            entries[entries.count - 1].text = text + (text.isEmpty ? "" : " ") + line.trimmed
            return
        }
        let words = line.dropFirst(2)
        let gap = words.firstRange(of: "  ")
        entries.append(
            (String(words[..<(gap?.lowerBound ?? words.endIndex)]), gap.map { String(words[$0.upperBound...]).trimmed } ?? ""))
    }
}

extension String {
    func after(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }

    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// As it stands in a list of names: `get the value`, not `Get the value.`
    var asSummary: String {
        let text = hasSuffix(".") ? String(dropLast()) : self
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
