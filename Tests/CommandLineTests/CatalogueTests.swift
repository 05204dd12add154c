import ArgumentParser
import FasciaWire
import TestSupport
import Testing

@testable import FasciaCommandLine

@Suite struct CatalogueTests {
    /// The subcommand at a path of names; `nil` if there is none.
    private func command(_ path: String) -> (any ParsableCommand.Type)? {
        var command: any ParsableCommand.Type = Fascia.self
        for name in path.split(separator: " ") {
            let all = command.configuration.subcommands
            guard let next = all.first(where: { $0.configuration.commandName == String(name) }) else { return nil }
            command = next
        }
        return command
    }

    @Test(arguments: Catalogue.methods.compactMap(\.command)) func everyCatalogueCommandExists(_ path: String) {
        #expect(command(path) != nil, "fascia \(path)")
    }

    @Test func everyMethodCommandNamesAMethodOfTheCatalogue() {
        func check(_ type: any ParsableCommand.Type) {
            if let type = type as? any MethodCommand.Type {
                #expect(Catalogue.method(named: type.method) != nil, "\(type) calls \(type.method)")
            }
            #expect(!type.configuration.abstract.isEmpty, "\(type) says nothing about itself")
            for subcommand in type.configuration.subcommands { check(subcommand) }
        }
        check(Fascia.self)
    }

    /// Help texts come from the catalogue.
    @Test func theHelpComesFromTheCatalogue() throws {
        let push = try #require(Catalogue.method(named: "nav.push"))
        let help = Push.helpMessage(columns: 10_000)
        #expect(help.contains(push.summary))
        for parameter in push.parameters where parameter.name == "screen" {
            #expect(help.contains(parameter.summary), "\(parameter.name)")
        }
    }

    /// The options of all commands are explained once.
    @Test func theHelpOfACommandHasItsOwnOptions() throws {
        func help(_ words: String...) throws -> String {
            try runProcess(Products.executable("fascia"), words + ["--help"]).checked().output
        }
        for text in [try help("render"), try help("toggle", "set"), try help("issues")] {
            for option in HelpText.common { #expect(!text.contains("\n  \(option)"), "\(text)") }
            #expect(text.hasSuffix("Also --socket, --json and --timeout: see \"fascia --help\".\n"), "\(text)")
            #expect(text.contains("-h, --help"))
        }
        let root = try help()
        for option in HelpText.common { #expect(root.contains("\n  \(option)"), "\(root)") }
        #expect(try help("render").replacing(/\s+/, with: " ").contains("ansi may use: none, 16, 256, true."))
    }

    @Test func everyOptionHasItsHelp() {
        func check(_ type: any ParsableCommand.Type) {
            let lines = type.helpMessage(columns: 10_000)
                .replacing("\n" + String(repeating: " ", count: 26), with: " ").split(separator: "\n")
            for line in lines where line.hasPrefix("  -") || line.hasPrefix("  <") {
                let words = line.split(separator: " ").drop {
                    $0.hasPrefix("-") || $0.hasPrefix("<") || $0.hasSuffix(">")
                }
                #expect(!words.isEmpty, "\(type): \(line)")
            }
            for subcommand in type.configuration.subcommands { check(subcommand) }
        }
        check(Fascia.self)
    }
}
