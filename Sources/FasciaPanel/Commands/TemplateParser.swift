import enum FasciaModel.Suggestion
import FasciaYAML

/// Reads the arguments of a command, and finds the places for values.
struct TemplateParser {
    /// Whether members of a row stand for something, too.
    var hasRow = false
    var isSecret = false
    /// What stands for something in this command, beside the members of a row.
    var places = CommandTemplate.names
    /// What the command belongs to, for messages, such as "a button".
    var owner = "it"
    /// What a script gets beside these.
    var variables: [String] = []
    /// The names of answers that are secret.
    var secretPlaces: [String] = []
    /// The row, once that is known.
    var row: [String: String]?
    /// The member that tells rows apart. Rows of plain lines have no members but `line` and the numbers of their words.
    var member: String?
    var problems: [Problem] = []

    mutating func template(_ source: Source) -> CommandTemplate? {
        if let script = source["shell"] {
            if let comment = script.comment, ScriptText.endsInQuotes(script.text ?? "") {
                warn(
                    script,
                    "put the script into quotes, or below \"shell: |\": \(comment) begins a comment, within quotes of the shell")
            }
            warnOfUnquoted(script)
            checkVariables(in: script)
            checkPlaces(in: script)
            return CommandTemplate(
                arguments: ["/bin/sh", "-c", script.text ?? ""].map { .literal($0) }, isShell: true, position: source.position)
        }
        guard let words = source.list else { return nil }
        if words.isEmpty {
            problems.append(Problem(at: source.position, "expected a program and its arguments, found an empty list"))
        }
        let arguments = words.enumerated().map { index, word in
            argument(
                word, after: words[..<index].map { $0.text ?? "" }, before: index + 1 < words.count ? words[index + 1].text : nil)
        }
        return CommandTemplate(arguments: arguments, position: source.position)
    }

    /// A shell takes the value of a variable apart unless that is in double quotes.
    private mutating func warnOfUnquoted(_ script: Source) {
        guard let name = script.text.flatMap(ScriptQuoting.unquoted) else { return }
        warn(script, "the shell takes $\(name) apart where it is not quoted: write \"$\(name)\", or the command as a list")
    }

    /// What is never an argument or a variable.
    private var secrets: [String] { (isSecret ? ["value", "old"] : []) + secretPlaces }

    /// A variable that nothing sets would be empty.
    private mutating func checkVariables(in script: Source) {
        let names = ScriptText.variables(script.text ?? "")
        func variable(_ name: String) -> String { "FASCIA_" + CommandTemplate.variable(name) }
        if names.contains(where: secrets.map(variable).contains) {
            return add(script, "a secret is never in a variable: the script reads it from its standard input")
        }
        let known = places.map(variable) + variables
        for name in names where !known.contains(name) && !CommandTemplate.reserved.contains(name) {
            if let row {
                guard !row.keys.contains(where: { variable($0) == name }) else { continue }
                warn(script, "the row has nothing for $\(name)")
            } else if hasRow {
                let end = name.dropFirst("FASCIA_".count).lowercased()
                guard !TemplateParser.isMember(end, of: member) else { continue }
                add(
                    script,
                    "plain lines have no $\(name): there are $FASCIA_LINE, and $FASCIA_1, $FASCIA_2 and so on for the words")
            } else {
                let near = Suggestion.nearest(to: name, among: known).map { ": did you mean $\($0)?" } ?? ""
                warn(script, "\(owner) has no $\(name), which would be empty\(near)")
            }
            return
        }
    }

