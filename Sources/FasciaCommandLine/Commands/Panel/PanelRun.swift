import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaPanel
import FasciaProcess
import FasciaSystemd
import Synchronization

struct PanelRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Show panel files, and carry out what people switch.",
        discussion: """
            Publishes the screens, runs the commands of switches, pickers, values and buttons, and reports their states, until \
            it is interrupted. An edit of a file is in force at once; a bad one changes nothing and is reported.
            """)

    @OptionGroup var arguments: PanelFileArguments
    @Flag(help: "Print commands instead of running them.")
    var dryRun = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let files = arguments.files
        let panels = try PanelFiles.parse(files)
        for problem in SharedIDs.problems(panels) + panels.flatMap(ProgramProblems.problems) {
            Output.error(Printable.text(problem.description))
        }
        CommandRun.supervise()
        let (published, continuation) = AsyncStream.makeStream(of: Void.self)
        let status = PanelStatus(files)
        let options = PanelAgent.Options(
            socketPath: common.socketPath, timeLimit: common.timeLimit, isDry: dryRun, print: { Output.line(Printable.text($0)) },
            warn: { Output.error("fascia: " + $0) },
            status: { status.announce($1, of: $0) }, published: { continuation.yield() })
        Task(executorPreference: ConnectionThread.shared) {
            var published = published.makeAsyncIterator()
            for _ in files { await published.next() }
            Notify().ready(status: status.text)
            status.isReady()
        }
        let watchdog = try Watchdog.requested()
        let pings = Task(executorPreference: ConnectionThread.shared) {
            // From the thread that everything of the agent goes through.
            while let watchdog, (try? await ConnectionThread.shared.sleep(for: watchdog.interval)) != nil { Notify().watchdog() }
        }
        defer { pings.cancel() }
        let running = Task(executorPreference: ConnectionThread.shared) {
            await withTaskGroup { group in
                for (path, file) in zip(files, panels) {
                    group.addTask {
                        do { try await PanelAgent(path: path, file: file, options: options).run() } catch {
                            if error is CancellationError { return nil as (any Error)? }
                            // The others go on.
                            if files.count > 1 {
                                let reason =
                                    (error as? RemoteError)?.message ?? (error as? ConnectionError)?.message ?? "\(error)"
                                Output.error("fascia: \(path) is not shown: \(Printable.text(reason))")
                                status.announce("not shown: \(reason)", of: path)
                                continuation.yield()
                            }
                            return error
                        }
                        return nil
                    }
                }
                return await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
            }
        }
        Interruption.handle { _ in running.cancel() }
        let errors = await running.value
        await CommandRun.endAll()
        if files.count > 1, !errors.isEmpty { throw PartialFailure(messages: []) }
        if var refusal = errors.first as? RemoteError, let path = files.first {
            // Several may run at once.
            refusal.message = "\(path) is not shown: \(refusal.message)"
            throw refusal
        }
        if let first = errors.first { throw first }
    }
}

/// The line that `systemctl status` shows of an agent: what is wrong, if anything is.
final class PanelStatus: Sendable {
    private struct State {
        var problems: [String: String] = [:]
        var isReady = false
    }

    private let files: [String]
    private let state = Mutex(State())

    init(_ files: [String]) { self.files = files }

    var text: String {
        let problems = state.withLock(\.problems)
        let wrong = files.compactMap { file in problems[file].map { "\(file): \($0)" } }
        return Printable.text(wrong.first ?? "shows \(files.joined(separator: ", "))")
    }

    /// The manager has been told that the agent is ready. Before that, its line is that of the start.
    func isReady() { state.withLock { $0.isReady = true } }

    /// - Parameter problem: `nil` if nothing is wrong any more.
    func announce(_ problem: String?, of file: String) {
        let isReady = state.withLock {
            $0.problems[file] = problem
            return $0.isReady
        }
        if isReady { Notify().status(text) }
    }
}
