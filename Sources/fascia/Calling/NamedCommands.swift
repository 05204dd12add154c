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

/// A subcommand that puts JSON from a file into the panel.
protocol FileSubcommand {
    static var method: String { get }
    /// The parameter that takes the JSON, and its name in the help.
    static var parameter: String { get }
}

/// For example `toggle declare group.json`.
struct ChangeFromFile<Definition: FileSubcommand>: ChangingCommand {
    static var method: String { Definition.method }

    @Argument(
        help: ArgumentHelp("A file with the \(Definition.parameter) as JSON; - for standard input."),
        completion: .file(extensions: ["json"]))
    var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var warnsOfUnknownMembers: Bool { true }
    func changeParams() throws -> JSON.Object { [Definition.parameter: try Input.json(file)] }
}
