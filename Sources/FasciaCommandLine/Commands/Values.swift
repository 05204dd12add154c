import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaModel

struct ValueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "value", abstract: "Read, set and declare named values, which are JSON.",
        subcommands: [ValueGet.self, ValueSet.self, ValueDeclare.self, ChangeByName<ValueRemove>.self])
}

struct ValueGet: MethodCommand {
    static let method = "value.get"
    static var configuration: CommandConfiguration {
        configured(
            "get",
            discussion:
                "One key prints its value alone, and has the exit status 75 if that is pending, unknown or stale; otherwise each line is "
                + "key=value.")
    }

    @Argument(help: help("key"), completion: Completions.values)
    var key: String?
    @Option(help: help("prefix"))
    var prefix: String?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if key != nil, prefix != nil { throw ValidationError("give either a key or --prefix, not both") }
    }

    func params() -> JSON.Object { JSON.Object(given: ["key": key, "prefix": prefix]) }

    /// A program gets a single value unchanged.
    var isRaw: Bool { key != nil && !Output.isTerminal }
    func text(_ result: JSON) -> String {
        ValueText.values(result, alone: isRaw ? key : key.map { Printable.text($0) })
    }

    func check(_ result: JSON) throws {
        guard let key, let reason = ConditionWords.unverified(result["conditions"]?[key]) else { return }
        throw Unverified(messages: ["\(key) is \(reason)"])
    }
}

struct ValueSet: CarriedOutCommand {
    static let method = "value.set"

    @Argument(help: help("key"), completion: Completions.values)
    var key: String
    @OptionGroup var value: ValueArgument
    @OptionGroup var carryOut: CarryOutOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func changeParams() throws -> JSON.Object { ["key": .string(key), "value": try value.json()] }

    /// Where a text is declared, `12345678` is a text: only the daemon knows that.
    func run() async throws {
        do {
            try await carryOutChange(try params())
        } catch let error as RemoteError where !value.parsing.string && error.data["kind"] == "string" {
            var params = try params()
            params["value"] = .string(value.text)
            try await carryOutChange(params)
        }
    }
}

struct ValueDeclare: ChangingCommand {
    static let method = "value.declare"

    @Argument(help: help("key"))
    var key: String
    @Argument(
        help: help("kind"), completion: ValueDeclaration.Kind.completion,
        transform: ValueDeclaration.Kind.parse(as: "value kind"))
    var kind: ValueDeclaration.Kind
    @Option(parsing: .unconditional, help: help("initial"))
    var initial: String?
    @Option(parsing: .unconditional, help: "The minimum, for numbers.")
    var min: Double?
    @Option(parsing: .unconditional, help: "The maximum, for numbers.")
    var max: Double?
    @Option(parsing: .unconditional, help: help("step"))
    var step: Double?
    @Flag(name: .customLong("volatile"), help: help("volatile"))
    var isVolatile = false
    @Flag(name: .customLong("secret"), help: help("secret"))
    var isSecret = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if (min == nil) != (max == nil) { throw ValidationError("a range needs both --min and --max") }
        _ = try initialValue()
    }

    private func initialValue() throws -> JSON? {
        try initial.map {
            kind == .string ? .string($0) : try LooseJSON.parse($0, orString: "use the kind string")
        }
    }

    func changeParams() throws -> JSON.Object {
        let range = min.flatMap { min in max.map { max -> JSON in [.double(min), .double(max)] } }
        return JSON.Object(given: [
            "key": key, "kind": kind.rawValue, "initial": try initialValue(), "range": range, "step": step,
            "volatile": isVolatile ? true : nil, "secret": isSecret ? true : nil,
        ])
    }
}

enum ValueRemove: NamedSubcommand {
    static let method = "value.remove"
    static let parameter = "key"
    static let completion = Completions.values
}
