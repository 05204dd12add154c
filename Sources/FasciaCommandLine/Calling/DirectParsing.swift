import ArgumentParser

/// Parses the arguments of one command without the commands beside it and without texts for help: to build all of them takes
/// longer than what most commands do.
enum DirectParsing {
    /// Whether texts for help are wanted. Without them nothing is read from the catalogue of methods.
    @TaskLocal static var needsHelp = true

    /// - Returns: `nil` unless the arguments name a command and are right for it. They are then to be parsed as usual, which
    ///   gives the help, or says what is wrong.
    static func command(_ arguments: [String]) async -> (any ParsableCommand)? {
        await $needsHelp.withValue(false) {
            guard let (type, rest) = leaf(of: Fascia.self, arguments[...]) else { return nil }
            guard let type = type as? any AsyncParsableCommand.Type else { return try? type.parse(Array(rest)) }
            return try? await type.asyncParse(Array(rest))
        }
    }

    /// The same for a command that runs on the calling thread.
    static func synchronousCommand(_ arguments: [String]) -> (any ParsableCommand)? {
        $needsHelp.withValue(false) {
            guard let (type, rest) = leaf(of: Fascia.self, arguments[...]), !(type is any AsyncParsableCommand.Type) else {
                return nil
            }
            return try? type.parse(Array(rest))
        }
    }

    /// The command without subcommands that the first words name, and the words after them.
    static func leaf(
        of type: any ParsableCommand.Type, _ words: ArraySlice<String>
    ) -> (type: any ParsableCommand.Type, rest: ArraySlice<String>)? {
        let subcommands = type.configuration.subcommands
        if subcommands.isEmpty { return (type, words) }
        guard let name = words.first else { return nil }
        let named = subcommands.first {
            let configuration = $0.configuration
            return configuration.commandName == name || configuration.aliases.contains(name)
        }
        return named.flatMap { leaf(of: $0, words.dropFirst()) }
    }
}
