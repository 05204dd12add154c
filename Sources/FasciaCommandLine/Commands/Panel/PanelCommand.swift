import ArgumentParser
import Synchronization

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

/// A command about panel files. The program performs it, which knows them.
package protocol PanelSubcommand: AsyncParsableCommand {}

extension PanelSubcommand {
    package func run() async throws { try await PanelProgram.run(self) }
}

/// How the commands about panel files are performed.
package enum PanelProgram {
    package typealias Action = @Sendable (any PanelSubcommand) async throws -> Void

    private static let action = Mutex<Action?>(nil)

    /// To be called before a command is run.
    package static func perform(_ action: @escaping Action) { self.action.withLock { $0 = action } }

    fileprivate static func run(_ command: some PanelSubcommand) async throws {
        try await action.withLock({ $0 })?(command)
    }
}

struct PanelFileArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Panel files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]
}

package struct PanelNew: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Print a panel file with comments that works on this machine.",
        discussion: "For example: fascia panel new > box.yaml")

    @Argument(help: ArgumentHelp("The name of the panel.", valueName: "name"))
    package var name = "box"

    package init() {}
}

package struct PanelCheck: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report everything that is wrong with panel files.",
        discussion: "Prints one line for each problem: the file, the line, the column, and what was expected.")

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print the problems as one line of JSON.")
    package var json = false

    package var files: [String] { arguments.files }
    package init() {}
}

package struct PanelRun: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Show panel files, and carry out what people switch.",
        discussion: """
            Publishes the screens, runs the commands of switches, pickers, values and buttons, and reports their states, until \
            it is interrupted. An edit of a file is in force at once; a bad one changes nothing and is reported.
            """)

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print commands instead of running them.")
    package var dryRun = false
    @OptionGroup var common: CommonOptions

    package var files: [String] { arguments.files }
    package var socketPath: String { common.socketPath }
    package var timeLimit: Duration? { common.timeLimit }

    package init() {}
}

package struct PanelTry: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Run each status command of panel files once, and print the states.",
        discussion: "Changes nothing, as far as the commands change nothing. The exit status is 1 if a state is unknown.")

    @OptionGroup var arguments: PanelFileArguments

    package var files: [String] { arguments.files }
    package init() {}
}

package struct PanelTest: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Print the commands that changes would run, and run nothing.",
        discussion: """
            For example: fascia panel test box.yaml services/nginx=on 'host=web; reboot'
            Prints the arguments of each as a list of JSON. With --expect the lines of a file must be the same.
            """)

    @Argument(help: ArgumentHelp("The panel file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    package var file: String
    @Argument(help: ArgumentHelp("The id of a thing, and its new value.", valueName: "id=value"))
    package var changes: [String] = []
    @Option(help: ArgumentHelp("A file with the lines that are expected.", valueName: "file"), completion: .file())
    package var expect: String?

    package init() {}
}

package struct PanelCommands: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "commands", abstract: "Print every command that the panel files can ever run.",
        discussion: "Prints what each belongs to, its purpose, and the command. {value} stands for one argument.")

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print the commands as one line of JSON.")
    package var json = false

    package var files: [String] { arguments.files }
    package init() {}
}

package struct PanelPolkit: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "polkit", abstract: "Print the polkit rule for exactly the units and verbs of panel files.",
        discussion: "For example: fascia panel polkit box.yaml | sudo tee /etc/polkit-1/rules.d/50-fascia-panel-box.rules")

    @OptionGroup var arguments: PanelFileArguments
    @Option(help: ArgumentHelp("The user that runs the agent.", valueName: "name"))
    package var user = "fascia-panel"

    package var files: [String] { arguments.files }
    package init() {}
}

package struct PanelSchemaCommand: PanelSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of panel files, with which editors complete and check them.",
        discussion: """
            For an editor with the YAML language server, save it and name it in the first line of the panel file:
              # yaml-language-server: $schema=panel.schema.json
            """)

    @Flag(help: "Print the keys as tables in Markdown.")
    package var keys = false

    package init() {}
}
