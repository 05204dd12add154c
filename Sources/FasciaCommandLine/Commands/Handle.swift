import ArgumentParser
import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess

struct Handle: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handle", abstract: "Run commands for the buttons of a screen and for switches, until interrupted.",
        discussion: """
            With --title it publishes a screen with a button for each NAME; pressing one shows the command in a sheet:

              fascia handle tools --title Tools --open "Free space=df -h /" "Update=apt-get -y upgrade"

            Without --title it handles the actions of a screen that is published already: {"kind": "button", "emit": \
            "NAME"}. Exit status 0 means done; with any other one the user sees the last line of standard error. * as the \
            NAME is for all other actions.

            With --id it carries out the changes of switches, pickers and values, which show the change as pending \
            until the command has ended, and take it back if it fails:

              fascia handle --id 'services/*=systemctl "$(test "$FASCIA_TO" = on && echo start || echo stop)" "${FASCIA_ID#*/}"'

            A COMMAND is a line for sh. It finds FASCIA_ACTION, FASCIA_PAYLOAD, FASCIA_SCREEN and FASCIA_UID in its \
            environment, or FASCIA_ID, FASCIA_FROM and FASCIA_TO, and the whole request as a line of JSON on its input.
            """)

    @Argument(help: "The screen.", completion: Completions.screens)
    var screen: String?
    @Argument(
        help: ArgumentHelp("A command for each button.", valueName: "name=command"), transform: ShellCommand.init(argument:))
    var actions: [ShellCommand] = []
    @Option(
        name: .customLong("id"), help: ArgumentHelp("A command for changes of these ids.", valueName: "glob=command"),
        transform: ShellCommand.init(argument:))
    var changes: [ShellCommand] = []
    @Option(help: "Publish the screen with this title, and a button for each name.")
    var title: String?
    @Flag(help: "Open the screen.")
    var open = false
    @Option(help: "The stack that --open uses.", completion: Completions.stacks)
    var stack = "main"
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if screen == nil, changes.isEmpty { throw ValidationError("a SCREEN with NAME=COMMAND, or --id GLOB=COMMAND, is needed") }
        if let screen, actions.isEmpty {
            throw ValidationError("\(screen) needs at least one NAME=COMMAND, such as \"Free space=df -h /\"")
        }
        if screen == nil, title != nil || open { throw ValidationError("--title and --open need a SCREEN") }
        let names = actions.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("\"\(twice)\" has two commands")
        }
    }

    func run() async throws {
        let handler = Handler(
            actions: actions, changes: changes, showsSheets: title != nil, socketPath: common.socketPath, prepare: begin)
        CommandRun.supervise()
        Interruption.handle { signal in
            Task(executorPreference: ConnectionThread.shared) {
                await CommandRun.endAll()
                Interruption.end(by: signal)
            }
        }
        let agent = Agent(path: common.socketPath, name: "fascia handle", timeout: common.timeLimit) {
            Output.error("fascia: \($0)\nfascia: waiting for the daemon")
        }
        try await agent.serve(handler)
    }

    /// Binds the actions before publishing the screen: a user may press a button as soon as it is visible.
    ///
    /// - Parameter isFirst: whether the screen is opened; later on people are where they went.
    private func begin(_ connection: Connection, isFirst: Bool) async throws {
        if let screen {
            let names = actions.map { JSON.string($0.name) }
            _ = try await connection.call("action.bind", ["screen": .string(screen), "names": .array(names)])
            if let title { _ = try await connection.call("screen.put", ["screen": menu(screen, title)]) }
            if open, isFirst {
                _ = try await connection.call("ui.open", ["stack": .string(stack), "address": .string("screen/" + screen)])
            }
        }
    }

    /// A screen with a button for each action.
    private func menu(_ screen: String, _ title: String) -> JSON {
        let buttons = actions.map { ["kind": "button", "label": .string($0.name), "emit": .string($0.name)] as JSON }
        return [
            "id": .string(screen), "title": .string(title),
            "body": ["kind": "form", "children": [["kind": "section", "children": .array(buttons)]]],
        ]
    }
}

extension ShellCommand {
    @Sendable fileprivate init(argument: String) throws {
        do throws(Malformed) { try self.init(argument) } catch { throw ValidationError(error.message) }
    }
}
