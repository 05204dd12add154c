/// The version, which is the same as the daemon's.
enum Version {
    static let current = "0.1.0"
}
