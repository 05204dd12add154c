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

struct PanelFileArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Panel files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]
}

extension PanelFiles {
    /// What the files say. Prints the errors in them on standard error; warnings are for check.
    static func parse(_ paths: [String]) throws -> [PanelFile] {
        let outcomes = paths.map { parse($0) }
        let errors = outcomes.flatMap(\.problems).filter { $0.severity == .error }
        for problem in errors { Output.error(problem.description) }
        try PanelProblems.fail(errors.count)
        return outcomes.compactMap(\.file)
    }
}

enum PanelProblems {
    static func fail(_ errors: Int) throws {
        if errors > 0 { throw PartialFailure(messages: ["\(errors) error\(errors == 1 ? "" : "s")"]) }
    }
}
