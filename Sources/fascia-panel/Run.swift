import FasciaClient
import FasciaCommandLine
import FasciaDocument
import FasciaPanel
import FasciaProcess

extension PanelRun: PerformedCommand {
    func perform() async throws {
        let panels = try PanelFiles.parse(files)
        for problem in SharedScreens.problems(panels) { Output.error(problem.description) }
        CommandRun.supervise()
        let options = PanelAgent.Options(
            socketPath: socketPath, isDry: dryRun, print: { Output.line(Printable.text($0)) },
            warn: { Output.error("fascia: " + $0) })
        let running = Task(executorPreference: ConnectionThread.shared) {
            try await withThrowingTaskGroup { group in
                for (path, file) in zip(files, panels) {
                    group.addTask { try await PanelAgent(path: path, file: file, options: options).run() }
                }
                try await group.waitForAll()
            }
        }
        Interruption.handle { _ in running.cancel() }
        do { try await running.value } catch is CancellationError {}
        await CommandRun.endAll()
    }
}
