import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaPanel
import FasciaProcess

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
        let files = try arguments.parse()
        CommandRun.adoptOrphans()
        let options = PanelAgent.Options(
            socketPath: common.socketPath, isDry: dryRun, print: { Output.line(Printable.text($0)) },
            warn: { Output.error("fascia: " + $0) })
        let running = Task(executorPreference: ConnectionThread.shared) {
            try await withThrowingTaskGroup { group in
                for (path, file) in zip(arguments.files, files) {
                    group.addTask { try await PanelAgent(path: path, file: file, options: options).run() }
                }
                try await group.waitForAll()
            }
        }
        Interruption.handle { _ in running.cancel() }
        do { try await running.value } catch is CancellationError {}
        // Commands that follow something are being ended.
        try? await Task.sleep(for: .milliseconds(100))
    }
}

struct PanelTry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", abstract: "Run each status command of panel files once, and print the states.",
        discussion: "Changes nothing, as far as the commands change nothing. The exit status is 1 if a state is unknown.")

    @OptionGroup var arguments: PanelFileArguments

    func run() async throws {
        var unknown = 0
        for (path, file) in zip(arguments.files, try arguments.parse()) {
            let rows = await StatusTable.rows(path: path, file: file)
            unknown += rows.count { !$0.isKnown }
            guard !rows.isEmpty else { continue }
            Output.line(Columns.aligned(rows.map { [$0.id, $0.state, $0.command].map { Printable.text($0) } }))
        }
        if unknown > 0 { throw PartialFailure(messages: ["\(unknown) state\(unknown == 1 ? " is" : "s are") unknown"]) }
    }
}

struct PanelTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Print the commands that changes would run, and run nothing.",
        discussion: """
            For example: fascia panel test box.yaml services/nginx=on 'host=web; reboot'
            Prints the arguments of each as a list of JSON. With --expect the lines of a file must be the same.
            """)

    @Argument(help: ArgumentHelp("The panel file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var file: String
    @Argument(help: ArgumentHelp("The id of a thing, and its new value.", valueName: "id=value"))
    var changes: [String] = []
    @Option(help: ArgumentHelp("A file with the lines that are expected.", valueName: "file"), completion: .file())
    var expect: String?

    func run() throws {
        let outcome = PanelFiles.parse(file)
        for problem in outcome.problems where problem.severity == .error { Output.error(problem.description) }
        try PanelProblems.fail([outcome])
        guard let panel = outcome.file else { return }
        var lines: [String] = []
        for change in changes {
            guard let equals = change.firstIndex(of: "=") else { throw UsageError("expected ID=VALUE, found \"\(change)\"") }
            let (id, value) = (String(change[..<equals]), String(change[change.index(after: equals)...]))
            do throws(CommandTemplate.Refusal) {
                let words = try StatusTable.arguments(of: panel, changing: id, to: value)
                lines.append(words.map { JSON.array($0.map { .string($0) }).line } ?? "nothing")
            } catch {
                lines.append("refused: " + Printable.text(error.message))
            }
        }
        guard let expect else { return lines.forEach(Output.line) }
        let expected = try Input.text(expect).split(separator: "\n").map(String.init)
        var failures: [String] = []
        for index in 0..<max(lines.count, expected.count) {
            let (line, wanted) = (
                index < lines.count ? lines[index] : "nothing", index < expected.count ? expected[index] : "nothing"
            )
            if line != wanted { failures.append("line \(index + 1): expected \(wanted), found \(line)") }
        }
        if !failures.isEmpty { throw PartialFailure(messages: failures) }
        Output.line("\(lines.count) as expected")
    }
}
