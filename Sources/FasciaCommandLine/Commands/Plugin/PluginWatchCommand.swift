import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaProcess
import Glibc

struct PluginWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Build a plugin, load it and show what it draws or renders, at each save of its sources.",
        discussion: """
            Runs make, or swift build where there is a Package.swift. What fails to build, or what fascia plugin check finds, is \
            printed, and changes nothing. It goes on until it is interrupted.
            """)

    @Argument(help: "The directory of the plugin's sources, as fascia plugin new makes it.", completion: .directory)
    var directory: String
    @Option(
        help: ArgumentHelp(
            "Where the daemon finds plugins, instead of ~/.local/lib/fascia/plugins.", valueName: "directory"),
        completion: .directory)
    var into: String?
    @Flag(help: "Do it once; the exit status is 1 if something fails.")
    var once = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let project = try PluginProject(directory)
        guard let place = into ?? environmentVariable("HOME").flatMap({ $0.isEmpty ? nil : $0 + "/.local/lib/fascia/plugins" })
        else {
            throw UsageError("HOME is not set: say with --into where the daemon finds plugins")
        }
        CommandRun.supervise()
        Interruption.handle { signal in
            Task(executorPreference: ConnectionThread.shared) {
                await CommandRun.endAll()
                Interruption.end(by: signal)
            }
        }
        if once { return try await load(project, place) }
        let sources = try SourceWatch(directory)
        while true {
            do { try await load(project, place) } catch {
                Output.error(CommandLineRun.outcome(of: error).1)
            }
            Output.error("fascia: waiting for changes in \(directory)")
            try await sources.wait()
        }
    }

    private func load(_ project: PluginProject, _ place: String) async throws {
        let product = try await project.build()
        let connection = try await common.connect()
        try await project.install(product, into: place) {
            try await check(project, $0)
        } use: {
            try await use($0, project, place, connection)
        }
    }

    /// Loads an installed plugin, and shows what a renderer renders.
    private func use(_ file: String, _ project: PluginProject, _ place: String, _ connection: Connection) async throws {
        let name: JSON = .string(project.name)
        var result = try await connection.call("plugin.load", ["id": name], timeout: common.timeLimit)
        if result["changed"] == false {
            result = try await connection.call("plugin.reload", ["id": name], timeout: common.timeLimit)
        }
        let plugin = result["plugins"]?.arrayValue?.first { $0["id"] == name } ?? [:]
        if let path = plugin["path"]?.stringValue, !isSame(path, file) {
            throw PartialFailure(
                messages: ["the daemon has loaded \(path), because it looks there before \(place): remove one of the two"])
        }
        if plugin["renderer"] == true, !common.json {
            let document = try await connection.call("ui.render", ["renderer": name], timeout: common.timeLimit)["data"]
            let data = document?.stringValue ?? ""
            let text = Output.isTerminal ? TerminalText.picture(data) : data
            Output.text(text.hasSuffix("\n") ? text : text + "\n")
        }
        common.print(plugin, text: PluginText.loaded)
    }

    /// The daemon resolves symbolic links.
    private func isSame(_ path: String, _ file: String) -> Bool {
        guard let real = realpath(file, nil) else { return false }
        defer { free(real) }
        return String(cString: real) == path
    }

    /// Prints the gallery. Where it fails, it says why.
    private func check(_ project: PluginProject, _ file: String) async throws {
        let command = ProcessCommand([SiblingProgram.path(of: "fasciad"), "plugin", "gallery", file])
        let isQuiet = common.json
        let result = await CommandRun.run(command) { stream, bytes in
            if stream == .errors || !isQuiet { Output.forward(stream, bytes) }
        }
        guard result.isSuccess else {
            throw PartialFailure(messages: ["the build of \(project.name) is faulty, so nothing has changed"])
        }
    }
}
