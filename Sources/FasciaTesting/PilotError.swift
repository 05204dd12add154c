/// An input that failed or a wait that timed out, with the picture at that moment.
public struct PilotError: Error, Sendable, CustomStringConvertible {
    /// The reason, as the daemon names it: `notFound`, `refused`, `timeout` …
    public var reason: String
    /// A description that names the element concerned.
    public var message: String
    /// The visible picture.
    public var picture: String
    /// The source location of the call in the test.
    public var place: String

    public var description: String { "\(place): \(message)\n\(PilotError.bordered(picture))" }

    /// The picture with a line at the left edge, which makes blank lines visible.
    static func bordered(_ picture: String) -> String {
        let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let used = lines.lastIndex { !$0.isEmpty }.map { lines[...$0] } ?? []
        guard !used.isEmpty else { return "The screen was empty." }
        return "The screen showed:\n" + used.map { "    │" + $0 }.joined(separator: "\n")
    }
}
