import ArgumentParser
import FasciaModel

// Many subcommands say one thing to one method. What is different between them is a few words, and these say them.

/// What is different between subcommands that take the name of one thing and call one method with it.
protocol NameCall {
    static var method: String { get }
    /// What the command line calls it: `remove`.
    static var command: String { get }
    /// What the help says of it; what the catalogue says of the method where this is `nil`.
    static var abstract: String? { get }
    /// Which parameter the name is.
    static var parameter: String { get }
    static var completion: CompletionKind { get }
    /// Parameters that are always the same.
    static var fixed: JSON.Object { get }
    static func text(_ result: JSON) -> String
}

extension NameCall {
    static var parameter: String { "id" }
    static var abstract: String? { nil }
    static var fixed: JSON.Object { [:] }
    static func text(_ result: JSON) -> String { ResultText.change(result) }

    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: command, abstract: abstract ?? Docs.summary(method))
    }

    static var help: ArgumentHelp { Docs.help(method, parameter, valueName: parameter) }

    fileprivate static func params(_ name: String?) -> JSON.Object {
        var params: JSON.Object = [:]
        params.set(parameter, name)
        for (name, value) in fixed.members { params[name] = value }
        return params
    }
}

/// Changes the panel: `toggle remove extras`.
struct ChangeByName<Of: NameCall>: ChangingCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { Of.configuration }

    @Argument(help: Of.help, completion: Of.completion)
    var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() -> JSON.Object { Of.params(name) }
    func text(_ result: JSON) -> String { Of.text(result) }
}

/// Does something else: `plugin load neon`.
struct CallByName<Of: NameCall>: MethodCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { Of.configuration }

    @Argument(help: Of.help, completion: Of.completion)
    var name: String
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { Of.params(name) }
    func text(_ result: JSON) -> String { Of.text(result) }
}

/// Shows one of them, or all: `toggle list`, `toggle list extras`.
struct ListByName<Of: NameCall>: MethodCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { Of.configuration }

    @Argument(help: Of.help, completion: Of.completion)
    var name: String?
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { Of.params(name) }
    func text(_ result: JSON) -> String { Of.text(result) }
}

/// What is different between subcommands that put the JSON of a file into the panel.
protocol FileCall {
    static var method: String { get }
    static var command: String { get }
    /// Which parameter the JSON is, and what the help calls it.
    static var parameter: String { get }
}

/// `toggle declare group.json`
struct ChangeFromFile<Of: FileCall>: ChangingCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { configured(Of.command) }

    @Argument(
        help: ArgumentHelp("A file with the \(Of.parameter) as JSON; - for standard input."),
        completion: .file(extensions: ["json"]))
    var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var isHandwritten: Bool { true }
    func changeParams() throws -> JSON.Object { [Of.parameter: try Input.json(file)] }
}
