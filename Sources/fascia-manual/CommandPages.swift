/// The pages of commands, made from their help.
struct CommandPages {
    let edition: Edition
    /// The help of a program's command, such as `["fascia", "toggle", "set"]`.
    let help: ([String]) throws -> Help

    /// The page of `fascia`, and one for each of its commands.
    func all() throws -> [ManualPage] {
        let root = try help(["fascia"])
        let names = root.commands.flatMap(\.entries).map(\.label)
        return try [overview(root)] + names.map { try page(of: $0) }
    }

    private func overview(_ help: Help) -> ManualPage {
        var page = ManualPage("fascia", 1, help.summary.asSummary, edition: edition)
        page.heading("SYNOPSIS")
        for usage in help.usage { page.paragraph(Roff.bold(usage)) }
        page.heading("DESCRIPTION")
        write(help.description, to: &page)
        for part in help.parts {
            page.heading(Roff.escaped(part.title))
            for entry in part.entries {
                page.term(
                    part.isOfCommands ? Roff.bold("fascia-\(entry.label)") + "(1)" : Roff.bold(entry.label),
                    Roff.escaped(entry.text))
            }
        }
        page.heading("ENVIRONMENT")
        page.term(Roff.bold("FASCIA_SOCKET"), "The daemon\\(aqs socket, unless \\fB\\-\\-socket\\fR says it.")
        page.heading("SEE ALSO")
        page.paragraph(
            seeAlso([("fasciad", 8), ("fascia-panel", 5), ("fascia-access", 5), ("fascia-protocol", 7), ("fascia-plugin", 7)]))
        return page
    }

    /// A command with all of its subcommands.
    private func page(of name: String) throws -> ManualPage {
        let command = try help(["fascia", name])
        let inner = try command.commands.flatMap(\.entries).map(\.label).map { label in
            // An alias follows the name.
            let subcommand = String(label.prefix { $0 != "," })
            return (subcommand, try help(["fascia", name, subcommand]))
        }
        var page = ManualPage("fascia-\(name)", 1, command.summary.asSummary, edition: edition)
        page.heading("SYNOPSIS")
        for usage in ([command] + inner.map(\.1)).flatMap(\.usage) { page.paragraph(Roff.bold(usage)) }
        write(command, to: &page)
        if !inner.isEmpty { page.heading("SUBCOMMANDS IN DETAIL") }
        for (subcommand, help) in inner {
            page.subheading(Roff.escaped("fascia \(name) \(subcommand)"))
            page.paragraph(Roff.escaped(help.summary))
            write(help.description, to: &page)
            for part in help.parts {
                for entry in part.entries where !CommandPages.everywhere.contains(entry.label) {
                    page.term(Roff.bold(entry.label), Roff.escaped(entry.text))
                }
            }
            for note in help.notes { page.paragraph(Roff.escaped(note)) }
        }
        page.heading("SEE ALSO")
        page.paragraph(seeAlso(CommandPages.related[name, default: []] + [("fascia", 1)]))
        return page
    }

    /// The daemon, with the parts of a page of the documentation.
    func daemon(_ service: ManualMarkdown) throws -> ManualPage {
        let command = try help(["fasciad"])
        var page = ManualPage("fasciad", 8, command.summary.asSummary, edition: edition)
        page.heading("SYNOPSIS")
        for usage in command.usage { page.paragraph(Roff.bold(usage)) }
        write(command, to: &page)
        service.write(to: &page, skipping: ["Install"])
        page.heading("SEE ALSO")
        page.paragraph(
            seeAlso([("fascia", 1), ("fascia-state", 1), ("fascia-access", 5), ("fascia-plugin", 7), ("systemctl", 1)]))
        return page
    }

    /// In every command: they stand in the page of the whole.
    private static let everywhere: Set = ["--version", "-h, --help"]

    private static let related = [
        "access": [("fascia-access", 5)], "panel": [("fascia-panel", 5)], "plugin": [("fascia-plugin", 7)],
        "call": [("fascia-protocol", 7)],
        "describe": [("fascia-protocol", 7)], "state": [("fasciad", 8)],
    ]

    private func write(_ help: Help, to page: inout ManualPage) {
        page.heading("DESCRIPTION")
        page.paragraph(Roff.escaped(help.summary))
        write(help.description, to: &page)
        for part in help.parts {
            page.heading(Roff.escaped(part.title))
            for entry in part.entries { page.term(Roff.bold(entry.label), Roff.escaped(entry.text)) }
        }
        for note in help.notes { page.paragraph(Roff.escaped(note)) }
    }

    /// Paragraphs, and between them lines that are indented and stay as they are.
    private func write(_ lines: [String], to page: inout ManualPage) {
        var example: [Substring] = []
        for line in lines + [""] {
            if line.hasPrefix("  ") {
                example.append(line.dropFirst(2))
                continue
            }
            if !example.isEmpty { page.example(example) }
            example = []
            if !line.isEmpty { page.paragraph(Roff.escaped(line)) }
        }
    }

    func seeAlso(_ pages: [(name: String, section: Int)]) -> String {
        pages.map { Roff.bold($0.name) + "(\($0.section))" }.joined(separator: ", ")
    }
}
