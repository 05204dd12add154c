import ArgumentParser
import FasciaDocument

/// The value at the end of a command line: JSON if it parses as JSON, otherwise a string.
///
/// It may begin with a minus sign, and the argument parser takes `-5` for an option. So the value is read from the
/// unrecognized arguments, and misspelt options are detected here.
struct ValueArgument: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The value: JSON if it parses as JSON, otherwise a string.", valueName: "value"))
    var words: [String]
    @OptionGroup var parsing: ValueParsingOptions

    func validate() throws {
        try ValueArgument.check(words)
        _ = try json()
    }

    var text: String { ValueArgument.values(words).joined() }

    func json() throws -> JSON { try parsing.json(text) }

    /// - Throws: `ValidationError` for an unknown option or more than one value.
    static func check(_ words: [String]) throws {
        if let option = words.prefix(while: { $0 != "--" }).first(where: isOption) {
            throw ValidationError("Unknown option '\(option)': write -- before a value that begins with -")
        }
        let values = ValueArgument.values(words)
        if values.count > 1 {
            throw ValidationError("expected one value, found \(values.count): \(values.joined(separator: " "))")
        }
        if values.isEmpty, !words.isEmpty { throw ValidationError("expected a value after --") }
    }

    /// Without the `--` before what is no option.
    static func values(_ words: [String]) -> [String] {
        words.firstIndex(of: "--").map { Array(words[..<$0] + words[($0 + 1)...]) } ?? words
    }

    /// Whether the word is an option: `-5`, `-.5` and `-` are not.
    private static func isOption(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        return !(second.isNumber || second == ".")
    }
}

/// The option that controls how a value is parsed.
struct ValueParsingOptions: ParsableArguments {
    @Flag(help: "Use the value as a string, even if it is JSON.")
    var string = false

    func json(_ text: String) throws -> JSON {
        string ? .string(text) : try LooseJSON.parse(text, orString: "add --string")
    }
}