    /// A script is not filled in: the shell would run what a value says.
    private mutating func checkPlaces(in script: Source) {
        guard let text = script.text, text.utf8.contains(UInt8(ascii: "{")) else { return }
        let hasBraces = ScriptText.hasBraces(text)
        for name in ScriptText.places(text) {
            let variable = "write \"$FASCIA_\(CommandTemplate.variable(name))\" in the script: {\(name)} stays as it is there"
            if secrets.contains(name) {
                add(script, "a secret is never in a script: that reads it from its standard input")
            } else if places.contains(name) || name == member {
                // For jq and awk it may mean something.
                if hasBraces { warn(script, variable) } else { add(script, variable) }
            } else if CommandTemplate.names.contains(name), row == nil {
                add(script, "\(owner) has no {\(name)}, and in a script it would stay as it is")
            } else if let row {
                guard row[name] != nil else { continue }
                warn(script, variable)
            } else if hasRow, member == "line", TemplateParser.isMember(name, of: member) {
                warn(script, variable)
            } else if hasRow, member == "line", !hasBraces {
                warn(script, "{\(name)} stays as it is in a script, and plain lines have no such member")
            } else if !hasBraces, let near = Suggestion.nearest(to: name, among: places) {
                warn(script, "{\(name)} stays as it is in a script: did you mean \"$FASCIA_\(CommandTemplate.variable(near))\"?")
            } else {
                continue
            }
            return
        }
    }

