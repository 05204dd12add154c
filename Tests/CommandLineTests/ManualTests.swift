import FasciaDocument
import Foundation
import TestSupport
import Testing

/// The manual pages, which are made of the programs' help and of the documentation when Fascia is installed.
@Suite(.mustEnd) struct ManualTests {
    private static let repository = URL(fileURLWithPath: SamplePanel.directory + "/../../..").standardized.path
    /// Written once for all tests.
    private static let written = Result {
        let place = Products.directory + "/tested-manual-pages"
        _ = try runProcess("/bin/rm", ["-rf", place]).checked()
        _ = try runProcess(Products.directory + "/fascia-manual", [Products.directory, repository, place]).checked()
        return place
    }
    private let directory: String

    init() throws { directory = try Self.written.get() }

    /// The page has what this points to.
    private static let pointer = "\"fascia state --help\" describes each of them."

    private var files: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: directory).filter { $0.contains("/") }.sorted()
        }
    }

    /// What a page shows, with one space for each gap.
    private func shown(_ page: String) throws -> String {
        let section = page.split(separator: ".").last.map(String.init) ?? ""
        let text = try runProcess("/usr/bin/mandoc", ["-T", "utf8", "-O", "width=1000", "\(directory)/man\(section)/\(page)"])
            .checked().output
        // Bold letters are printed twice, with a backspace between.
        var plain: [Character] = []
        for character in text { if character == "\u{8}" { plain.removeLast() } else { plain.append(character) } }
        return joined(String(plain))
    }

    private func joined(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func thereIsAPageForEachProgramAndFormat() throws {
        let files = try files
        for file in [
            "man1/fascia.1", "man1/fascia-panel.1", "man1/fascia-toggle.1", "man5/fascia-access.5", "man5/fascia-panel.5",
            "man7/fascia-protocol.7", "man7/fascia-plugin.7", "man8/fasciad.8",
        ] { #expect(files.contains(file), "\(file)") }
    }

    @Test func mandocFindsNothingWrong() throws {
        let result = try runProcess("/usr/bin/mandoc", ["-T", "lint", "-W", "warning"] + files.map { directory + "/" + $0 })
        #expect(result.output == "" && result.status == .exited(0), "\(result.output.prefix(2_000))")
    }

    /// `fascia help COMMAND` and the page are made of one text.
    @Test func thePageOfACommandSaysWhatItsHelpSays() throws {
        let dump = try runProcess(Products.directory + "/fascia", ["--experimental-dump-help"]).checked().output
        let root = try #require(JSONParser.parse(dump)["command"])
        var count = 0
        for command in root["subcommands"]?.arrayValue ?? [] {
            let name = try #require(command["commandName"]?.stringValue)
            guard name != "help" else { continue }
            let page = try shown("fascia-\(name).1")
            let inner = (command["subcommands"]?.arrayValue ?? []).compactMap { $0["commandName"]?.stringValue }
            for words in [[name]] + inner.map({ [name, $0] }) {
                let help = try runProcess(
                    Products.directory + "/fascia", ["help"] + words, environment: ["COLUMNS": "1000000"]
                ).checked().output
                for line in help.split(separator: "\n").map({ joined($0) }) {
                    // Headings, and what stands in each help and only once in a page.
                    let isHeading = line.hasSuffix(":") && line.uppercased() == line
                    guard !isHeading, !["See '", "--version ", "-h, --help ", Self.pointer].contains(where: line.hasPrefix) else {
                        continue
                    }
                    let said = ["OVERVIEW: ", "USAGE: "].reduce(line) { $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0 }
                    #expect(page.contains(said), "\(words): \(said)")
                    count += 1
                }
            }
        }
        #expect(count > 400)
        let overview = try shown("fascia.1")
        for command in root["subcommands"]?.arrayValue ?? [] where command["commandName"] != "help" {
            let line = "fascia-\(command["commandName"]?.stringValue ?? "")(1) \(command["abstract"]?.stringValue ?? "")"
            #expect(overview.contains(joined(line)), "\(line)")
        }
    }

    @Test func thePageOfTheDaemonHasItsOptionsAndHowTheServiceBehaves() throws {
        let page = try shown("fasciad.8")
        let help = try runProcess(
            Products.directory + "/fasciad", ["--help"], environment: ["COLUMNS": "1000000"]
        ).checked().output
        let options = help.split(separator: "\n").filter { $0.hasPrefix("  ") }.map({ joined($0) })
        #expect(options.count > 15)
        for option in options { #expect(page.contains(option), "\(option)") }
        #expect(page.contains("ROLES The kernel tells the daemon who connects.") && !page.contains("make install"))
    }

    @Test func thePageOfPanelFilesHasEveryKey() throws {
        let page = try shown("fascia-panel.5")
        let schema = try JSONParser.parse(runProcess(Products.directory + "/fascia", ["panel", "schema"]).checked().output)
        var count = 0
        for (name, table) in schema["$defs"]?.objectValue?.members ?? [] {
            for (key, member) in table["properties"]?.objectValue?.members ?? [] {
                let summary = try #require(member["description"]?.stringValue)
                #expect(page.contains(joined(summary)) && page.contains(" \(key) ("), "\(name) \(key): \(summary)")
                count += 1
            }
        }
        #expect(count > 150)
    }

    @Test func whatLeadsToAnotherPageNamesIt() throws {
        #expect(try shown("fasciad.8").contains("unless an access file, see fascia-access(5) says who may do what"))
        #expect(try shown("fascia-access.5").contains("groups, see fasciad(8) decide: whoever can open the socket"))
        #expect(try shown("fascia-panel.5").contains("gets no right to it (fascia-access(5))"))
        #expect(try shown("fascia-access.1").contains("SEE ALSO fascia-access(5), fascia(1)"))
    }

    @Test func thePageOfTheProtocolHasEveryMethod() throws {
        let page = try shown("fascia-protocol.7")
        let daemon = try DaemonProcess()
        let methods = try daemon.client().call("daemon.describe")["methods"]?.arrayValue
        #expect((methods?.count ?? 0) > 60)
        for method in methods ?? [] {
            let text = "\(method["name"]?.stringValue ?? "") \(method["summary"]?.stringValue ?? "")"
            #expect(page.contains(joined(text)), "\(text)")
        }
    }

    /// The pages name the version, which stands first among the changes.
    @Test func theChangesBeginWithThisVersion() throws {
        let version = try runProcess(Products.directory + "/fascia", ["--version"]).checked().output
        #expect(try shown("fasciad.8").contains("Fascia \(joined(version)) "))
    }

    @Test func itSaysHowItIsCalled() throws {
        let result = try runProcess(Products.directory + "/fascia-manual", ["."])
        #expect(result.status == .exited(2) && result.error == "usage: fascia-manual PROGRAMS REPOSITORY DIRECTORY\n")
    }

    @Test func aListOfChangesWithoutADayIsRefused() throws {
        let directory = try TemporaryDirectory()
        try directory.write("# Changes\n\n## 0.2.0\n", to: "CHANGELOG.md")
        let result = try runProcess(
            Products.directory + "/fascia-manual", [Products.directory, directory.path, directory["out"]])
        #expect(
            result.status == .exited(1) && result.error == "fascia-manual: CHANGELOG.md has no \"## VERSION (YEAR-MONTH-DAY)\"\n")
    }
}
