import Foundation
import TestSupport

/// A shell in a terminal runs a script in which `$fascia`, `$whiptail` and `$dialog` are the programs, and the standard output
/// and error of what it calls can be kept in files of its directory.
final class Script {
    let directory: TemporaryDirectory
    let terminal: PseudoTerminal

    init(_ script: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        directory = try TemporaryDirectory()
        let fascia = try Products.executable("fascia")
        for name in ["whiptail", "dialog"] {
            try FileManager.default.createSymbolicLink(atPath: directory[name], withDestinationPath: fascia)
        }
        terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "cd \"$d\"\n" + script], columns: columns, rows: rows,
            environment: [
                "d": directory.path, "fascia": fascia, "whiptail": directory["whiptail"], "dialog": directory["dialog"],
                "LC_ALL": "C.UTF-8", "HOME": directory.path,
            ].merging(environment) { $1 })
    }

    /// Types when a text is shown.
    func type(_ keys: String, at text: String) throws {
        try terminal.output.wait(for: text)
        try terminal.type(keys)
    }

    /// The exit status of the script, when it has ended.
    func status() throws -> TestSupport.ExitStatus { try terminal.process.waitForExit() }

    func file(_ name: String) throws -> String { try String(contentsOfFile: directory[name], encoding: .utf8) }
}
