import Foundation

/// Writes the manual pages: of commands from their help, of the rest from the documentation. It is run when Fascia is installed,
/// and is not installed itself.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: fascia-manual PROGRAMS REPOSITORY DIRECTORY\n".utf8))
            exit(2)
        }
        let (programs, repository, directory) = (arguments[0], arguments[1], arguments[2])
        func document(_ name: String) throws -> String {
            try String(contentsOf: repository.appendingPathComponent(name), encoding: .utf8)
        }
        guard let edition = Edition(changes: try document("CHANGELOG.md")) else {
            FileHandle.standardError.write(Data("fascia-manual: CHANGELOG.md has no \"## VERSION (YEAR-MONTH-DAY)\"\n".utf8))
            exit(1)
        }
        let commands = CommandPages(edition: edition) { words in
            Help(try output(of: programs.appendingPathComponent(words[0]), Array(words.dropFirst()) + ["--help"]))
        }

        func page(
            _ name: String, _ section: Int, _ summary: String, of texts: [(heading: String, text: String)],
            seeAlso: [(String, Int)]
        ) -> ManualPage {
            var page = ManualPage(name, section, summary, edition: edition)
            for (heading, text) in texts {
                page.heading(heading)
                ManualMarkdown(text).write(to: &page)
            }
            page.heading("SEE ALSO")
            page.paragraph(commands.seeAlso(seeAlso))
            return page
        }
        let keys = try output(of: programs.appendingPathComponent("fascia"), ["panel", "schema", "--keys"])
        let pages = [
            page(
                "fascia-panel", 5, "screens and the commands behind them, in a file",
                of: [("DESCRIPTION", try document("docs/panel-file.md")), ("KEYS", keys)],
                seeAlso: [("fascia-panel", 1), ("fascia-protocol", 7), ("fasciad", 8)]),
            page(
                "fascia-access", 5, "who may do what, in a file",
                of: [("DESCRIPTION", try document("docs/access.md"))],
                seeAlso: [("fascia-access", 1), ("fascia-panel", 5), ("fasciad", 8)]),
            page(
                "fascia-protocol", 7, "what is said over the daemon's socket",
                of: [("DESCRIPTION", try document("docs/protocol.md"))],
                seeAlso: [("fascia", 1), ("fascia-call", 1), ("fascia-describe", 1), ("fasciad", 8)]),
            page(
                "fascia-plugin", 7, "what draws controls in its own style, and renders screens",
                of: [("DESCRIPTION", try document("docs/plugins.md"))], seeAlso: [("fascia-plugin", 1), ("fasciad", 8)]),
            try commands.daemon(ManualMarkdown(try document("docs/systemd.md"))),
        ]
        for page in try commands.all() + pages {
            let place = directory.appendingPathComponent("man\(page.section)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try page.source.write(to: place.appendingPathComponent(page.fileName), atomically: false, encoding: .utf8)
        }
    }

    /// - Throws: an error if it fails.
    private static func output(of program: URL, _ arguments: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        (process.executableURL, process.arguments, process.standardOutput) = (program, arguments, pipe)
        // So wide that no line is wrapped.
        process.environment = ProcessInfo.processInfo.environment.merging(["COLUMNS": "1000000"]) { $1 }
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: program.path])
        }
        return String(decoding: data, as: UTF8.self)
    }
}
