import ArgumentParser
import FasciaModel
import FasciaWire

/// A better error message for a wrong command line: the word that is no command, with the nearest command.
enum CommandHint {
    /// `nil` if all commands are known, so that something else is wrong.
    static func text(_ arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = Fascia.self
        var path = "fascia"
        // "fascia help push" is "fascia push --help".
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
            guard !names.isEmpty else { return nil }
            guard !word.hasPrefix("-") else {
                guard ["--socket", "--timeout", "--json"].contains(where: { word == $0 || word.hasPrefix($0 + "=") })
                else { return nil }
                return "\(word) must follow the command: \(path) COMMAND \(word)"
            }
            guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
            else {
                // `help` and arguments of a default subcommand are no unknown commands.
                guard command.configuration.defaultSubcommand == nil, word != "help" else { return nil }
                let words = "unknown command \"\(path) \(word)\": "
                guard let nearest = Suggestion.nearest(to: word, among: names) else {
                    return words + "expected one of " + names.joined(separator: ", ")
                }
                return words + "did you mean \"\(path) \(nearest)\"?"
            }
            command = next
            path += " " + word
        }
        return nil
    }

    /// The daemon's message with commands in place of its methods: `"fascia tree"` for `ui.tree`.
    static func naming(methodsIn message: String) -> String {
        message.replacing(/"?\b([a-z]+\.[a-zA-Z]+)\b"?/) { match in
            Catalogue.method(named: String(match.output.1))?.command.map { "\"fascia \($0)\"" } ?? String(match.output.0)
        }
    }
}
