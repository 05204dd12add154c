/// What a pilot could not do, or waited for in vain, with the picture that was there instead.
public struct PilotError: Error, Sendable, CustomStringConvertible {
    /// Why, in the daemon's words: `notFound`, `refused`, `timeout` …
    public var reason: String
    /// What was wrong, with which thing.
    public var message: String
    /// What was to be seen.
    public var picture: String
    /// Where the test asked for it.
    public var place: String

    public var description: String { "\(place): \(message)\n\(PilotError.framed(picture))" }

    /// A picture with a line at its left, so that blank lines are seen to be in it.
    static func framed(_ picture: String) -> String {
        let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let used = lines.lastIndex { !$0.isEmpty }.map { lines[...$0] } ?? []
        guard !used.isEmpty else { return "There was nothing to be seen." }
        return "There was to be seen:\n" + used.map { "    │" + $0 }.joined(separator: "\n")
    }
}

/// Why a host did not do what was asked of it.
struct HostError: Error {
    var reason: String
    var message: String
}
