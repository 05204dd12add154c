import Foundation
import TestSupport
import Testing

/// What the documentation shows is what happens. Each page is run in a shell and at a daemon of its own: every line behind
/// `$ ` in a `console` block, which prints what stands below it, and every `sh` block. What cannot be run is in `NotRun.all`.
@Suite struct DocumentationTests {
    static let pages = [
        "README.md", "CONTRIBUTING.md", "docs/box.md", "docs/plugins.md", "docs/scripts.md", "docs/swift-apps.md",
        "docs/systemd.md", "docs/terminal.md",
    ]

    /// The landing pages of the libraries' DocC catalogues.
    static let catalogues = ["FasciaClient", "FasciaPluginKit", "FasciaTesting", "FasciaUI"].map {
        "Sources/\($0)/\($0).docc/\($0).md"
    }

    @Test(.mustEnd, arguments: pages) func everyExampleDoesWhatItSays(_ path: String) throws {
        let page = try Page(path)
        let examples = page.examples.filter { example in
            !NotRun.all.contains { $0.page == path && $0.command == example.firstLine }
        }
        for (example, outcome) in zip(examples, try ShellSession(examples).run()) {
            #expect(outcome.status == "0", "\(path):\(example.line): \(example.command)\n\(outcome.output)")
            guard !example.output.isEmpty else { continue }
            #expect(
                isShown(outcome.output, as: example.output),
                "\(path):\(example.line): \(example.command)\nprints\n\(outcome.output)")
        }
    }

    /// Nobody keeps an exception for something that is not shown any more.
    @Test func whatIsNotRunIsShown() throws {
        for exception in NotRun.all {
            let examples = try Page(exception.page).examples
            #expect(
                examples.contains { $0.firstLine == exception.command }, "\(exception.page): \(exception.command)")
        }
    }

    /// A target of the Makefile that is shown exists, even where no test builds it.
    @Test func everyMakeTargetIsThere() throws {
        for exception in NotRun.all {
            guard let range = exception.command.range(of: #"\bmake [a-z-]+"#, options: .regularExpression) else { continue }
            let target = exception.command[range].dropFirst("make ".count)
            let result = try runProcess("/usr/bin/make", ["--dry-run", String(target)], directory: Page.repository)
            #expect(result.status == .exited(0), "\(exception.command): \(result.error)")
        }
    }

    /// A block without a language would be a place for commands that nobody runs.
    @Test(arguments: pages) func everyBlockSaysWhatItIs(_ path: String) throws {
        for block in try Page(path).blocks {
            #expect(
                ["sh", "console", "swift", "text"].contains(block.language), "\(path):\(block.line): \(block.language)")
            for line in block.lines where block.language == "text" {
                #expect(!line.hasPrefix("$ "), "\(path):\(block.line): a command in a text block: \(line)")
            }
        }
    }

    /// What is shown in Swift stands, apart from its indentation, in a file that is compiled.
    @Test(arguments: pages + catalogues) func everySwiftExampleIsCompiled(_ path: String) throws {
        let blocks = try Page(path).blocks.filter { $0.language == "swift" }
        guard !blocks.isEmpty else { return }
        let compiled = try ["Tests", "Sources/Examples", "plugins"].flatMap(swiftFiles).map(withoutIndentation)
        for block in blocks {
            let text = withoutIndentation(block.text)
            #expect(compiled.contains { $0.contains(text) }, "\(path):\(block.line)")
        }
    }

    @Test(arguments: pages) func everyLinkLeadsToAFile(_ path: String) throws {
        let page = URL(fileURLWithPath: Page.repository + "/" + path)
        let text = try String(contentsOf: page, encoding: .utf8)
        for match in text.matches(of: #/\]\((?<target>[^)#:]+)(#[^)]*)?\)/#) {
            let target = page.deletingLastPathComponent().appendingPathComponent(String(match.target))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(path): \(match.target)")
        }
    }

    /// The README is short, and its picture is what its commands lead to.
    @Test(.mustEnd) func theReadmeShowsThePanelThatItMakes() throws {
        let page = try Page("README.md")
        #expect(try String(contentsOfFile: Page.repository + "/README.md", encoding: .utf8).filter { $0 == "\n" }.count <= 200)
        let picture = try #require(page.blocks.first { $0.language == "text" })
        let columns = try #require(picture.lines.first { $0.hasPrefix("──") }).count
        let examples =
            page.examples.filter { !$0.command.hasPrefix("make ") }
            + [Page.Example(command: "fascia render --columns \(columns) --rows \(picture.lines.count)", line: 0)]
        let outcome = try #require(try ShellSession(examples).run().last)
        #expect(outcome.output == picture.text)
    }

    // MARK: - Helpers

    /// `…` in what is shown stands for any text in a line, and alone in a line for any lines.
    private func isShown(_ output: String, as lines: [String]) -> Bool {
        let pattern = lines.map { line in
            line == "…"
                ? "(?:.*\\n)*"
                : line.components(separatedBy: "…").map(NSRegularExpression.escapedPattern).joined(separator: ".*") + "\\n"
        }
        return output.range(of: "\\A" + pattern.joined() + "\\z", options: .regularExpression) != nil
    }

    private func swiftFiles(in folder: String) throws -> [String] {
        let root = Page.repository + "/" + folder
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOfFile: root + "/" + $0, encoding: .utf8) }
    }

    private func withoutIndentation(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}
