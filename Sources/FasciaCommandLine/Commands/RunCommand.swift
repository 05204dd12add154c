import ArgumentParser
import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess
import FasciaWire

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command, and show it on the panel with its output and a button that cancels it.",
        discussion: """
            The command's output is written here as well. A percentage in it, such as "40 %", is shown as a bar. The exit \
            status is that of the command, 128 and the signal's number if a signal ended it, 127 if it could not be started.

              fascia run --title "Update" -- apt-get -y upgrade
            """)

    @Option(help: "What the sheet is called; the program's name by default.")
    var title: String?
    @Option(help: "The stack that shows it.", completion: Completions.stacks)
    var stack = "main"
    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"))
    var arguments: [String] = []
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard let program = arguments.first, !program.isEmpty else {
            throw ValidationError("a command is needed after --, such as: fascia run -- apt-get -y upgrade")
        }
    }

    func run() async throws {
        let sheet = RunSheet(title: title ?? arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0])
        CommandRun.supervise()
        let shown = ShownCommand(
            ProcessCommand(arguments, environment: ["FASCIA_SOCKET": common.socketPath]), in: sheet, on: stack)
        let agent = Agent(path: common.socketPath, name: "fascia run", timeout: common.timeLimit) {
            Output.error("fascia: \($0)\nfascia: the panel does not show the command until the daemon is back")
        }
        do { try await agent.serve(shown) } catch let error as RunSheet.InUse { throw UsageError(error.message) }
    }
}

/// A command that is shown while it runs. This program ends with it, with its exit status.
private actor ShownCommand: AgentService {
    private let command: ProcessCommand
    private let sheet: RunSheet
    private let stack: String
    private let link = DaemonLink()
    private var run: CommandRun?
    private var hasEnded = false

    init(_ command: ProcessCommand, in sheet: RunSheet, on stack: String) {
        self.command = command
        self.sheet = sheet
        self.stack = stack
    }

    /// Over the first connection, opens the sheet and starts the command.
    func begin(_ connection: Connection) async throws {
        link.connection = connection
        guard run == nil else { return }
        try await sheet.open(on: stack, connection)
        let feed = OutputFeed()
        let run = CommandRun.start(command) { stream, bytes in
            Output.forward(stream, bytes)
            feed.add(stream, bytes)
        }
        self.run = run
        run.whenDone { _ in feed.finish() }
        Interruption.handle { _ in run.cancel() }
        Task(executorPreference: ConnectionThread.shared) { [sheet, stack, link] in
            await sheet.present(feed, { await self.result(of: run) }, on: stack, link, from: connection)
            let result = await run.result
            if case .notStarted(let reason) = result.end { Output.error("fascia: \(reason)") }
            Interruption.exit(result.end.exitStatus)
        }
        Task(executorPreference: ConnectionThread.shared) { await self.result(of: run) }
    }

    /// A command that has ended waits for no daemon.
    @discardableResult
    private func result(of run: CommandRun) async -> CommandResult {
        let result = await run.result
        hasEnded = true
        if link.connection == nil { link.close() }
        return result
    }

    func ended() { if hasEnded { link.close() } else { link.connection = nil } }

    func perform(_ action: ActionRequest, _ connection: Connection) -> Result<JSON, RemoteError> {
        guard action.name == RunSheet.cancel else { return .failure(.methodNotFound("action")) }
        run?.cancel()
        return .success([:])
    }

    func poll(_ id: String) -> String? { "fascia run has no switches" }

    func carryOut(_ change: CarryOut, _: ChangeCancellation) -> CarryOutFailure? { CarryOutFailure("fascia run has no switches") }
}
