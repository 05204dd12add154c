import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

struct WatchCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "watch", abstract: CatalogueHelp.summary("watch.start"),
            discussion: """
                Prints one line for each event until interrupted. After a lost connection it reconnects and resumes, with a \
                note on standard error.

                A topic is a pattern for kind:id. * matches anything but /, ** matches anything: 'option:extras/**', \
                'nav:main', 'value:cpu/*'. Quote it, so that the shell does not expand it.
                """)
    }

    @Argument(help: CatalogueHelp.help("watch.start", "topics", valueName: "topic"), completion: Completions.topics)
    var topics: [String] = []
    @Option(help: CatalogueHelp.help("watch.start", "since", valueName: "cursor"))
    var since: String?
    @Flag(help: CatalogueHelp.help("watch.start", "snapshot"))
    var snapshot = false
    @Option(help: ArgumentHelp("End after this many events.", valueName: "count"))
    var count: Int?
    @OptionGroup var common: CommonOptions

    var watch: ReconnectingWatch {
        ReconnectingWatch(
            path: common.socketPath, topics: topics.isEmpty ? nil : topics, since: since, snapshot: snapshot,
            name: "fascia watch", timeout: common.timeLimit)
    }

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    }

    func run() async throws {
        for warning in topics.compactMap(TopicFilter.warning) { common.warn(warning) }
        var left = count ?? .max
        var starts = 0
        for try await item in watch {
            switch item {
            case .started(let cursor, let snapshot):
                starts += 1
                if let snapshot { Output.line(common.json ? snapshot.line : SnapshotText.text(snapshot.printable)) }
                if starts > 1 { Output.error("fascia: reconnected at cursor \(Printable.text(cursor))") }
            case .event(let event):
                Output.line(common.json ? event.line : EventText.line(event))
                left -= 1
            case .gap(let gap):
                Output.error("fascia: \(EventText.gap(gap.printable))")
                if common.json { Output.line(gap.line) }
            case .lost(let error): Output.connectionLost(error)
            }
            if left == 0 { return }
        }
    }
}
