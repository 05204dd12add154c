import ArgumentParser
import FasciaDocument
import FasciaModel

/// One step of a path on the command line: `red`, `sheet:confirm`, or a route as JSON.
struct PathArgument: Hashable, Sendable {
    var step: JSON

    @Sendable
    static func parse(_ argument: String) throws -> PathArgument {
        if argument.hasPrefix("{") { return PathArgument(step: .object(try StrictJSON.parseObject(argument))) }
        for style in ModalStyle.allCases where argument.hasPrefix(style.rawValue + ":") {
            let screen = String(argument.dropFirst(style.rawValue.count + 1))
            return PathArgument(step: ["screen": .string(screen), "modal": .string(style.rawValue)])
        }
        return PathArgument(step: ["screen": .string(argument)])
    }

    var screen: String? { step["screen"]?.stringValue }

    static let help = """
        A step is the name of a screen (red), a modal's style and the name of a screen (sheet:confirm), or JSON \
        ({"screen":"detail","args":{"id":7}}).
        """
}

/// `fascia path` reads the path, `fascia path home red` sets it.
struct PathCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "path",
            abstract: "Show the path of a stack, or set it to the given steps.",
            discussion: """
                Showing: \(CatalogueHelp.summary("nav.get"))
                Setting: \(CatalogueHelp.summary("nav.set"))
                \(PathArgument.help)
                """)
    }

    @Argument(
        help: CatalogueHelp.help("nav.set", "path", valueName: "step"), completion: Completions.screens,
        transform: PathArgument.parse)
    var steps: [PathArgument] = []
    @OptionGroup var stack: StackOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    var call: (method: String, params: JSON.Object) {
        guard !steps.isEmpty else { return ("nav.get", stack.params()) }
        return ("nav.set", stack.params(["path": JSON.array(steps.map(\.step))]).merging(change.params))
    }

    func run() async throws {
        let (method, params) = call
        if steps.isEmpty {
            common.print(try await common.call(method, params), text: PathText.path)
        } else {
            try await common.warn(of: params, of: method)
            common.print(try await common.change(method, params), text: ResultText.change)
            await common.warn(ofUnpublished: steps.compactMap(\.screen))
        }
    }
}

struct TargetCommand: ChangingCommand {
    static let method = "nav.target"
    static var configuration: CommandConfiguration { configured(discussion: PathArgument.help) }

    @Argument(help: help("name"), completion: Completions.targets)
    var name: String
    @Argument(
        help: help("path", valueName: "step"), completion: Completions.screens, transform: PathArgument.parse)
    var steps: [PathArgument] = []
    @Option(
        help: help("mode"), completion: Target.Mode.completion, transform: Target.Mode.parse(as: "target mode"))
    var mode: Target.Mode?
    @Flag(help: help("remove"))
    var remove = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard steps.isEmpty == remove else {
            throw ValidationError("give either the path of target \"\(name)\" or --remove")
        }
    }

    var warnsOfUnknownMembers: Bool { !steps.isEmpty }

    func run() async throws {
        try await runChange()
        await common.warn(ofUnpublished: steps.compactMap(\.screen))
    }

    func changeParams() -> JSON.Object {
        if remove { return ["name": .string(name), "remove": true] }
        return JSON.Object(given: ["name": name, "path": JSON.array(steps.map(\.step)), "mode": mode?.rawValue])
    }
}

struct StackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stack", abstract: "Remove stacks.", subcommands: [ChangeByName<StackRemove>.self])
}

enum StackRemove: NamedSubcommand {
    static let method = "nav.remove"
    static let parameter = "stack"
    static let completion = Completions.stacks
}
