import ArgumentParser
import Testing

@testable import FasciaCommandLine

/// The way past all the other commands, whose help texts take longer than most commands do.
struct DirectParsingTests {
    private static let leaves = leaves(of: Fascia.self, named: [])

    private static func leaves(
        of type: any ParsableCommand.Type, named path: [String?]
    ) -> [(path: [String?], type: any ParsableCommand.Type)] {
        let inner = type.configuration.subcommands
        if inner.isEmpty { return [(path, type)] }
        return inner.flatMap { leaves(of: $0, named: path + [$0.configuration.commandName]) }
    }

    @Test func eachCommandIsFoundByItsWords() throws {
        #expect(Self.leaves.count > 60)
        for (path, type) in Self.leaves {
            let words = path.compactMap(\.self)
            try #require(words.count == path.count, "\(type) has no name of its own")
            let found = try #require(DirectParsing.leaf(of: Fascia.self, (words + ["more"])[...]), "\(words)")
            #expect(found.type == type && Array(found.rest) == ["more"], "\(words)")
        }
    }

    @Test func rightArgumentsAreParsed_withoutTheTextsOfTheCatalogue() async throws {
        let command = try #require(await DirectParsing.command(["value", "get", "host", "--json"]) as? ValueGet)
        #expect(command.key == "host" && command.common.json)
        #expect(DirectParsing.$needsHelp.withValue(false) { CatalogueHelp.summary("value.get") } == "")
    }

    /// These need the texts, or the error of the usual way.
    @Test(arguments: [
        [], ["get"], ["get", "--help"], ["value"], ["nonsense"], ["get", "a", "--nonsense"], ["help", "get"], ["--version"],
        ["get", "--generate-completion-script"],
    ])
    func everythingElseIsParsedAsUsual(_ arguments: [String]) async {
        #expect(await DirectParsing.command(arguments).map { "\($0)" } == nil)
    }

    @Test func aCommandOfOneThreadIsParsedThere() {
        #expect(DirectParsing.synchronousCommand(["ask", "yesno", "Sure?"]) is AskConfirm)
        #expect(DirectParsing.synchronousCommand(["attach"]) is Attach)
        #expect(DirectParsing.synchronousCommand(["value", "get", "host"]).map { "\($0)" } == nil)
    }

    @Test func theHelpOfACommandIsWholeAfterADirectAttempt() async {
        _ = await DirectParsing.command(["value", "get", "--nonsense"])
        let words = CatalogueHelp.summary("value.get").split(separator: " ").prefix(4).joined(separator: " ")
        #expect(Fascia.helpMessage(for: ValueGet.self).hasPrefix("OVERVIEW: \(words)"))
        #expect(words.contains(" "))
    }
}
