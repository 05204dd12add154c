import ArgumentParser
import FasciaPlugins
import FasciaServer

/// `fascia plugin check` and `gallery`: load a plugin as the daemon does, without a daemon.
struct PluginCommand: ParsableCommand {
    static let programName = "fascia plugin"
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "Try a plugin.", usage: "fascia plugin <check | gallery> <file>",
        subcommands: [PluginChecking.self, PluginGallery.self])
}

/// `fascia plugin check`: tries all styles of a plugin.
struct PluginChecking: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Try all styles of a plugin, with controls of all states and sizes.",
        usage: "fascia plugin check <file>",
        discussion: "Exit status: 0 nothing is wrong, 1 something is wrong, 2 wrong usage.")

    @Argument(help: "The plugin: NAME.so or libNAME.so.", completion: .file(extensions: ["so"]))
    var file: String

    func run() throws {
        let check = try PluginCheck(file: file)
        guard check.faults.isEmpty else { throw StartupError(.failure, check.faults.joined(separator: "\n")) }
        try OutputFile.standard("\(check.tries) pictures, and nothing is wrong\n")
    }
}

/// `fascia plugin gallery`: prints what the styles of a plugin draw.
struct PluginGallery: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Print what the styles of a plugin draw, without colours.",
        usage: "fascia plugin gallery <file>")

    @Argument(help: "The plugin: NAME.so or libNAME.so.", completion: .file(extensions: ["so"]))
    var file: String

    func run() throws {
        let pictures = try PluginCheck(file: file).pictures
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
    }
}

extension PluginCheck {
    fileprivate init(file: String) throws(StartupError) {
        do throws(PluginError) {
            // A machine that is busy is not a fault of the plugin.
            let isolation = PluginIsolation(programs: Paths.pluginHosts, patience: .seconds(1))
            try self.init(path: file, isolation: isolation, hostVersion: Version.current)
        } catch {
            throw StartupError(.failure, error.message)
        }
    }
}
