import FasciaDocument

/// The output of `fascia status`.
enum StatusText {
    static func text(_ status: JSON, path: String) -> String {
        var rows: [[String]] = [
            ["fasciad", "\(status["version"]?.plain ?? "?"), up \(uptime(status["uptime"]?.doubleValue ?? 0))"],
            ["socket", path],
            ["revision", status["revision"]?.plain ?? "?"],
        ]
        let counts = status["counts"]?.objectValue?.members ?? []
        if !counts.isEmpty {
            rows.append(["panel", counts.map { "\($0.key) \($0.value.plain)" }.joined(separator: ", ")])
        }
        if let memory = status["memory"]?.intValue { rows.append(["memory", bytes(memory)]) }
        if status["journal"]?["kept"] == false {
            rows.append(["journal", "none (--ephemeral): the state is lost when the daemon stops"])
        } else if let failure = status["journal"]?["failure"]?.stringValue {
            rows.append(["journal", failure])
        }
        for terminal in status["terminals"]?.arrayValue ?? [] { rows.append(["terminal", Self.terminal(terminal)]) }
        for plugin in status["plugins"]?.arrayValue ?? [] where plugin["loaded"]?.boolValue == true {
            rows.append(["plugin", plugin["id"]?.plain ?? "?"])
        }
        for issue in status["issues"]?.arrayValue ?? [] {
            rows.append(["issue", issue["message"]?.plain ?? issue.plain])
        }
        return Columns.aligned(rows)
    }

    /// For example `3 d 4 h`, `4 h 5 min`, `5 min 6 s`, `6 s`.
    static func uptime(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        if hours > 0 { return "\(hours) h \(minutes) min" }
        if minutes > 0 { return "\(minutes) min \(seconds % 60) s" }
        return "\(seconds) s"
    }

    /// For example `3: 80 x 24 on main, 256 colors, uid 1000 (ada), fascia, pid 4242, /dev/pts/3, view-only, follows 2`.
    private static func terminal(_ terminal: JSON) -> String {
        func text(_ name: String) -> String? { terminal[name]?.plain }
        var parts = ["\(text("columns") ?? "?") x \(text("rows") ?? "?") on \(text("stack") ?? "?")"]
        if let colors = text("colors") {
            parts.append(colors == "none" ? "no colors" : colors == "true" ? "true colors" : "\(colors) colors")
        }
        if terminal["unicode"] == false { parts.append("ASCII") }
        let user = terminal["uid"]?.intValue.flatMap(userName).map { " (\($0))" } ?? ""
        parts.append("uid \(text("uid") ?? "?")\(user)")
        parts += [text("name"), "pid \(text("pid") ?? "?")", text("tty")].compactMap { $0 }
        if text("mode") == "view" { parts.append("view-only") }
        if let follows = terminal["follows"]?.intValue {
            parts.append(follows == 0 ? "follows the terminal last used" : "follows \(follows)")
        }
        return "\(text("terminal") ?? "?"): " + parts.joined(separator: ", ")
    }

    /// The user's name; `nil` if this machine has no such user.
    private static func userName(_ number: Int) -> String? {
        UserLookup.knownName(of: number).map { Printable.text($0) }
    }

    private static func bytes(_ count: Int) -> String {
        guard count >= 1024 else { return "\(count) bytes" }
        let kibibytes = count / 1024
        return kibibytes < 10_240 ? "\(kibibytes) KiB" : "\(kibibytes / 1024) MiB"
    }
}
