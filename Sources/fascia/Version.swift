/// What this program calls itself: the same as its daemon.
enum Version {
    static let current = "0.1.0"
}
