import ArgumentParser
import FasciaDocument
import FasciaPanel

struct PanelNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Print a panel file with comments that works on this machine.",
        discussion: "For example: fascia panel new > box.yaml")

    @Argument(help: ArgumentHelp("The name of the panel.", valueName: "name"))
    var name = "box"

    func run() async throws {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        guard isPlain, !name.isEmpty else { throw UsageError("the name of a panel has letters, digits, - and _") }
        Output.text(NewPanel.text(name: name, on: .this))
    }
}

struct PanelCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report everything that is wrong with panel files.",
        discussion: "Prints one line for each problem: the file, the line, the column, and what was expected.")

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print the problems as one line of JSON.")
    var json = false

    func run() async throws {
        let outcomes = arguments.files.map { PanelFiles.parse($0) }
        let files = outcomes.compactMap(\.file)
        let found = SharedIDs.problems(of: outcomes) + files.flatMap(ProgramProblems.problems) + SharedIDs.problems(files)
        if json {
            let line: JSON = ["problems": .array(found.map(\.json))]
            Output.line(line.line)
        } else {
            for problem in found { Output.line(Printable.text(problem.description)) }
            for file in outcomes.compactMap(\.file) { Output.line(Printable.text(summary(file))) }
        }
        try PanelProblems.fail(found.count { $0.severity == .error })
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

struct PanelCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "Print every command that the panel files can ever run.",
        discussion: "Prints what each belongs to, its purpose, and the command. {value} stands for one argument.")

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print the commands as one line of JSON.")
    var json = false

    func run() async throws {
        let entries = try PanelFiles.parse(arguments.files).flatMap { CommandList($0).entries }
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

struct PanelPolkit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "polkit", abstract: "Print the polkit rule for exactly the units and verbs of panel files.",
        discussion: "For example: fascia panel polkit box.yaml | sudo tee /etc/polkit-1/rules.d/50-fascia-panel-box.rules")

    @OptionGroup var arguments: PanelFileArguments
    @Option(help: ArgumentHelp("The user that runs the agent.", valueName: "name"))
    var user = "fascia-panel"

    func run() async throws {
        Output.text(Printable.text(PolkitRule.text(try PanelFiles.parse(arguments.files), user: user), keepsLines: true))
    }
}

struct PanelSchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of panel files, with which editors complete and check them.",
        discussion: """
            For an editor with the YAML language server, save it and name it in the first line of the panel file:
              # yaml-language-server: $schema=panel.schema.json
            """)

    @Flag(help: "Print the keys as tables in Markdown.")
    var keys = false

    func run() async throws { Output.line(keys ? PanelSchema.documentation : PanelSchema.json.line) }
}
