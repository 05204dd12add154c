import FasciaDocument

/// Tells why something is as it is, for `fascia why` and for terminals. All of it is printable.
package struct WhyText: Hashable, Sendable {
    /// The last event that has set it, and what was told of it since.
    package struct Story {
        /// What was found or taken back: the request before.
        var before: JSON?
        package var event: JSON
        package var since: [JSON]
    }

    /// What has changed.
    package let change: String
    /// Each a word and what it tells.
    package let rows: [[String]]

    /// How many events of each id are looked through.
    package static let mostEvents = 1_000

    /// The ids with which the history is asked: what becomes of a bound value is told with the kind before the key.
    package static func ids(of name: String) -> [String] { [name, "value:" + name, "picker:" + name] }

    package static func unchanged(_ id: String) -> String { "nothing has changed \"\(id)\", as far as the journal knows" }

    /// The id without the prefix of its kind.
    package static func name(_ id: String) -> String {
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

    package static func story(of id: String, in events: [JSON]) -> Story? {
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

    package init(_ story: Story, of id: String, _ userName: (Int) -> String) {
        func who(_ cause: JSON) -> String { Self.who(cause, userName) }
        func isAbout(_ id: String, _ change: JSON) -> Bool { Self.isAbout(id, change) }
        let changes = story.event["changes"]?.arrayValue ?? []
        let own = changes.filter { isAbout(id, $0) && !($0["kind"].map(Self.told.contains) ?? true) }
        let others = changes.filter { !isAbout(id, $0) }
        let cause = story.event["cause"] ?? .null
        var rows = [["when", Self.when(story.event)], ["who", who(cause)], ["request", cause["method"]?.plain ?? "?"]]
        let approvals = [story.event, story.before].compactMap { $0?["cause"]?["approval"] }
        if let approval = approvals.first { rows.append(["approved", who(approval)]) }
        let reasons = [story.event, story.before].compactMap { $0?["cause"]?["reason"]?.plain }
        if let reason = reasons.first { rows.append(["reason", reason]) }
        if let reason = own.compactMap({ $0["why"]?.stringValue }).compactMap(Self.reason).first {
            rows.append(["because", reason])
        }
        for change in changes where isAbout(id, change) && change["kind"].map(Self.told.contains) == true {
            rows.append(["then", EventText.text(of: change)])
        }
        for change in story.before?["changes"]?.arrayValue ?? [] where isAbout(id, change) {
            rows.append(["before", "\(EventText.text(of: change)), \(who(story.before?["cause"] ?? .null))"])
        }
        for other in others.prefix(Self.mostNamed) { rows.append(["with it", EventText.text(of: other)]) }
        if others.count > Self.mostNamed { rows.append(["with it", "\(others.count - Self.mostNamed) more"]) }
        for event in story.since.suffix(Self.mostNamed) {
            for change in event["changes"]?.arrayValue ?? [] where isAbout(id, change) {
                rows.append(["since", "\(EventText.text(of: change)), \(who(event["cause"] ?? .null))"])
            }
        }
        change = Printable.text(own.map(EventText.text).joined(separator: ", "))
        self.rows = rows.map { $0.map { Printable.text($0) } }
    }

    private static let mostNamed = 10

    /// For example `ada, by fascia (pid 4242)`.
    private static func who(_ cause: JSON, _ userName: (Int) -> String) -> String {
        let user = cause["uid"]?.intValue.map(userName) ?? "?"
        let relay = cause["relay"]?.intValue.map { " of \(userName($0))" } ?? ""
        return "\(user), by \(cause["name"]?.plain ?? "a program") (pid \(cause["pid"]?.plain ?? "?"))\(relay)"
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
