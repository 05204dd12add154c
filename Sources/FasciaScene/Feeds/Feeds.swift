/// What screens show besides the panel. It is neither journalled nor undone, and ends with the daemon.
public struct Feeds: Sendable {
    /// The recent numbers of the values that screens show as curves, by key.
    public var samples: [String: [Sample]] = [:]

    /// The latest lines of each log, by id.
    public var logs: [String: LogTail] = [:]

    public init() {}
}
