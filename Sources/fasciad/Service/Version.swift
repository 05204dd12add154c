/// What this daemon calls itself.
enum Version {
    static let current = "0.1.0"
    /// What `daemon.hello` answers.
    static let server = "fasciad/\(current)"
}