    /// Whether rows have such a member, as far as that is known before they are read.
    static func isMember(_ name: String, of rowsWithID: String?) -> Bool {
        guard rowsWithID == "line" else { return true }
        return name == "line" || name == "id" || name.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Whether a word would mean something to a shell, and seems to be meant so. Programs have other meanings for such words, as
    /// `cut -d ";"` and `expr 1 "|" 2` have.
    private static func isForAShell(_ word: String, after words: [String], before next: String?) -> Bool {
        guard let last = words.last, let program = words.first else { return false }
        let isTest = program == "test" || program == "["
        guard !takeSigns.contains(program), !isTest || ["&&", "||"].contains(word) else { return false }
        switch word {
        case "&&", "||", "2>&1", "2>": return true
        case "&" where next == nil: return true
        case "|", ";", ">", ">>", "<", "&":
            let isSeparator =
                ["-d", "-F", "-t", "-s", "-e"].contains(last) || last.contains("delim") || last.contains("separator")
            return !isSeparator && next?.first.map { $0.isLetter || $0 == "/" || $0 == "." } ?? false
        default: return false
        }
    }

    /// Whether only a shell would put something else in the place of a word. A pattern is one for these programs; others have
    /// patterns of their own.
    private static func isExpanded(_ word: String, after words: [String]) -> Bool {
        guard let program = words.first?.split(separator: "/").last.map(String.init) else { return false }
        if word == "~" || word.hasPrefix("~/") { return true }
        if word.wholeMatch(of: /\$\{?[A-Z_][A-Z0-9_]*\}?/) != nil, Interpreters.running(words, prefix: "") == nil {
            return !takeSigns.contains(program) && !takeDollars.contains(program)
        }
        guard takeFiles.contains(program) else { return false }
        return word.contains(/^\$\{?[A-Z_]+\b|\*/)
    }

    private static let takeFiles: Set = ["ls", "cat", "cp", "mv", "rm", "du", "wc", "touch", "chmod", "chown", "head", "tail"]

    private static let takeDollars: Set = ["awk", "gawk", "mawk", "envsubst"]

    private static let takeSigns: Set<String> = ["expr", "grep", "egrep", "fgrep", "rg", "tr", "printf"]

    /// A variable of Fascia that nothing has for an argument; `nil` if there is none. A script in it has those of each command.
    private func unsetVariable(in word: String, after words: [String]) -> String? {
        guard let name = (word.firstMatch(of: /\$\{?(FASCIA_[A-Z0-9_]+)/)?.output.1).map({ String($0) }) else { return nil }
        let isSet = CommandTemplate.reserved.contains(name) || variables.contains(name)
        return isSet && Interpreters.running(words, prefix: "") != nil ? nil : name
    }

    private mutating func warnOf(_ variable: String, _ source: Source) {
        let end = variable.dropFirst("FASCIA_".count).lowercased()
        let isMember = hasRow && !CommandTemplate.reserved.contains(variable) && TemplateParser.isMember(end, of: member)
        let place = places.first { "FASCIA_" + CommandTemplate.variable($0) == variable } ?? (isMember ? end : nil)
        if let place, secrets.contains(place) {
            return add(source, "a secret is never an argument: the command reads it from its standard input")
        }
        warn(
            source,
            "write \(place.map { "\"{\($0)}\" or " } ?? ""){shell: …} for $\(variable): nothing puts a value in its place here")
    }

    /// - Parameters:
    ///   - words: those before it.
    ///   - next: the one after it.
    private mutating func argument(
        _ source: Source, after words: [String], before next: String?
    ) -> CommandTemplate.Argument {
        // A plain null is a text here.
        guard case .scalar(let text, _) = source.content else { return .literal("") }
        // Otherwise it is meant as one.
        if let comment = source.comment, !source.isNull, comment.wholeMatch(of: /#[^#].*/) != nil {
            warn(source, "put the argument into quotes if \(comment) belongs to it: without them that begins a comment")
        }
        if TemplateParser.isForAShell(text, after: words, before: next) {
            problems.append(
                Problem(.warning, at: source.position, "write {shell: …} for \(text): without a shell it is only an argument"))
        }
        if let name = unsetVariable(in: text, after: words) {
            warnOf(name, source)
        } else if TemplateParser.isExpanded(text, after: words) {
            warn(source, "write {shell: …} for \(text), or write it out: only a shell puts something else in its place")
        }
        guard let (prefix, name, rest) = placeholder(in: text) else { return .literal(text) }
        if words.isEmpty {
            add(source, "the program must be written out, found {\(name)}")
        } else if !rest.isEmpty || !(prefix.isEmpty || prefix.hasSuffix("=")) {
            add(source, "{\(name)} must be a whole argument, or stand at the end after \"=\", found \"\(text)\"")
        } else if let find = Interpreters.running(words, prefix: prefix) {
            add(
                source,
                "{\(name)} would be run as a program after \(find.program) \(find.option): use shell, which gets it as a variable"
            )
        } else if secrets.contains(name) {
            add(source, "a secret is never an argument: the command reads it from its standard input")
        } else if CommandTemplate.names.contains(name), !places.contains(name),
            !hasRow || !TemplateParser.isMember(name, of: member)
        {
            add(source, "\(owner) has no {\(name)}")
        } else if !hasRow, !isKnown(name), let near = Suggestion.nearest(to: name, among: places) {
            // It may mean something to the program, such as "{print}" to awk.
            warn(source, "there is no {\(name)}: did you mean {\(near)}?")
            return .literal(text)
        } else if hasRow, !isKnown(name), !TemplateParser.isMember(name, of: member) {
            add(source, "plain lines have no member \"\(name)\": there are {line}, and {1}, {2} and so on for the words")
        } else if let row, row[name] == nil, !isKnown(name) {
            warn(source, "the row has no member \"\(name)\"")
        }
        return .placeholder(prefix: prefix, name: name)
    }

    /// The first placeholder in a text. Other braces, such as those of a program for awk, mean nothing.
    private mutating func placeholder(in text: String) -> (prefix: String, name: String, rest: String)? {
        for match in text.matches(of: /\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}/) {
            let name = String(match.output.1)
            let (prefix, rest) = (text[..<match.range.lowerBound], text[match.range.upperBound...])
            let isWhole = rest.isEmpty && (prefix.isEmpty || prefix.hasSuffix("="))
            guard isKnown(name) || name == member || isWhole && (hasRow || isMisspelt(name)) else {
                continue
            }
            return (String(prefix), name, String(rest))
        }
        return nil
    }

    /// Whether it stands for something, in this command or in another one.
    private func isKnown(_ name: String) -> Bool { CommandTemplate.names.contains(name) || places.contains(name) }

    private func isMisspelt(_ name: String) -> Bool {
        Suggestion.nearest(to: name, among: CommandTemplate.names + places) != nil
    }

    private mutating func warn(_ source: Source, _ message: String) {
        problems.append(Problem(.warning, at: source.position, message))
    }

    private mutating func add(_ source: Source, _ message: String) {
        problems.append(Problem(at: source.position, message))
    }
}
