/// Passes on what a plugin reports, but not more than a hundred times in a minute: it could fill the log.
struct ReportLimit {
    private static let maximum = 100
    private var since = ContinuousClock.now
    private var count = 0

    /// - Returns: what to pass on.
    mutating func pass(_ new: [HostAnswer.Report], of plugin: String) -> [PluginIssue] {
        let now = ContinuousClock.now
        if now - since >= .seconds(60) { (since, count) = (now, 0) }
        let room = Self.maximum - count
        count += new.count
        var issues = new.prefix(max(0, room)).map { $0.issue(of: plugin) }
        if room >= 0, new.count > room {
            let message = "plugin \"\(plugin)\" reports more than \(Self.maximum) times in a minute; the rest is left out"
            issues.append(PluginIssue(plugin: plugin, severity: .error, message: message))
        }
        return issues
    }
}
