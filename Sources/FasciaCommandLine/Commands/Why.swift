import ArgumentParser
import FasciaClient
import FasciaDocument

struct Why: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Print why a switch, a picker or a value is as it is.",
        discussion: """
            Who has changed it last, from where and with which request, what else that has changed, and what became of it since. \
            The name is that of the program, or of the rule of a panel file.
            """)

    @Argument(help: "The id, such as services/nginx or volume.", completion: Completions.subjects)
    var id: String
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let connection = try await common.connect()
        let name = WhyText.name(id)
        var events: [JSON] = []
        // What becomes of a bound value is told with the kind before the key.
        for id in [name, "value:" + name, "picker:" + name] {
            let result = try await connection.call(
                "history.get", ["id": .string(id), "limit": 1_000], timeout: common.timeLimit)
            events += result["events"]?.arrayValue ?? []
        }
        guard let story = WhyText.story(of: name, in: events) else {
            await common.warn(ofUnknown: name, connection)
            throw PartialFailure(messages: ["nothing has changed \"\(id)\", as far as the journal knows"])
        }
        common.print(.object(["id": .string(id), "event": story.event, "since": .array(story.since)])) { _ in
            WhyText.text(story, of: name)
        }
    }
}

/// Tells why something is as it is.
enum WhyText {
    /// The last event that has set it, and what was told of it since.
    struct Story {
        /// What was found or taken back: the request before.
        var before: JSON?
        var event: JSON
        var since: [JSON]
    }

    /// The id without the prefix of its kind.
    static func name(_ id: String) -> String {
        for prefix in ["option:", "picker:", "value:"] where id.hasPrefix(prefix) { return String(id.dropFirst(prefix.count)) }
        return id
    }

    /// What tells of a change, rather than being one.
    private static let told: Set<JSON> = [
        "pending", "confirmed", "unconfirmed", "reverted", "failed", "reported", "unknown", "stale", "progress", "held",
        "released",
        "claimed",
    ]

    private static func isAbout(_ id: String, _ change: JSON) -> Bool {
        ["id", "key", "stack"].contains { change[$0]?.stringValue.map(name) == id }
    }

    static func story(of id: String, in events: [JSON]) -> Story? {
        func sets(_ change: JSON) -> Bool { isAbout(id, change) && !(change["kind"].map(told.contains) ?? true) }
        // An event may have been found under several names.
        let byRevision = Dictionary(events.map { ($0["revision"]?.intValue ?? 0, $0) }) { first, _ in first }
        let events = byRevision.sorted { $0.key < $1.key }.map(\.value)
        guard let last = events.lastIndex(where: { $0["changes"]?.arrayValue?.contains(where: sets) == true }) else { return nil }
        let answers = (events[last]["changes"]?.arrayValue ?? []).filter(sets).compactMap { $0["why"]?.stringValue }
        let isAnswer = answers.contains("report") || answers.contains("revert")
        return Story(
            before: isAnswer ? events[..<last].last { $0["changes"]?.arrayValue?.contains(where: sets) == true } : nil,
            event: events[last], since: Array(events[(last + 1)...]))
    }

    static func text(_ story: Story, of id: String) -> String {
        let changes = story.event["changes"]?.arrayValue ?? []
        let own = changes.filter { isAbout(id, $0) && !($0["kind"].map(told.contains) ?? true) }
        let others = changes.filter { !isAbout(id, $0) }
        let cause = story.event["cause"] ?? .null
        var rows = [["when", when(story.event)], ["who", who(cause)], ["request", cause["method"]?.plain ?? "?"]]
        let approvals = [story.event, story.before].compactMap { $0?["cause"]?["approval"] }
        if let approval = approvals.first { rows.append(["approved", who(approval)]) }
        if let reason = own.compactMap({ $0["why"]?.stringValue }).compactMap(reason).first { rows.append(["because", reason]) }
        for change in changes where isAbout(id, change) && change["kind"].map(told.contains) == true {
            rows.append(["then", EventText.text(of: change)])
        }
        for change in story.before?["changes"]?.arrayValue ?? [] where isAbout(id, change) {
            rows.append(["before", "\(EventText.text(of: change)), \(who(story.before?["cause"] ?? .null))"])
        }
        for other in others.prefix(mostNamed) { rows.append(["with it", EventText.text(of: other)]) }
        if others.count > mostNamed { rows.append(["with it", "\(others.count - mostNamed) more"]) }
        for event in story.since.suffix(mostNamed) {
            for change in event["changes"]?.arrayValue ?? [] where isAbout(id, change) {
                rows.append(["since", "\(EventText.text(of: change)), \(who(event["cause"] ?? .null))"])
            }
        }
        let first = Printable.text(own.map(EventText.text).joined(separator: ", "))
        let printable = rows.map { $0.map { Printable.text($0) } }
        return ([first] + Columns.aligned(printable).split(separator: "\n").map { "  " + $0 }).joined(separator: "\n")
    }

    private static let mostNamed = 10

    /// For example `ada, by fascia (pid 4242)`.
    private static func who(_ cause: JSON) -> String {
        let user = cause["uid"]?.intValue.map(UserLookup.name) ?? "?"
        return "\(user), by \(cause["name"]?.plain ?? "a program") (pid \(cause["pid"]?.plain ?? "?"))"
    }

    private static func when(_ event: JSON) -> String {
        let text = event["time"]?.plain ?? "?"
        return "\(text.replacing("T", with: " ").prefix { $0 != "." }) UTC, revision \(event["revision"]?.plain ?? "?")"
    }

    private static func reason(_ why: String) -> String? {
        switch why {
        case "group": "its group was switched"
        case "exclusive": "another one of its exclusive group was turned on"
        case "requires": "one that requires it was turned on"
        case "undo": "a change was taken back"
        case "report": "whoever carries it out has found it so"
        case "revert": "the change could not be carried out, or was not confirmed"
        default: nil
        }
    }
}
