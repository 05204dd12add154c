import ArgumentParser
import FasciaDocument

// Generic subcommands: each has a small type that describes one method.

/// A subcommand that takes one name and calls one method with it.
protocol NameCall {
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

/// A change of the panel: `toggle remove extras`.
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

/// Another call: `plugin load neon`.
struct CallByName<Of: NameCall>: MethodCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { Of.configuration }

    @Argument(help: Of.help, completion: Of.completion)
    var name: String
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { Of.params(name) }
    func text(_ result: JSON) -> String { Of.text(result) }
}

/// A list of one or all: `toggle list`, `toggle list extras`.
struct ListByName<Of: NameCall>: MethodCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { Of.configuration }

    @Argument(help: Of.help, completion: Of.completion)
    var name: String?
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object { Of.params(name) }
    func text(_ result: JSON) -> String { Of.text(result) }
}

/// A subcommand that puts JSON from a file into the panel.
protocol FileCall {
    static var method: String { get }
    static var command: String { get }
    /// The parameter that takes the JSON, and its name in the help.
    static var parameter: String { get }
}

/// For example `toggle declare group.json`.
struct ChangeFromFile<Of: FileCall>: ChangingCommand {
    static var method: String { Of.method }
    static var configuration: CommandConfiguration { configured(Of.command) }

    @Argument(
        help: ArgumentHelp("A file with the \(Of.parameter) as JSON; - for standard input."),
        completion: .file(extensions: ["json"]))
    var file: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var warnsOfUnknownMembers: Bool { true }
    func changeParams() throws -> JSON.Object { [Of.parameter: try Input.json(file)] }
}
