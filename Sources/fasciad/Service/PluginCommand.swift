import ArgumentParser
import FasciaPlugins
import FasciaServer
import FasciaWire

/// `fascia plugin check`, `gallery` and `debug`: load a plugin as the daemon does, without a daemon.
struct PluginCommand: ParsableCommand {
    static let programName = "fascia plugin"
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "Try a plugin.", usage: "fascia plugin <check | gallery | debug> <name | file>",
        subcommands: [PluginChecking.self, PluginGallery.self, PluginDebugging.self])

    /// - Parameter plugin: a path, or the name of a plugin, for the file that the daemon would load.
    fileprivate static func file(of plugin: String) throws(StartupError) -> String {
        if plugin.hasSuffix(".so") || plugin.contains("/") { return plugin }
        let loader = PluginLoader(
            searchPath: Paths.plugins(), hostVersion: Version.current, isolation: PluginIsolation(programs: []),
            services: StyleServices { _ in })
        do throws(PluginError) { return try loader.path(of: plugin) } catch { throw StartupError(.failure, error.message) }
    }
}

/// `fascia plugin check`: tries all styles of a plugin.
struct PluginChecking: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Try all styles of a plugin, with controls of all states and sizes.",
        usage: "fascia plugin check [--replay <replay>] <name | file>",
        discussion: "Exit status: 0 nothing is wrong, 1 something is wrong, 2 wrong usage.")

    @Option(help: "Ask only what the daemon has kept of a plugin that failed: a file NAME.replay.", completion: .file())
    var replay: String?

    @Argument(help: "The plugin: its name, or its file.", completion: .file(extensions: ["so"]))
    var plugin: String

    func run() throws {
        let file = try PluginCommand.file(of: plugin)
        if let replay { return try PluginReplay(replay, file: file, .patient).print() }
        try PluginCheck(file: file).print()
    }
}

/// `fascia plugin gallery`: prints what the styles of a plugin draw.
struct PluginGallery: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Print what the styles of a plugin draw, without colours.",
        usage: "fascia plugin gallery <name | file>", discussion: "Exit status: as for check.")

    @Argument(help: "The plugin: its name, or its file.", completion: .file(extensions: ["so"]))
    var plugin: String

    func run() throws {
        let check = try PluginCheck(file: PluginCommand.file(of: plugin))
        let pictures = check.pictures
        let width = pictures.map(\.control.count).max() ?? 0
        var (text, style) = ("", "")
        for picture in pictures {
            if picture.style != style { text += "\(text.isEmpty ? "" : "\n")\(picture.style)\n" }
            style = picture.style
            for (index, line) in (picture.lines.isEmpty ? [""] : picture.lines).enumerated() {
                let name = index == 0 ? picture.control : ""
                text += "  " + name + String(repeating: " ", count: width - name.count) + "  " + line + "\n"
            }
        }
        try OutputFile.standard(text)
        try check.requireNoFaults()
    }
}

extension PluginIsolation {
    /// A machine that is busy is not a fault of the plugin.
    fileprivate static var patient: PluginIsolation { PluginIsolation(programs: Paths.pluginHosts, patience: .seconds(1)) }
}

extension PluginCheck {
    fileprivate init(file: String, _ isolation: PluginIsolation = .patient, maximumFaults: Int = 20) throws(StartupError) {
        do throws(PluginError) {
            try self.init(path: file, isolation: isolation, hostVersion: Version.current, maximumFaults: maximumFaults)
        } catch {
            throw StartupError(.failure, error.message)
        }
    }

    /// Prints the result.
    fileprivate func print() throws(StartupError) {
        try requireNoFaults()
        let result =
            tries > 0
            ? "\(tries) pictures, and nothing is wrong"
            : "it has no styles to try; fascia render --renderer NAME tries a renderer"
        try OutputFile.standard(result + "\n")
    }

    fileprivate func requireNoFaults() throws(StartupError) {
        if !faults.isEmpty { throw StartupError(.failure, faults.joined(separator: "\n")) }
    }
}

extension PluginReplay {
    fileprivate init(
        _ replay: String, file: String, _ isolation: PluginIsolation, findsControl: Bool = true
    ) throws(StartupError) {
        do throws(PluginError) {
            try self.init(
                file: replay, path: file, isolation: isolation, hostVersion: Version.current, findsControl: findsControl)
        } catch {
            throw StartupError(.failure, error.message)
        }
    }

    /// Prints what happened.
    fileprivate func print() throws(StartupError) {
        try OutputFile.standard(lines.map { $0 + "\n" }.joined())
        if let fault { throw StartupError(.failure, fault) }
        try OutputFile.standard("nothing is wrong\n")
    }
}

/// `fascia plugin debug`: tries a plugin under a debugger.
struct PluginDebugging: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "debug", abstract: "Try a plugin under a debugger, in a process without limits.",
        usage: "fascia plugin debug [--replay <replay>] <name | file>",
        discussion: "The process waits, before it loads the plugin, until a debugger attaches to it or Enter is pressed. Exit "
            + "status: as for check.")

    @Option(help: "Ask only what the daemon has kept of a plugin that failed: a file NAME.replay.", completion: .file())
    var replay: String?

    @Argument(help: "The plugin: its name, or its file.", completion: .file(extensions: ["so"]))
    var plugin: String

    func run() throws {
        let file = try PluginCommand.file(of: plugin)
        let isolation = PluginIsolation(
            programs: Paths.pluginHosts, patience: .seconds(1_000_000), willLoad: { Debugger.wait(for: $0) })
        if let replay { return try PluginReplay(replay, file: file, isolation, findsControl: false).print() }
        // What follows a fault would run in another process.
        try PluginCheck(file: file, isolation, maximumFaults: 1).print()
    }
}
