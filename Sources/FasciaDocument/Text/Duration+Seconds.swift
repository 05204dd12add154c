extension Duration {
    /// In seconds, for people: `10 s`, `0.25 s`.
    public var inSeconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        guard milliseconds % 1000 != 0 else { return "\(seconds) s" }
        return "\(Double(milliseconds) / 1000) s"
    }
}
