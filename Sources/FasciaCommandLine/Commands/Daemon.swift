import ArgumentParser
import FasciaClient
import FasciaDocument

struct Status: MethodCommand {
    static let method = "daemon.status"

    @OptionGroup var common: CommonOptions

    func text(_ result: JSON) -> String { StatusText.text(result, path: common.socketPath) }
}

struct SocketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "socket", abstract: "Print the path of the daemon's socket: that of --socket, or the default.",
        discussion: "The default is $FASCIA_SOCKET, $XDG_RUNTIME_DIR/fascia/fascia.sock or /run/fascia/fascia.sock.")

    @OptionGroup var common: CommonOptions

    func run() {
        let path = common.socketPath
        Output.line(common.json ? JSON.object(["socket": .string(path)]).line : path)
    }
}

struct Describe: MethodCommand {
    static let method = "daemon.describe"

    static var configuration: CommandConfiguration {
        configured(
            "describe", discussion: "\"fascia describe gauge\" describes the nodes of a kind, for the screens of scripts.")
    }

    @Argument(
        help: ArgumentHelp("A method, such as toggle.set, or a kind of node; all methods by default.", valueName: "name"),
        completion: Completions.methods)
    var name: String?
    @OptionGroup var common: CommonOptions

    private var isKind: Bool { name.map { Node.Kind(rawValue: $0) != nil } ?? false }

    /// The nodes are among the types that `screen.put` takes.
    func params() -> JSON.Object { JSON.Object(given: ["method": isKind ? "screen.put" : name]) }

    func text(_ result: JSON) -> String {
        name.flatMap { isKind ? DescribeText.node($0, result) : nil } ?? DescribeText.text(result, method: name)
    }
}

struct Reload: MethodCommand {
    static let method = "daemon.reload"
    static var configuration: CommandConfiguration {
        configured(discussion: "Exit status 1 if a plugin could not be loaded, or the access file is not used.")
    }

    @OptionGroup var common: CommonOptions

    /// What could not be loaded is an error, even though the rest was reloaded.
    func run() async throws {
        let result = try await common.call(Self.method, [:])
        common.print(result, text: text)
        var failures = (result["failed"]?.arrayValue ?? []).compactMap { $0["message"]?.stringValue }
        // What is wrong with the access file is not in the answer, but an open issue. Who has lost the right to see issues by the new
        // file has reloaded it.
        do {
            let issues = try await common.call("daemon.status", [:])["issues"]?.arrayValue ?? []
            failures += issues.filter(\.isOfUnusedAccessFile).compactMap { $0["message"]?.stringValue }
        } catch let error as RemoteError where error.reason == "denied" {}
        if !failures.isEmpty { throw PartialFailure(messages: failures) }
    }
}

extension JSON {
    /// Whether an issue is the daemon's own, and says that the access file as it is now is not in force.
    fileprivate var isOfUnusedAccessFile: Bool {
        self["cause"]?["method"] == "access" && self["severity"] == "error"
    }
}

struct Shutdown: MethodCommand {
    static let method = "daemon.shutdown"

    @OptionGroup var common: CommonOptions
}

struct PluginCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "List, load, unload and write plugins, which draw controls in their own style.",
        subcommands: [
            PluginList.self, CallByName<PluginLoad>.self, CallByName<PluginUnload>.self, CallByName<PluginReload>.self,
            PluginLog.self, PluginNew.self, PluginWatchCommand.self, PluginCheckCommand.self, PluginGalleryCommand.self,
            PluginDebug.self,
        ])
}

/// Replaces this process with `fasciad plugin`, which contains the code for plugins.
struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Try all styles of a plugin, with controls of all states and sizes.",
        usage: "fascia plugin check [--replay <replay>] <name | file>")

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(visibility: .hidden))
    var arguments: [String] = []

    func run() throws { try SiblingProgram.execute("fasciad", ["plugin", "check"] + arguments) }
}

/// Likewise.
struct PluginGalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Print what the styles of a plugin draw, without colours.",
        usage: "fascia plugin gallery <name | file>")

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(visibility: .hidden))
    var arguments: [String] = []

    func run() throws { try SiblingProgram.execute("fasciad", ["plugin", "gallery"] + arguments) }
}

/// Likewise.
struct PluginDebug: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Try a plugin under a debugger, in a process without limits.",
        usage: "fascia plugin debug [--replay <replay>] <name | file>")

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp(visibility: .hidden))
    var arguments: [String] = []

    func run() throws { try SiblingProgram.execute("fasciad", ["plugin", "debug"] + arguments) }
}

struct PluginList: MethodCommand {
    static let method = "plugin.list"

    @OptionGroup var common: CommonOptions

    func text(_ result: JSON) -> String { PluginText.list(result) }
}

struct PluginLog: MethodCommand {
    static let method = "plugin.log"
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "log", abstract: CatalogueHelp.summary(method))
    }

    @Argument(help: CatalogueHelp.help(method, "id", valueName: "id"), completion: Completions.plugins)
    var name: String
    @OptionGroup var common: CommonOptions

    /// It has lines.
    var isRaw: Bool { true }

    func params() -> JSON.Object { ["id": .string(name)] }

    func text(_ result: JSON) -> String {
        let text = Printable.text(result["text"]?.stringValue ?? "", keepsLines: true)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

enum PluginLoad: NamedSubcommand {
    static let method = "plugin.load"
    static let completion = Completions.plugins
}

enum PluginUnload: NamedSubcommand {
    static let method = "plugin.unload"
    static let completion = Completions.plugins
}

enum PluginReload: NamedSubcommand {
    static let method = "plugin.reload"
    static let completion = Completions.plugins
}
