import ArgumentParser
import FasciaDocument
import FasciaPanel

/// `fascia panel`: panel files.
struct PanelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel", abstract: "Check, try or run panel files.",
        discussion: "A panel file describes screens, and the commands behind their switches and buttons, in YAML.",
        subcommands: [
            PanelNew.self, PanelCheck.self, PanelRun.self, PanelTry.self, PanelTest.self, PanelCommands.self, PanelPolkit.self,
            PanelSchemaCommand.self,
        ])
}

/// The files of a panel command.
struct PanelFileArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Panel files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]

    /// What the files say. Prints the errors in them on standard error; warnings are for check.
    func parse() throws -> [PanelFile] {
        let outcomes = files.map(PanelFiles.parse)
        for problem in outcomes.flatMap(\.problems) where problem.severity == .error { Output.error(problem.description) }
        try PanelProblems.fail(outcomes)
        return outcomes.compactMap(\.file)
    }
}

enum PanelProblems {
    static func fail(_ outcomes: [PanelParser.Outcome]) throws {
        let errors = outcomes.flatMap(\.problems).count { $0.severity == .error }
        if errors > 0 { throw PartialFailure(messages: ["\(errors) error\(errors == 1 ? "" : "s")"]) }
    }
}

struct PanelCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report everything that is wrong with panel files.",
        discussion: "Prints one line for each problem: the file, the line, the column, and what was expected.")

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print the problems as one line of JSON.")
    var json = false

    func run() throws {
        let outcomes = arguments.files.map(PanelFiles.parse)
        if json {
            let problems = outcomes.flatMap(\.problems).map { problem -> JSON in
                [
                    "file": .string(problem.position.file), "line": .int(problem.position.line),
                    "column": .int(problem.position.column), "severity": .string(problem.severity.rawValue),
                    "message": .string(problem.message),
                ]
            }
            let line: JSON = ["problems": .array(problems)]
            Output.line(line.line)
        } else {
            for problem in outcomes.flatMap(\.problems) { Output.line(Printable.text(problem.description)) }
            for file in outcomes.compactMap(\.file) { Output.line(Printable.text(summary(file))) }
        }
        try PanelProblems.fail(outcomes)
    }

    private func summary(_ file: PanelFile) -> String {
        let declarations = Declarations(file)
        let counts = [
            (file.screens.count, "screen"), (declarations.switches.count, "switch"), (declarations.pickers.count, "picker"),
            (declarations.values.count, "value"), (CommandList(file).entries.count, "command"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : $1 == "switch" ? "es" : "s")" }
        return "\(file.files.first ?? file.name): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
    }
}

struct PanelCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "Print every command that the panel files can ever run.",
        discussion: "Prints what each belongs to, its purpose, and the command. {value} stands for one argument.")

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print the commands as one line of JSON.")
    var json = false

    func run() throws {
        let entries = try arguments.parse().flatMap { CommandList($0).entries }
        if json {
            let commands = entries.map { entry -> JSON in
                ["owner": .string(entry.owner), "purpose": .string(entry.purpose), "command": .string(entry.text)]
            }
            let line: JSON = ["commands": .array(commands)]
            Output.line(line.line)
        } else if !entries.isEmpty {
            Output.line(Columns.aligned(entries.map { [$0.owner, $0.purpose, $0.text].map { Printable.text($0) } }))
        }
    }
}

struct PanelSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of panel files, with which editors complete and check them.",
        discussion: """
            For an editor with the YAML language server, save it and name it in the first line of the panel file:
              # yaml-language-server: $schema=panel.schema.json
            """)

    @Flag(help: "Print the keys as tables in Markdown.")
    var keys = false

    func run() { Output.line(keys ? PanelSchema.documentation : PanelSchema.json.line) }
}

struct PanelNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Print a panel file with comments that works on this machine.",
        discussion: "For example: fascia panel new > box.yaml")

    @Argument(help: ArgumentHelp("The name of the panel.", valueName: "name"))
    var name = "box"

    func run() throws {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        guard isPlain, !name.isEmpty else { throw UsageError("the name of a panel has letters, digits, - and _") }
        Output.text(NewPanel.text(name: name, on: .this))
    }
}

struct PanelPolkit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "polkit", abstract: "Print the polkit rule for exactly the units and verbs of panel files.",
        discussion: "For example: fascia panel polkit box.yaml | sudo tee /etc/polkit-1/rules.d/50-fascia-panel.rules")

    @OptionGroup var arguments: PanelFileArguments
    @Option(help: ArgumentHelp("The user that runs the agent.", valueName: "name"))
    var user = "fascia"

    func run() throws { Output.text(Printable.text(PolkitRule.text(try arguments.parse(), user: user), keepsLines: true)) }
}
