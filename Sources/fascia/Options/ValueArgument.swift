import ArgumentParser

/// One value that may begin with a minus: the parser of arguments takes `-5` for an option.
///
/// So the commands have it among what the parser does not recognize, and it is told apart from a misspelt option here.
enum ValueArgument {
    /// - Throws: `ValidationError` where there is an unknown option, or more than one value.
    static func check(_ words: [String]) throws {
        if let option = words.first(where: isOption) { throw ValidationError("Unknown option '\(option)'") }
        if words.count > 1 {
            throw ValidationError("expected one value, found \(words.count): \(words.joined(separator: " "))")
        }
    }

    /// `-5`, `-.5` and `-` are none.
    private static func isOption(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        return !(second.isNumber || second == ".")
    }
}
