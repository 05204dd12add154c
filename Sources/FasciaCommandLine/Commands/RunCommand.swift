import ArgumentParser
import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess

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
        let connection = try await Connection.open(path: common.socketPath, timeout: common.timeLimit, acceptsRequests: true)
        try await connection.hello(name: "fascia run")
        do { try await sheet.open(on: stack, connection) } catch let error as RunSheet.InUse { throw UsageError(error.message) }
        CommandRun.supervise()
        let feed = OutputFeed()
        let run = CommandRun.start(Command(arguments, environment: ["FASCIA_SOCKET": common.socketPath])) { stream, bytes in
            Output.forward(stream, bytes)
            feed.add(stream, bytes)
        }
        run.whenDone { _ in feed.finish() }
        Interruption.handle { _ in run.cancel() }
        Task(executorPreference: ConnectionThread.shared) { await Self.answerCancel(run, sheet, connection) }
        // The command goes on if the daemon goes away.
        do {
            try await sheet.follow(feed, connection)
        } catch {
            Output.error("fascia: the panel no longer shows the command: \(CommandLineRun.outcome(of: error).1)")
        }
        let result = await run.result
        try? await sheet.end(result, on: stack, connection)
        if case .notStarted(let reason) = result.end { Output.error("fascia: \(reason)") }
        Interruption.exit(result.end.exitStatus)
    }

    private static func answerCancel(_ run: CommandRun, _ sheet: RunSheet, _ connection: Connection) async {
        var requests = connection.notifications.makeAsyncIterator()
        while let request = try? await requests.next() {
            guard let id = request.request else { continue }
            let isCancel = request.method == "action" && request.params["name"] == .string(RunSheet.cancel)
            if isCancel { run.cancel() }
            connection.answer(id, isCancel ? .success([:]) : .failure(.methodNotFound(request.method)))
        }
    }
}
