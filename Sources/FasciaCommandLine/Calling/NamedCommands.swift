import ArgumentParser
import FasciaDocument

// Generic subcommands: each has a small type that describes one method.

/// A subcommand that takes one name and calls one method with it.
protocol NamedSubcommand {
    static var method: String { get }
    /// The subcommand's name: `remove`.
    static var command: String { get }
    /// The help text; `nil` for the method's summary in the catalogue.
    static var abstract: String? { get }
    /// The parameter that takes the name.
    static var parameter: String { get }
    static var completion: CompletionKind { get }
    /// Additional constant parameters.
    static var fixed: JSON.Object { get }
    static func text(_ result: JSON) -> String
}

extension NamedSubcommand {
    static var command: String { CatalogueHelp.commandName(method) }
    static var parameter: String { "id" }
    static var abstract: String? { nil }
    static var fixed: JSON.Object { [:] }
    static func text(_ result: JSON) -> String { ResultText.change(result) }

    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: command, abstract: abstract ?? CatalogueHelp.summary(method))
    }

    static var help: ArgumentHelp { CatalogueHelp.help(method, parameter, valueName: parameter) }

    fileprivate static func params(_ name: String?) -> JSON.Object {
        JSON.Object(given: [parameter: name]).merging(fixed)
    }
}

/// A change of the panel: `toggle remove extras`.
struct ChangeByName<Definition: NamedSubcommand>: ChangingCommand {
    static var method: String { Definition.method }
    static var configuration: CommandConfiguration { Definition.configuration }

    @Argument(help: Definition.help, completion: Definition.completion)
    var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { Definition.params(name) }
    func text(_ result: JSON) -> String { Definition.text(result) }
}

/// Another call: `plugin load neon`.
struct CallByName<Definition: NamedSubcommand>: MethodCommand {
    static var method: String { Definition.method }
    static var configuration: CommandConfiguration { Definition.configuration }

    @Argument(help: Definition.help, completion: Definition.completion)
    var name: String
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { Definition.params(name) }
    func text(_ result: JSON) -> String { Definition.text(result) }
}

/// A list of one or all: `toggle list`, `toggle list extras`.
struct ListByName<Definition: NamedSubcommand>: MethodCommand {
    static var method: String { Definition.method }
    static var configuration: CommandConfiguration { Definition.configuration }

    @Argument(help: Definition.help, completion: Definition.completion)
    var name: String?
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { Definition.params(name) }
    func text(_ result: JSON) -> String { Definition.text(result) }
}

/// A subcommand that puts JSON from a file into the panel, or a simple definition in words.
protocol WordsSubcommand {
    static var method: String { get }
    /// The parameter that takes the JSON, and its name in the help.
    static var parameter: String { get }
    /// What follows the id in the help: "option".
    static var part: String { get }
    static func json(_ id: TitledID, _ parts: [TitledID]) -> JSON
}

/// `lamp`, or `lamp=Lamp`.
struct TitledID {
    var id: String
    var title: String?

    init(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        (id, title) = (parts[0], parts.count > 1 ? parts[1] : nil)
    }
}

/// For example `toggle declare desk=Desk lamp=Lamp fan=Fan` or `toggle declare group.json`.
struct ChangeFromWords<Definition: WordsSubcommand>: ChangingCommand {
    static var method: String { Definition.method }

    @Argument(
        help: ArgumentHelp(
            "Its id and the ids of its \(Definition.part)s, each with =title if it has one; or a file with the "
                + "\(Definition.parameter) as JSON, - for standard input.", valueName: "id=title|file"),
        completion: .file(extensions: ["json"]))
    var words: [String]
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var warnsOfUnknownMembers: Bool { true }

    func changeParams() throws -> JSON.Object {
        let definition =
            words.count == 1
            ? try Input.json(words[0]) : Definition.json(TitledID(words[0]), words.dropFirst().map(TitledID.init))
        return [Definition.parameter: definition]
    }
}
