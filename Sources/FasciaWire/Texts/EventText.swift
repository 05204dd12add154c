import FasciaDocument

/// An event on one line:
///
///     42 23:46:00.123 toggle.set by fascia (ada, pid 4242): extras/ham off → on, extras mixed → on
///
/// For the command line, which knows users by other names than the daemon, and for terminals.
package enum EventText {
    package static func line(_ event: JSON, _ userName: (Int) -> String) -> String {
        let changes = texts(of: event["changes"]?.arrayValue ?? []).joined(separator: ", ")
        // Values are JSON, which has its own escapes: they would be escaped twice if the event were made printable first.
        return Printable.text(
            "\(event["revision"]?.plain ?? "?") \(time(event)) \(cause(event["cause"] ?? .null, userName)): \(changes)")
    }

    package static func gap(_ gap: JSON) -> String {
        let range = "\(gap["from"]?.plain ?? "?") to \(gap["to"]?.plain ?? "?")"
        return "events from \(range) are missing: the daemon no longer has them"
    }

    /// The time of day in `2026-11-20T23:46:00.123Z`.
    private static func time(_ event: JSON) -> String {
        let text = event["time"]?.stringValue ?? ""
        guard let start = text.firstIndex(of: "T") else { return text }
        return String(text[text.index(after: start)...].prefix { $0 != "Z" })
    }

    package static func cause(_ cause: JSON, _ userName: (Int) -> String) -> String {
        var line = cause["method"]?.stringValue ?? "?"
        if let name = cause["name"]?.stringValue { line += " by \(name)" }
        if let uid = cause["uid"]?.intValue, let pid = cause["pid"]?.intValue {
            let relay = cause["relay"]?.intValue.map { " through \(userName($0))" } ?? ""
            line += " (\(userName(uid))\(relay), pid \(pid))"
        }
        if let reason = cause["reason"] { line += ", because \"\(reason.plain)\"" }
        return line
    }

    /// Many things of which the same is told are one text, such as `12 switches stale: the daemon was restarted`.
    private static func texts(of changes: [JSON]) -> [String] {
        let groups = Dictionary(grouping: changes.filter { $0["kind"].map(conditions.contains) ?? false }, by: told)
        var seen: Set<JSON> = []
        return changes.compactMap { change in
            guard let alike = groups[told(change)], alike.count > mostNamed else { return text(of: change) }
            guard seen.insert(told(change)).inserted else { return nil }
            return condition(change, of: count(alike.map { name($0) }))
        }
    }

    private static let mostNamed = 3
    private static let conditions: Set<JSON> = [
        "pending", "confirmed", "unconfirmed", "reverted", "failed", "reported", "unknown", "stale", "held", "released",
    ]

    /// The change without the thing that it is about.
    private static func told(_ change: JSON) -> JSON {
        var members = change.objectValue ?? [:]
        members["id"] = JSON?.none
        return .object(members)
    }

    /// For example `12 switches`.
    private static func count(_ ids: [String]) -> String {
        let kinds = Set(ids.map { id in ["picker:", "value:"].first(where: id.hasPrefix) ?? "" })
        let what = kinds == [""] ? "switches" : kinds == ["value:"] ? "values" : kinds == ["picker:"] ? "pickers" : "things"
        return "\(ids.count) \(what)"
    }

    private static func question(_ change: JSON) -> String {
        let what = change["to"]?.plain ?? "?"
        let answer = change["answer"].map { ": " + $0.line } ?? (change["secret"] == true && what == "answered" ? ": secret" : "")
        return "question \(name(change)) (\(change["name"]?.plain ?? "?")) \(what)\(answer)"
    }

    package static func text(of change: JSON) -> String {
        switch (change["kind"]?.stringValue).flatMap(ChangeKind.init) {
        case .option: option(change)
        case .group: "\(name(change)) \(fromTo(change) { $0.plain })"
        case .enabled: "\(name(change)) \(change["to"]?.boolValue == true ? "enabled" : "disabled")"
        case .value where change["secret"] == true: "\(change["key"]?.plain ?? "?") changed (secret)"
        case .value: "\(change["key"]?.plain ?? "?") \(fromTo(change) { $0.line })"
        case .picker: "\(name(change)) \(fromTo(change) { $0 == .null ? "none" : $0.plain })\(why(change))"
        case .orphaned:
            "screen \(name(change)) \(change["to"]?.boolValue == true ? "orphaned" : "owned again")"
        case .pending, .confirmed, .unconfirmed, .reverted, .failed, .reported, .unknown, .stale, .progress, .held,
            .released:
            condition(change, of: name(change))
        case .claimed:
            "\(name(change)) \(change["to"]?.boolValue == true ? "carries out" : "no longer carries out") "
                + claimed((change["ids"]?.arrayValue ?? []).map(\.plain))
                + (change["reason"].map { ": " + $0.plain } ?? "")
        case .question: question(change)
        case .action: "\(change["name"]?.plain ?? "?") of \(change["entry"]?.plain ?? "?") \(outcome(change))"
        case .issue: "\(change["severity"]?.plain ?? "issue"): \(change["message"]?.plain ?? "?")"
        case .nav: nav(change)
        case .screen: "screen \(name(change)) (\(change["nodes"]?.plain ?? "?") nodes)"
        case .declared, .removed:
            "\(change["kind"]?.plain ?? "") \(change["what"]?.plain ?? "?") \(name(change))"
        case .environment: "environment \(change["scope"]?.line ?? "") \(change["values"]?.line ?? "")"
        case nil: change.line
        }
    }

    private static func name(_ change: JSON) -> String { change["id"]?.plain ?? "?" }

    private static func fromTo(_ change: JSON, _ text: (JSON) -> String) -> String {
        "\(text(change["from"] ?? .null)) → \(text(change["to"] ?? .null))"
    }

    private static func option(_ change: JSON) -> String {
        let states = fromTo(change) { $0.boolValue.map { $0 ? "on" : "off" } ?? $0.plain }
        return "\(name(change)) \(states)" + why(change)
    }

    /// For example `services/nginx pending on`, `services/nginx reverted to off: no such unit`.
    private static func condition(_ change: JSON, of subject: String) -> String {
        func text(_ value: JSON) -> String { value.boolValue.map { $0 ? "on" : "off" } ?? value.plain }
        var line = "\(subject) \(change["kind"]?.plain ?? "")"
        if let to = change["to"] { line += (change["kind"] == "reverted" ? " to " : " ") + text(to) }
        if let next = change["next"] { line += ", then \(text(next))" }
        if let within = change["within"] { line += " (fascia confirm within \(within.plain) s)" }
        if let fraction = change["fraction"]?.doubleValue { line += " \(Int((fraction * 100).rounded())) %" }
        if let detail = change["reason"] ?? change["message"] { line += ": \(detail.plain)" }
        return line
    }

    private static func claimed(_ ids: [String]) -> String {
        ids.count > mostNamed ? count(ids) : ids.joined(separator: " ")
    }

    private static func why(_ change: JSON) -> String {
        let why = change["why"]?.stringValue ?? "direct"
        return why == "direct" ? "" : " (\(why))"
    }

    private static func outcome(_ change: JSON) -> String {
        (change["outcome"]?.plain ?? "?") + (change["reason"].map { ": " + $0.plain } ?? "")
    }

    /// For example `main: push + red e12`, `main: pop - red`.
    private static func nav(_ change: JSON) -> String {
        let added = (change["added"]?.arrayValue ?? []).map { " + \(screen($0))" }.joined()
        let removed = (change["removed"]?.arrayValue ?? []).map { " - \(screen($0))" }.joined()
        return "\(change["stack"]?.plain ?? "?"): \(change["transition"]?.plain ?? "?")\(removed)\(added)"
    }

    private static func screen(_ entry: JSON) -> String {
        entry["screen"]?.plain ?? "?"
    }
}
