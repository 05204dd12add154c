import Glibc

/// How long poll(2) may wait.
enum PollTime {
    /// Rounded up, so that nobody wakes before the time and waits again; -1 for ever.
    static func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
        guard let time else { return -1 }
        let left = ContinuousClock.now.duration(to: time)
        return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }
}
