import Foundation
import TestSupport
import Testing

/// The documentation is correct: its examples run and print what it shows. The examples of each page run in a shell with a
/// daemon of its own. An example is a line after `$ ` in a `console` block, followed by its output, or a whole `sh` block.
/// Examples that cannot be run are listed in `NotRun.all`.
@Suite struct DocumentationTests {
    static let pages = [
        "README.md", "CONTRIBUTING.md", "docs/access.md", "docs/architecture.md", "docs/ask.md", "docs/bound.md", "docs/box.md",
        "docs/panel-file.md",
        "docs/plugins.md", "docs/promises.md", "docs/python.md", "docs/scripts.md", "docs/swift-apps.md", "docs/systemd.md",
        "docs/terminal.md",
        "docs/whiptail.md",
    ]

    /// The landing pages of the libraries' DocC catalogues.
    static let catalogues = ["FasciaClient", "FasciaPluginKit", "FasciaTesting", "FasciaUI"].map {
        "Sources/\($0)/\($0).docc/\($0).md"
    }

    @Test(.mustEnd, arguments: pages) func everyExampleSucceedsAndPrintsItsOutput(_ path: String) throws {
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

    /// Every exception in `NotRun.all` is still an example of its page.
    @Test func everyExceptionIsAnExample() throws {
        for exception in NotRun.all {
            let examples = try Page(exception.page).examples
            #expect(
                examples.contains { $0.firstLine == exception.command }, "\(exception.page): \(exception.command)")
        }
    }

    /// The Makefile has every target that the documentation uses, even if no test builds it.
    @Test func everyMakeTargetExists() throws {
        for exception in NotRun.all {
            guard let range = exception.command.range(of: #"\bmake [a-z-]+"#, options: .regularExpression) else { continue }
            let target = exception.command[range].dropFirst("make ".count)
            let result = try runProcess("/usr/bin/make", ["--dry-run", String(target)], directory: Page.repository)
            #expect(result.status == .exited(0), "\(exception.command): \(result.error)")
        }
    }

    /// Every block has a known language, and `text` blocks contain no commands, which no test would run.
    @Test(arguments: pages) func everyBlockHasALanguage(_ path: String) throws {
        for block in try Page(path).blocks {
            #expect(
                ["sh", "console", "swift", "text", "yaml"].contains(block.language), "\(path):\(block.line): \(block.language)")
            for line in block.lines where block.language == "text" {
                #expect(!line.hasPrefix("$ "), "\(path):\(block.line): a command in a text block: \(line)")
            }
        }
    }

    /// Every example of a panel file has no errors: whole screens, or items of one.
    @Test(arguments: pages) func everyPanelExampleIsRight(_ path: String) throws {
        let directory = try TemporaryDirectory()
        for block in try Page(path).blocks where block.language == "yaml" {
            let isItems = block.lines.first?.hasPrefix("-") == true
            let items = isItems ? "screens:\n  home:\n" + block.lines.map { "    \($0)\n" }.joined() : block.text
            try directory.write("panel: example\n" + items, to: "panel.yaml")
            let result = try runProcess(Products.executable("fascia"), ["panel", "check", directory["panel.yaml"]])
            #expect(result.status == .exited(0), "\(path):\(block.line): \(result.output)")
        }
    }

    /// Every Swift example is part of a compiled file, apart from indentation.
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

    /// The README has at most 200 lines, and its picture is the output of its commands.
    @Test(.mustEnd) func theReadmeShowsThePanelThatItMakes() throws {
        let page = try Page("README.md")
        #expect(try String(contentsOfFile: Page.repository + "/README.md", encoding: .utf8).filter { $0 == "\n" }.count <= 200)
        let picture = try #require(page.blocks.first { $0.language == "text" })
        let columns = 64
        let examples =
            page.examples.filter { !$0.command.hasPrefix("make ") }
            + [Page.Example(command: "fascia render --columns \(columns) --rows \(picture.lines.count)", line: 0)]
        let outcome = try #require(try ShellSession(examples).run().last)
        #expect(outcome.output == picture.text)
    }

    // MARK: - Helpers

    /// Whether the output is as shown. `…` matches any text in a line; as a whole line it matches any number of lines.
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
