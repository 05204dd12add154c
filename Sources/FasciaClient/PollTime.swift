/// Timeouts for poll(2).
public enum PollTime {
    /// Milliseconds until a time, rounded up, so that poll does not return too early; -1 for no limit.
    public static func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
        guard let time else { return -1 }
        let left = ContinuousClock.now.duration(to: time)
        return left <= .zero ? 0 : Int32(clamping: Int64(left / .milliseconds(1)) + 1)
    }
}
