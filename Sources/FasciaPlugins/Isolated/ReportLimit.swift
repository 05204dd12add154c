/// Limits what a plugin writes to the log.
struct ReportLimit {
    /// In a minute.
    static let maximum = 100
    private var since = ContinuousClock.now
    private var count = 0

    /// Counts new reports.
    ///
    /// - Returns: how many of them are passed on, and whether the limit is exceeded for the first time in this minute.
    mutating func pass(_ new: Int) -> (count: Int, isExceeded: Bool) {
        let now = ContinuousClock.now
        if now - since >= .seconds(60) { (since, count) = (now, 0) }
        let room = Self.maximum - count
        count += new
        return (min(new, max(0, room)), room >= 0 && new > room)
    }
}
