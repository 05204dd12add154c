import ArgumentParser
import Glibc

struct PluginNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a directory with the sources of a plugin that draws switches, or that renders.",
        discussion: "For example: fascia plugin new glow --language c")

    enum Language: String, CaseIterable, ExpressibleByArgument {
        case c, swift
    }

    @Argument(help: "The plugin's name, which is also that of its style or renderer, and of the directory.")
    var name: String
    @Option(help: "What it is written in.")
    var language: Language
    @Flag(help: "Make a renderer, which writes a text about the screens, instead of a style.")
    var renderer = false

    func run() throws {
        if let problem = Self.problem(name) { throw UsageError("\"\(name)\" cannot be a plugin's name: \(problem)") }
        let files = [("\(name).json", PluginTemplate.manifest(name, isRenderer: renderer))] + (try sources())
        guard mkdir(name, 0o755) == 0 else {
            if errno == EEXIST { throw UsageError("\(name) exists already: choose another name, or remove it") }
            throw Self.failure("create", name)
        }
        for (file, text) in files { try Self.write(text, to: "\(name)/\(file)") }
        Output.line(
            "Wrote \(files.map { "\(name)/\($0.0)" }.sorted().joined(separator: ", ")). To build it and see what it does:")
        Output.line("  fascia plugin watch \(name)")
    }

    private func sources() throws -> [(String, String)] {
        let source = PluginTemplate.source(name, language, isRenderer: renderer)
        return switch language {
        case .c:
            [
                ("\(name).c", source), ("Makefile", PluginTemplate.makefile(name, header: try PluginKit.header())),
            ]
        case .swift:
            [
                ("\(name).swift", source), ("Package.swift", PluginTemplate.package(name, kit: try PluginKit.package())),
            ]
        }
    }

    /// The rule of the daemon, and what would make the file that of another plugin.
    static func problem(_ name: String) -> String? {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
        guard isName else { return "1 to 64 ASCII letters, digits, '-' or '_'" }
        guard !name.hasPrefix("lib") else {
            return "\(name).so would be the file of the plugin \"\(name.dropFirst(3))\"; leave out \"lib\""
        }
        return nil
    }

    private static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("create", path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        // A regular file takes all bytes, or the disk is full.
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw failure("write", path) }
    }

    private static func failure(_ verb: String, _ path: String) -> UsageError {
        UsageError("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
