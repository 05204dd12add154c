/// The version of the daemon and of its programs.
package enum Version {
    package static let current = "0.1.0"
    /// The server name in the result of `daemon.hello`.
    package static let server = "fasciad/\(current)"
}
