import Foundation
import TestSupport
import Testing

/// The README's examples work: each command in its console blocks that uses `fascia`, the socket or the database runs in
/// order against one daemon and prints the output below it (or any output, if none is shown).
@Suite struct ReadmeTests {
    private struct Example {
        var command: String
        var output: [String] = []
    }

    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private func examples() throws -> [Example] {
        let text = try String(contentsOfFile: Self.repository + "/README.md", encoding: .utf8)
        var examples: [Example] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if isInside, !examples.isEmpty {
                examples[examples.count - 1].output.append(String(line))
            }
        }
        let about = ["fascia ", "FASCIA_SOCKET", "sqlite3 "]
        return examples.filter { example in about.contains { example.command.contains($0) } }
            .filter { !$0.command.hasPrefix("fascia attach") && !$0.command.contains("sudo ") }
    }

    /// The commands that the README gives for the first start after a build.
    @Test(.mustEnd) func itSaysHowToBegin() throws {
        let text = try String(contentsOfFile: Self.repository + "/README.md", encoding: .utf8)
        let block = try #require(text.components(separatedBy: "\n```\n").first { $0.contains("fasciad &\n") })
        let script = """
            \(block.replacingOccurrences(of: "$PWD/.build/release", with: Products.directory))
            trap 'kill %1; wait' EXIT
            until fascia status >/dev/null 2>&1; do :; done
            fascia batch Sources/Examples/Box/box.jsonl && fascia plugin load neon
            """
        let home = try TemporaryDirectory()
        let result = try runProcess(
            "/bin/bash", ["-c", script], environment: ["XDG_RUNTIME_DIR": home.path, "STATE_DIRECTORY": home["state"]],
            directory: Self.repository)
        #expect(result.status == .exited(0), "\(result.error)")
        #expect(result.output == "19 commands, 18 changed something, revision 1\n")
    }

    @Test func everyCommandOfTheReadmeDoesWhatItSays() throws {
        let daemon = try DaemonProcess()
        for example in try examples() {
            let result = try runProcess(
                "/bin/bash", ["-c", "PATH=\"$0:$PATH\"; " + example.command, Products.directory],
                environment: ["FASCIA_SOCKET": daemon.socketPath, "STATE_DIRECTORY": daemon.statePath],
                directory: Self.repository)
            #expect(result.status == .exited(0), "\(example.command): \(result.error)")
            guard !example.output.isEmpty else { continue }
            let lines = (result.error + result.output).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.dropLast().map(String.init) == example.output, "\(example.command)")
        }
    }
}
