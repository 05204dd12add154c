import FasciaModel

/// How the daemon is, for people.
enum StatusText {
    static func text(_ status: JSON, path: String) -> String {
        var rows: [[String]] = [
            ["fasciad", "\(status["version"]?.plain ?? "?"), up \(uptime(status["uptime"]?.doubleValue ?? 0))"],
            ["socket", path],
            ["revision", status["revision"]?.plain ?? "?"],
        ]
        let counts = status["counts"]?.objectValue?.members ?? []
        if !counts.isEmpty {
            rows.append(["panel", counts.map { "\($0.value.plain) \($0.key)" }.joined(separator: ", ")])
        }
        for memory in status["memory"]?.objectValue?.members ?? [] {
            rows.append(["memory", "\(memory.key) \(bytes(memory.value))"])
        }
        for plugin in status["plugins"]?.arrayValue ?? [] {
            let words = ["id", "version", "state", "error"].compactMap { plugin[$0]?.plain }
            rows.append(["plugin", words.joined(separator: " ")])
        }
        for issue in status["issues"]?.arrayValue ?? [] {
            rows.append(["issue", issue["message"]?.plain ?? issue.plain])
        }
        return Columns.aligned(rows)
    }

    /// `3 d 4 h`, `4 h 5 min`, `5 min 6 s`, `6 s`
    static func uptime(_ seconds: Double) -> String {
        let seconds = Int(seconds)
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        if hours > 0 { return "\(hours) h \(minutes) min" }
        if minutes > 0 { return "\(minutes) min \(seconds % 60) s" }
        return "\(seconds) s"
    }

    private static func bytes(_ value: JSON) -> String {
        guard let count = value.intValue, count >= 1024 else { return value.plain }
        let kibibytes = count / 1024
        return kibibytes < 10_240 ? "\(kibibytes) KiB" : "\(kibibytes / 1024) MiB"
    }
}
