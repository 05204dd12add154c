enum Version {
    static let current = "0.1.0"
    /// The server name in the result of `daemon.hello`.
    static let server = "fasciad/\(current)"
}
