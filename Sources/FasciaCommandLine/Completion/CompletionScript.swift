import ArgumentParser

/// Adds what the argument parser's scripts lack: the names of subcommands after `fascia help`.
enum CompletionScript {
    /// The names of the subcommands of a command.
    private struct Names {
        /// Empty for `fascia`.
        var command: String
        var subcommands: [String]
    }

    private static let names = names(of: Fascia.self, command: "")

    private static func names(of type: any ParsableCommand.Type, command: String) -> [Names] {
        let subcommands = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        guard !subcommands.isEmpty else { return [] }
        let own = Names(command: command, subcommands: subcommands.map { $0._commandName })
        return [own] + subcommands.flatMap { names(of: $0, command: $0._commandName) }
    }

    static func completed(_ script: String) -> String {
        if script.hasPrefix("#!/bin/bash") { return bash(script) }
        return script.hasPrefix("#compdef") ? zsh(script) : fish(script)
    }

    private static func bash(_ script: String) -> String {
        let cases = names.map { names in
            """
                    '\(names.command)')
                        COMPREPLY+=($(compgen -W '\(names.subcommands.joined(separator: " "))' -- "${cur}"))
                        ;;

            """
        }
        return inserting(
            """
                case "${COMP_WORDS[*]:2:$((COMP_CWORD - 2))}" in
            \(cases.joined())    esac

            """, into: script, after: "_fascia_help() {\n", before: "}\n")
    }

    private static func zsh(_ script: String) -> String {
        let first = names[0].subcommands.joined(separator: " ")
        let cases = names.dropFirst().map { "(\($0.command)) compadd -- \($0.subcommands.joined(separator: " "));;" }
        return replacing(
            "        '*:subcommands:'\n",
            by: """
                        '1:subcommand:(\(first))'
                        '2:subcommand:{case "${words[CURRENT-1]}" in \(cases.joined(separator: " ")) esac}'

                """, in: script, after: "_fascia_help() {\n")
    }

    private static func fish(_ script: String) -> String {
        let place = "__fascia_should_offer_completions_for_positional \"fascia help\""
        let lines = names.map { names in
            let condition =
                names.command.isEmpty ? "\(place) -eq 1" : "\(place) -eq 2; and test (commandline -opc)[-1] = \(names.command)"
            return "complete -c 'fascia' -n '\(condition)' -fka '\(names.subcommands.joined(separator: " "))'"
        }
        return script + (script.hasSuffix("\n") ? "" : "\n") + lines.joined(separator: "\n")
    }

    /// Puts a text before the first `end` that follows `start`.
    private static func inserting(_ text: String, into script: String, after start: String, before end: String) -> String {
        guard let found = script.firstRange(of: start), let place = script[found.upperBound...].firstRange(of: "\n" + end) else {
            return script
        }
        let index = script.index(after: place.lowerBound)
        return script[..<index] + text + script[index...]
    }

    private static func replacing(_ old: String, by text: String, in script: String, after start: String) -> String {
        guard let found = script.firstRange(of: start), let place = script[found.upperBound...].firstRange(of: old) else {
            return script
        }
        return script[..<place.lowerBound] + text + script[place.upperBound...]
    }
}
