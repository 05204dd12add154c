import FasciaClient
import FasciaDocument
import FasciaProcess
import FasciaWire
import Synchronization

/// Runs the commands of `fascia handle` when the daemon asks for them.
final class Handler: Sendable {
    /// The commands of the screen's actions, by name.
    let actions: [String: ShellCommand]
    /// The commands that carry out changes, by the pattern of the ids.
    let changes: [(pattern: String, command: ShellCommand)]
    /// Whether each command is shown in a sheet while it runs.
    let showsSheets: Bool
    let socketPath: String
    /// The commands that run, by the title of their sheet or the name of their action.
    private let running = Mutex<[String: CommandRun]>([:])

    /// The daemon gives up on an action after 5 seconds, but a command may take longer.
    private static let timeToAnswer = Duration.seconds(4)

    init(
        actions: [ShellCommand], changes: [ShellCommand], showsSheets: Bool, socketPath: String
    ) {
        self.actions = Dictionary(actions.map { ($0.name, $0) }) { $1 }
        self.changes = changes.map { ($0.name, $0) }
        self.showsSheets = showsSheets
        self.socketPath = socketPath
    }

    func answer(_ request: FasciaClient.Notification, _ connection: Connection) async -> Result<JSON, RemoteError> {
        switch request.method {
        case "action": await answerAction(request.params, connection)
        case "carryOut": await carryOut(request.params)
        default: .failure(.methodNotFound(request.method))
        }
    }

    /// Ends all commands, and waits for their processes.
    func cancel() async {
        for run in running.withLock({ Array($0.values) }) {
            run.cancel()
            _ = await run.result
        }
    }

    // MARK: - Actions

    private func answerAction(_ params: JSON, _ connection: Connection) async -> Result<JSON, RemoteError> {
        let name = params["name"]?.stringValue ?? ""
        if name == RunSheet.cancel, let sheet = params["screen"]?.stringValue, let run = running.withLock({ $0[sheet] }) {
            run.cancel()
            return .success([:])
        }
        guard let command = actions[name] ?? actions["*"] else { return .failure(.methodNotFound("action")) }
        let payload = params["payload"] ?? .null
        var environment = [
            "FASCIA_ACTION": name, "FASCIA_SCREEN": params["screen"]?.variable ?? "",
            "FASCIA_STACK": params["stack"]?.variable ?? "", "FASCIA_ENTRY": params["entry"]?.variable ?? "",
            "FASCIA_PAYLOAD": payload.variable,
        ]
        environment["FASCIA_UID"] = params["cause"]?["uid"]?.variable
        let ready = command.command(environment: environment.merging(common) { $1 }, request: params)
        return if showsSheets {
            await runInSheet(ready, title: name, stack: params["stack"]?.stringValue ?? "main", connection)
        } else {
            await runQuietly(ready, name: name, connection)
        }
    }

    private var common: [String: String] { ["FASCIA_SOCKET": socketPath] }

    /// Answers when the sheet is open. The command may take any time.
    private func runInSheet(
        _ command: Command, title: String, stack: String, _ connection: Connection
    ) async -> Result<JSON, RemoteError> {
        let sheet = RunSheet(title: title)
        do {
            try await sheet.open(on: stack, connection)
        } catch {
            return .success(.rejected((error as? UsageError)?.message ?? "\(error)"))
        }
        let feed = OutputFeed()
        let run = start(command, as: sheet.id) { stream, bytes in feed.add(stream, bytes) }
        run.whenDone { _ in feed.finish() }
        Task(executorPreference: ConnectionThread.shared) {
            // If the connection is lost, the command goes on; the next one under this title shows its own output.
            try? await sheet.follow(feed, connection)
            try? await sheet.end(await run.result, on: stack, connection)
        }
        return .success([:])
    }

    /// Answers with the result of the command. A command that takes longer counts as handled; if it fails later, that
    /// becomes a notice.
    private func runQuietly(_ command: Command, name: String, _ connection: Connection) async -> Result<JSON, RemoteError> {
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
            run.whenDone { result in
                guard !answerOnce(Self.answer(of: result)), let reason = result.reason else { return }
                _ = connection.start(
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

    private func carryOut(_ params: JSON) async -> Result<JSON, RemoteError> {
        guard let id = params["id"]?.stringValue, let command = changes.first(where: { Self.matches($0.pattern, id) })?.command
        else { return .failure(.methodNotFound("carryOut")) }
        var environment = common
        for name in ["id", "from", "to"] { environment["FASCIA_" + name.uppercased()] = params[name]?.variable ?? "" }
        environment["FASCIA_CAUSE"] = params["cause"]?["method"]?.variable
        environment["FASCIA_UID"] = params["cause"]?["uid"]?.variable
        let run = start(command.command(environment: environment, request: params), as: id, onOutput: Output.forward)
        let result = await run.result
        guard let reason = result.reason else { return .success([:]) }
        return .failure(RemoteError(code: 1, message: reason, reason: "failed"))
    }

    /// `*` stands for any text without `/`, `**` for any text.
    static func matches(_ pattern: String, _ id: String) -> Bool {
        TopicFilter([pattern, "option:" + pattern]).matches(kind: "option", id: id)
    }

    private func start(
        _ command: Command, as key: String, onOutput: @escaping @Sendable (CommandRun.Stream, ArraySlice<UInt8>) -> Void
    ) -> CommandRun {
        let run = CommandRun.start(command, onOutput: onOutput)
        running.withLock { $0[key] = run }
        run.whenDone { [self] _ in running.withLock { if $0[key] === run { $0[key] = nil } } }
        return run
    }
}

extension JSON {
    fileprivate static func rejected(_ reason: String) -> JSON { ["outcome": "rejected", "reason": .string(reason)] }
}
