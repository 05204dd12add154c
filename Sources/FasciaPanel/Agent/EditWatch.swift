/// Tells when an edit of files is complete: they differ from what has been read, and have been left alone for a while. A program
/// may write a file in several steps, between which it is empty or ends anywhere.
struct EditWatch<Stamp: Equatable> {
    typealias Instant = ContinuousClock.Instant

    /// How long the files have to be left alone.
    static var quiet: Duration { .milliseconds(100) }
    private(set) var read: Stamp
    private var changed: (stamp: Stamp, since: Instant)?

    /// - Parameter read: the files as they have been read.
    init(read: Stamp) { self.read = read }

    /// Whether an edit may be going on: the next look is due after `quiet`. Otherwise it is due when the files change.
    var isChanging: Bool { changed != nil }

    /// Takes the files as they are now.
    ///
    /// - Returns: whether to read them.
    mutating func look(_ stamp: Stamp, at time: Instant) -> Bool {
        guard stamp != read else {
            changed = nil
            return false
        }
        guard let changed, changed.stamp == stamp else {
            self.changed = (stamp, time)
            return false
        }
        guard changed.since.duration(to: time) >= EditWatch.quiet else { return false }
        self.changed = nil
        read = stamp
        return true
    }
}
