/// The time until a deadline, as precise as people want it.
public struct TimeLeft: Hashable {
    public var seconds: Int

    public init(seconds: Int) { self.seconds = seconds }

    /// For example `90 s`, `12 min`, `24 h`; rounded up.
    public var words: String {
        if seconds > 7_200 { return "\((seconds + 3_599) / 3_600) h" }
        if seconds > 120 { return "\((seconds + 59) / 60) min" }
        return "\(seconds) s"
    }

    /// When the words may be others.
    public var next: Duration { .seconds(seconds > 120 ? max(1, (seconds - 1) % 60 + 1) : 1) }
}
