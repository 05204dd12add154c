import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaModel
import FasciaProcess
import FasciaWire
import Synchronization

/// Runs the commands of `fascia handle` when the daemon asks for them.
final class Handler: AgentService {
    /// The commands of the screen's actions, by name.
    let actions: [String: ShellCommand]
    /// The commands that carry out changes, by the pattern of the ids.
    let changes: [(pattern: ThingPattern, command: ShellCommand)]
    /// Whether each command is shown in a sheet while it runs.
    let showsSheets: Bool
    let socketPath: String
    private let prepare: @Sendable (Connection, _ isFirst: Bool) async throws -> Void
    private let hasBegun = Mutex(false)
    private let handled: HandledChanges
    private let link = DaemonLink()
    /// The commands that run, by the id of their sheet or the name of their action.
    private let running = Mutex<[String: CommandRun]>([:])

    /// The daemon gives up on an action after 5 seconds, but a command may take longer.
    private static let timeToAnswer = Duration.seconds(4)

    /// - Parameter prepare: publishes, binds and claims over a new connection.
    init(
        actions: [ShellCommand], changes: [ShellCommand], showsSheets: Bool, socketPath: String,
        prepare: @escaping @Sendable (Connection, _ isFirst: Bool) async throws -> Void
    ) {
        self.actions = Dictionary(actions.map { ($0.name, $0) }) { $1 }
        self.changes = changes.map { (ThingPattern($0.name), $0) }
        self.showsSheets = showsSheets
        self.socketPath = socketPath
        self.prepare = prepare
        handled = HandledChanges(link)
    }

    func begin(_ connection: Connection) async throws {
        try await prepare(connection, !hasBegun.withLock { $0 })
        if !changes.isEmpty { try await handled.claim(changes.map(\.pattern.text), connection) }
        link.connection = connection
        await handled.tell()
        hasBegun.withLock { $0 = true }
    }

    func ended() {
        link.connection = nil
        handled.lose()
    }

    // MARK: - Actions

    func perform(_ action: ActionRequest, _ connection: Connection) async -> Result<JSON, RemoteError> {
        if action.name == RunSheet.cancel, let run = running.withLock({ $0[action.screen] }) {
            run.cancel()
            return .success([:])
        }
        guard let command = actions[action.name] ?? actions["*"] else { return .failure(.methodNotFound("action")) }
        let params = action.params
        var environment = [
            "FASCIA_SOCKET": socketPath, "FASCIA_ACTION": action.name, "FASCIA_SCREEN": action.screen,
            "FASCIA_STACK": params["stack"]?.variable ?? "", "FASCIA_ENTRY": params["entry"]?.variable ?? "",
            "FASCIA_PAYLOAD": params["payload"]?.variable ?? "",
        ]
        environment["FASCIA_UID"] = params["cause"]?["uid"]?.variable
        environment[Rule.nameVariable] = params["cause"]?.clientName(of: "fascia handle")
        let ready = command.command(environment: environment, request: params)
        return if showsSheets {
            await runInSheet(ready, title: action.name, stack: action.stack, connection)
        } else {
            await runQuietly(ready, name: action.name, connection)
        }
    }

    /// Answers when the sheet is open. The command may take any time.
    private func runInSheet(
        _ command: ProcessCommand, title: String, stack: String, _ connection: Connection
    ) async -> Result<JSON, RemoteError> {
        let sheet = RunSheet(title: title)
        do { try await sheet.open(on: stack, connection) } catch {
            return .success(.rejected((error as? RunSheet.InUse)?.message ?? "\(error)"))
        }
        let feed = OutputFeed()
        let run = start(command, as: sheet.id) { feed.add($0, $1) }
        run.whenDone { _ in feed.finish() }
        Task(executorPreference: ConnectionThread.shared) { [link] in
            await sheet.present(feed, { await run.result }, on: stack, link, from: connection)
        }
        return .success(["run": .string(sheet.id)])
    }

    /// Answers with the result of the command. A command that takes longer counts as handled; if it fails later, that
    /// becomes a notice.
    private func runQuietly(_ command: ProcessCommand, name: String, _ connection: Connection) async -> Result<
        JSON, RemoteError
    > {
        guard running.withLock({ $0[name] == nil }) else { return .success(.rejected("\(name) is still running")) }
        let run = start(command, as: name, onOutput: Output.forward)
        let isAnswered = Mutex(false)
        return await withCheckedContinuation { continuation in
            let answerOnce: @Sendable (Result<JSON, RemoteError>) -> Bool = { answer in
                guard
                    isAnswered.withLock({ wasAnswered in
                        defer { wasAnswered = true }; return !wasAnswered
                    })
                else { return false }
                continuation.resume(returning: answer)
                return true
            }
            Task(executorPreference: ConnectionThread.shared) {
                try? await ConnectionThread.shared.sleep(for: Self.timeToAnswer)
                _ = answerOnce(.success([:]))
            }
            run.whenDone { [link] result in
                guard !answerOnce(Self.answer(of: result)), let reason = result.reason else { return }
                // The daemon may have been restarted meanwhile.
                _ = (link.connection ?? connection).start(
                    "issue.report", ["severity": "error", "message": .string("\(name): \(reason)")])
            }
        }
    }

    /// Exit status 0 is handled, any other one rejected. A line of JSON as the output is the result.
    private static func answer(of result: CommandResult) -> Result<JSON, RemoteError> {
        if let reason = result.reason { return .success(.rejected(reason)) }
        let object = result.output.lastLine.flatMap { try? JSONParser.parse($0) }.flatMap(\.objectValue)
        return .success(object.map { .object($0) } ?? [:])
    }

    // MARK: - Changes

    func poll(_ id: String) -> String? { "fascia handle has no command that reads it" }

    /// A command that has begun goes on: only its author knows what ending it would leave behind.
    func carryOut(_ change: CarryOut, _: ChangeCancellation) async -> CarryOutFailure? {
        let thing = ThingID(change.id)
        guard let command = changes.first(where: { $0.pattern.matches(thing) })?.command else {
            return CarryOutFailure("fascia handle has no command for \(change.id)")
        }
        var environment = [
            "FASCIA_SOCKET": socketPath, "FASCIA_ID": change.id, "FASCIA_FROM": change.from.variable,
            "FASCIA_TO": change.to.variable,
        ]
        environment["FASCIA_CAUSE"] = change.cause["method"]?.variable
        environment["FASCIA_UID"] = change.cause["uid"]?.variable
        environment[Rule.nameVariable] = change.cause.clientName(of: "fascia handle")
        let ready = command.command(environment: environment, request: change.params)
        handled.begin(change)
        let failure = await start(ready, as: change.id, onOutput: Output.forward).result.reason.map { CarryOutFailure($0) }
        await handled.end(change, failure)
        return failure
    }

    private func start(
        _ command: ProcessCommand, as key: String,
        onOutput: @escaping @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void
    ) -> CommandRun {
        let run = CommandRun.start(command, onOutput: onOutput)
        running.withLock { $0[key] = run }
        run.whenDone { [self] _ in running.withLock { if $0[key] === run { $0[key] = nil } } }
        return run
    }
}
