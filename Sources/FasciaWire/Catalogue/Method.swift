import FasciaModel

/// The one definition of a method: the parser of its parameters, the messages about wrong ones, the command line's
/// help, `daemon.describe` and the documentation all come from it.
public final class Method: Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Changes the panel, as one command; may stand in a `batch` and behind a button.
        case mutation
        /// Only reads.
        case query
        /// Changes something of the connection or the daemon, but not of the panel.
        case session
    }

    /// A member of `params`.
    public struct Parameter: Sendable {
        public let name: String
        public let summary: String
        public let isRequired: Bool
        /// A JSON Schema.
        public let schema: JSON
    }

    /// `toggle.set`
    public let name: String
    /// One line.
    public let summary: String
    public let kind: Kind
    /// The subcommand of `fascia` that does the same: `toggle set`.
    public let command: String?
    /// Its own, without those that every mutation takes.
    public let parameters: [Parameter]
    /// A JSON Schema of everything that `params` may hold.
    public let params: JSON
    /// A JSON Schema.
    public let result: JSON
    /// Checks `params`. Throws `invalidParams` with the pointer of what is wrong in them.
    public let parse: @Sendable (JSON) throws(WireError) -> Call

    init(
        _ name: String, _ summary: String, kind: Kind, command: String?, parameters: [Parameter], params: JSON,
        result: JSON, parse: @escaping @Sendable (JSON) throws(WireError) -> Call
    ) {
        self.name = name
        self.summary = summary
        self.kind = kind
        self.command = command
        self.parameters = parameters
        self.params = params
        self.result = result
        self.parse = parse
    }
}
