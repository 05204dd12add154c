import FasciaCommandLine
import FasciaDocument
import FasciaPanel

extension PanelNew: PerformedCommand {
    func perform() async throws {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        guard isPlain, !name.isEmpty else { throw UsageError("the name of a panel has letters, digits, - and _") }
        Output.text(NewPanel.text(name: name, on: .this))
    }
}

extension PanelCheck: PerformedCommand {
    func perform() async throws {
        let outcomes = files.map { PanelFiles.parse($0) }
        let found =
            outcomes.flatMap { outcome in outcome.problems + (outcome.file.map(ProgramProblems.problems) ?? []) }
            + SharedIDs.problems(outcomes.compactMap(\.file))
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

extension PanelCommands: PerformedCommand {
    func perform() async throws {
        let entries = try PanelFiles.parse(files).flatMap { CommandList($0).entries }
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

extension PanelPolkit: PerformedCommand {
    func perform() async throws {
        Output.text(Printable.text(PolkitRule.text(try PanelFiles.parse(files), user: user), keepsLines: true))
    }
}

extension PanelSchemaCommand: PerformedCommand {
    func perform() async throws { Output.line(keys ? PanelSchema.documentation : PanelSchema.json.line) }
}
