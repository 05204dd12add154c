import FasciaProcess
import FasciaYAML

/// Why a change is not made, or a state cannot be read, in words for people.
package struct CommandRefusal: Error, Hashable, Sendable {
    package var message: String
    /// Whether the value is wrong, so that nothing was tried.
    package var isOfValue = false
    /// Whether it was given up, because another change waits for its end.
    var isCancelled = false

    package init(message: String) { self.message = message }

    static var cancelled: CommandRefusal {
        var refusal = CommandRefusal(message: "cancelled")
        refusal.isCancelled = true
        return refusal
    }

    /// A refusal of a value, before anything is tried.
    package static func ofValue(_ message: String) -> CommandRefusal {
        var refusal = CommandRefusal(message: message)
        refusal.isOfValue = true
        return refusal
    }
}

/// A command of a panel file, with places for values.
///
/// A value is a whole argument, or the rest of one after a literal that ends in "=". It is never a part of a text that a
/// program would take apart, and cannot become an option.
package struct CommandTemplate: Hashable, Sendable {
    package enum Argument: Hashable, Sendable {
        case literal(String)
        /// - Parameter prefix: empty, or a literal that ends in "=".
        case placeholder(prefix: String, name: String)
    }

    package var arguments: [Argument]
    /// Whether this is a script, which gets values in its environment only.
    package var isShell = false
    /// The row that the command belongs to.
    package var row: [String: String] = [:]
    package var position: Position

    /// The names that stand for something in every command of a binding.
    static let names = ["value", "old", "id"]

    /// The command for these values.
    ///
    /// - Parameters:
    ///   - values: by `value`, `old` and `id`; the members of the row are known.
    ///   - secret: what the command reads from its standard input.
    package func command(_ values: [String: String] = [:], secret: String? = nil) throws(CommandRefusal) -> ProcessCommand {
        let own = values
        let values = row.merging(values) { _, value in value }
        if let nul = (isShell ? Array(values.values) : []).first(where: { $0.utf8.contains(0) }) {
            throw CommandRefusal(message: "cannot pass \(quoted(nul)) to a command: it has a NUL character")
        }
        var words: [String] = []
        for argument in arguments {
            switch argument {
            case .literal(let text): words.append(text)
            case .placeholder(let prefix, let name):
                guard let value = values[name] else {
                    throw CommandRefusal(message: "there is no {\(name)} for \(words.first ?? "the command")")
                }
                guard !value.utf8.contains(0) else {
                    throw CommandRefusal(message: "cannot pass \(quoted(value)) to a command: it has a NUL character")
                }
                // A program looks at bytes: an accent may follow the dash.
                guard !prefix.isEmpty || value.utf8.first != UInt8(ascii: "-") || words.contains("--") else {
                    throw CommandRefusal(
                        message: "\(quoted(value)) would be an option of \(words.first ?? "the command"): it begins with \"-\"")
                }
                words.append(prefix + value)
            }
        }
        var command = ProcessCommand(words)
        if isShell { command.environment = try environment(row: row, own) }
        if let secret { command.input = Array(secret.utf8) }
        return command
    }

    private func quoted(_ value: String) -> String {
        let short = value.replacing("\0", with: "␀").prefix(40)
        return "\"\(short)\(short.count < value.count ? "…" : "")\""
    }

    /// The variables of a script: of the values and of the members of the row, of which none replaces another one.
    private func environment(row: [String: String], _ values: [String: String]) throws(CommandRefusal) -> [String: String] {
        var variables: [String: String] = [:]
        for (name, value) in values {
            let variable = "FASCIA_" + CommandTemplate.variable(name)
            if !CommandTemplate.reserved.contains(variable) { variables[variable] = value }
        }
        guard !row.isEmpty, case .literal(let script)? = arguments.last else { return variables }
        let used = ScriptText.variables(script)
        for (variable, names) in CommandTemplate.members(of: row) where variables[variable] == nil {
            if let name = names.first, names.count == 1, !CommandTemplate.reserved.contains(variable) {
                variables[variable] = row[name]
            } else if used.contains(variable) {
                throw CommandRefusal(message: CommandTemplate.clash(of: names, variable))
            }
        }
        // As a list would be refused: an empty variable may mean everything.
        if let name = used.first(where: { variables[$0] == nil && !CommandTemplate.reserved.contains($0) }) {
            throw CommandRefusal(message: "the row has nothing for $\(name) in the script")
        }
        return variables
    }

    /// The members of a row by their variables.
    private static func members(of row: [String: String]) -> [String: [String]] {
        Dictionary(grouping: row.keys.sorted()) { "FASCIA_" + variable($0) }
    }

    /// Why a script gets none of some members of its row.
    private static func clash(of names: [String], _ variable: String) -> String {
        if let name = names.first, reserved.contains(variable) {
            return "rename \(name) of the row: fascia reads the variable $\(variable) itself, and the script does not get it"
        }
        return "rename \(names.joined(separator: " or ")) of the row: they would be the same variable $\(variable), and the "
            + "script gets none of them"
    }

    /// Which members of its row a script does not get; `nil` if it gets all that it names.
    var clash: String? {
        guard isShell, case .literal(let script)? = arguments.last else { return nil }
        let used = ScriptText.variables(script)
        let clashes = CommandTemplate.members(of: row).filter { variable, names in
            names.count > 1 || CommandTemplate.reserved.contains(variable) && used.contains(variable)
        }
        return clashes.min { $0.key < $1.key }.map { CommandTemplate.clash(of: $0.value, $0.key) }
    }

    /// What `fascia` reads itself, in a script that the agent runs, and what the agent gives to one. Values and members of rows
    /// never replace it.
    static let reserved: Set<String> = [
        "FASCIA_ACCESS", "FASCIA_ACT_FOR", "FASCIA_ASK_HERE", "FASCIA_CLIENT", "FASCIA_MOUSE", "FASCIA_PATIENCE",
        "FASCIA_PLUGIN_PATH", "FASCIA_PRESEED", "FASCIA_REASON", "FASCIA_SOCKET", "FASCIA_TIMEOUT",
    ]

    static func variable(_ name: String) -> String {
        String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The command as people read it, with quotes where a shell would need them.
    package var text: String {
        if isShell, case .literal(let script)? = arguments.last { return "shell: " + script }
        return arguments.map { argument in
            switch argument {
            case .literal(let text): ShellQuoting.quoted(text)
            case .placeholder(let prefix, let name): prefix + "{\(name)}"
            }
        }.joined(separator: " ")
    }
}

/// Arguments as people write them in a shell.
package enum ShellQuoting {
    package static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-./=:,+@%".unicodeScalars.contains(scalar)
            }
        return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
