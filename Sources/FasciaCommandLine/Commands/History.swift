import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List and undo changes.",
        discussion: "\"fascia history extras/ham\" is short for \"fascia history get extras/ham\".",
        subcommands: [HistoryEvents.self, HistoryUndo.self], defaultSubcommand: HistoryEvents.self)
}

struct HistoryEvents: MethodCommand {
    static let method = "history.get"

    @Argument(help: help("id"), completion: Completions.subjects)
    var id: String?
    @Option(help: help("since", valueName: "revision"))
    var since: Int?
    @Option(help: help("limit", valueName: "count"))
    var limit: Int?
    @Option(help: help("topics", valueName: "topic"), completion: Completions.topics)
    var topic: [String] = []
    @OptionGroup var user: UserOption
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        JSON.Object(given: [
            "id": id, "since": since, "limit": limit, "uid": user.uid,
            "topics": topic.isEmpty ? nil : JSON.array(topic.map { .string($0) }),
        ])
    }

    var isRaw: Bool { true }

    func text(_ result: JSON) -> String {
        (result["events"]?.arrayValue ?? []).map(EventText.line).joined(separator: "\n")
    }

    func run() async throws {
        for warning in topic.compactMap(TopicFilter.warning) { common.warn(warning) }
        let (connection, result) = try await common.reading {
            ($0, try await $0.call(Self.method, params(), timeout: timeLimit))
        }
        common.print(result, isRaw: isRaw, text: text)
        if let id, result["events"]?.arrayValue?.isEmpty == true { await common.warn(ofUnknown: id, connection) }
    }
}

struct HistoryUndo: ChangingCommand {
    static let method = "history.undo"
    static var configuration: CommandConfiguration {
        configured(
            "undo",
            discussion: """
                Groups, pickers and values declared since then are removed, and removed ones are restored. Restored entries \
                have new ids. Screens, targets and actions stay. An undo is a change itself, and undoing it redoes what it \
                undid. \"fascia history\" lists the revisions.

                With --by, changes that others have made since stay; what they have changed too cannot be undone then.
                """)
    }

    @Option(help: help("steps", valueName: "count"))
    var steps: Int?
    @Option(help: help("to", valueName: "revision"))
    var to: Int?
    @OptionGroup var user: UserOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if steps != nil, to != nil { throw ValidationError("give either --steps or --to, not both") }
        if user.uid != nil, to != nil { throw ValidationError("give either --by or --to, not both") }
    }

    func changeParams() -> JSON.Object { JSON.Object(given: ["steps": steps, "to": to, "uid": user.uid]) }

    func text(_ result: JSON) -> String {
        guard result["changed"] == true else { return ResultText.change(result) }
        guard let undone = result["undone"] else { return "" }
        var text = change.dryRun ? "Would take back: " : "Took back: "
        let count = undone["count"]?.intValue ?? 1
        if count > 1 { text += "\(count) changes: " }
        text += undone["what"]?.stringValue ?? ""
        if let uid = undone["uid"]?.intValue { text += ", by \(UserLookup.name(of: uid))" }
        if let seconds = undone["seconds"]?.intValue { text += ", \(Self.age(seconds))" }
        return text
    }

    private static func age(_ seconds: Int) -> String {
        switch seconds {
        case ..<1: "just now"
        case ..<60: "\(seconds) s ago"
        case ..<3_600: "\(seconds / 60) min ago"
        case ..<86_400: "\(seconds / 3_600) h ago"
        default: "\(seconds / 86_400) d ago"
        }
    }
}
