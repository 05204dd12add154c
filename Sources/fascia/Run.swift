import FasciaClient
import FasciaCommandLine
import FasciaDocument
import FasciaPanel
import FasciaProcess
import FasciaSystemd

extension PanelRun: PerformedCommand {
    func perform() async throws {
        let panels = try PanelFiles.parse(files)
        for problem in SharedIDs.problems(panels) + panels.flatMap(ProgramProblems.problems) {
            Output.error(Printable.text(problem.description))
        }
        CommandRun.supervise()
        let (published, continuation) = AsyncStream.makeStream(of: Void.self)
        let status = PanelStatus(files)
        let options = PanelAgent.Options(
            socketPath: socketPath, timeLimit: timeLimit, isDry: dryRun, print: { Output.line(Printable.text($0)) },
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
