import ArgumentParser
import FasciaAgent
import FasciaClient
import FasciaDocument
import FasciaProcess
import FasciaWire

struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Run a command for each change, until interrupted.",
        discussion: """
              fascia on option:lamps/desk -- sh -c 'echo "the lamp is $FASCIA_TO"'

            A topic is a pattern for kind:id, as in fascia watch. The command finds FASCIA_ID, FASCIA_FROM, FASCIA_TO, \
            FASCIA_TOPIC, FASCIA_CAUSE, FASCIA_UID and FASCIA_REVISION in its environment, and the change as a line of \
            JSON on its input.

            Changes that the command itself makes with fascia do not start it again.
            """)

    enum Mode: String, CaseIterable, ExpressibleByArgument {
        case queue, single, restart, parallel
    }

    @Argument(help: "The changes.", completion: Completions.topics)
    var topic: String
    @Option(
        name: .customLong("topic"), help: ArgumentHelp("Further changes.", valueName: "topic"), completion: Completions.topics)
    var furtherTopics: [String] = []
    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"))
    var command: [String] = []
    @Option(
        help:
            "While the command runs: queue further changes, ignore them (single), end it and start again (restart), or run several (parallel)."
    )
    var mode = Mode.queue
    @Option(help: ArgumentHelp("How many run at once with --mode parallel.", valueName: "count"))
    var max: Int?
    @Option(help: ArgumentHelp("Wait until a thing has not changed for so long.", valueName: "seconds"))
    var debounce: Double?
    @Flag(help: "Of the changes of one thing that wait, run only the last.")
    var coalesce = false
    @Flag(help: "End after the first command, with its exit status.")
    var once = false
    @Flag(name: .customLong("self"), help: "Also for changes that the command itself makes.")
    var includesOwn = false
    @Option(help: CatalogueHelp.help("watch.start", "since", valueName: "cursor"))
    var since: String?
    @Option(
        help: ArgumentHelp("Keep the place in this file, and continue there after a restart.", valueName: "file"),
        completion: .file())
    var state: String?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard let program = command.first, !program.isEmpty else {
            throw ValidationError("a command is needed after --, such as: fascia on value:volume -- ./set-volume")
        }
        if let max, max < 1 || mode != .parallel {
            throw ValidationError(max < 1 ? "--max must be at least 1" : "--max needs --mode parallel")
        }
        if let debounce, !(0...86_400).contains(debounce) {
            throw ValidationError("--debounce must be between 0 and 86400 seconds")
        }
        if since != nil, state != nil { throw ValidationError("give either --since or --state") }
    }

    private var topics: [String] { [topic] + furtherTopics }

    func run() async throws {
        for warning in topics.compactMap(TopicFilter.warning) { common.warn(warning) }
        var settings = Rule.Settings()
        settings.mode = RuleQueue.Mode(rawValue: mode.rawValue) ?? .queue
        settings.maximum = max ?? 8
        settings.coalesces = coalesce
        settings.debounce = debounce.map { .seconds($0) }
        settings.once = once
        settings.includesOwn = includesOwn
        settings.stateFile = state
        CommandRun.supervise()
        let name = "fascia on " + topics.joined(separator: " ")
        let output = Rule.Output(forward: Output.forward) { Output.error("fascia on: " + $0) }
        let rule = Rule(
            name, topics: topics, settings: settings, socketPath: common.socketPath, output: output,
            command: { [command] _ in ProcessCommand(command) }, finish: { Interruption.exit($0.end.exitStatus) })
        Interruption.handle { signal in
            Task(executorPreference: ConnectionThread.shared) {
                await rule.cancel()
                Interruption.end(by: signal)
            }
        }
        let start = try savedCursor() ?? since
        let watch = ReconnectingWatch(
            path: common.socketPath, topics: topics, since: start, name: "fascia on",
            timeout: common.timeLimit)
        for try await item in watch {
            switch item {
            case .started(let cursor, _): if start == nil { await rule.begin(at: cursor) }
            case .event(let event): await rule.receive(event)
            case .gap(let gap): Output.error("fascia: \(EventText.gap(gap.printable))")
            case .lost(let error): Output.connectionLost(error)
            }
        }
    }

    private func savedCursor() throws -> String? {
        do throws(CursorFile.Failure) {
            guard let state else { return nil }
            return try CursorFile.read(state)
        } catch {
            throw UsageError(error.message)
        }
    }
}
