import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

/// A subcommand that calls one method and prints its result.
protocol MethodCommand: AsyncParsableCommand {
    /// For example `toggle.set`.
    static var method: String { get }
    var common: CommonOptions { get }

    func params() throws -> JSON.Object
    /// The result as text, without the last line feed; empty to print nothing.
    func text(_ result: JSON) -> String
    /// - Throws: `PartialFailure` if the result says that a part failed; `Unverified` if it says that what it has may not be so.
    func check(_ result: JSON) throws
    /// Why it changes something, for methods that have no such parameter.
    var reason: String? { get }
    /// Whether `text` gets the result unchanged instead of sanitized for a terminal.
    var isRaw: Bool { get }
    /// Maximum time for the daemon's answer; `nil` for no limit.
    var timeLimit: Duration? { get }
}

extension MethodCommand {
    var timeLimit: Duration? { common.timeLimit }
    var reason: String? { nil }
    var isRaw: Bool { false }
    func params() -> JSON.Object { [:] }
    func text(_ result: JSON) -> String { "" }
    func check(_ result: JSON) {}

    func run() async throws {
        let result = try await common.call(Self.method, try params(), reason: reason, timeout: timeLimit)
        common.print(result, isRaw: isRaw, text: text)
        try check(result)
    }
}

/// A subcommand that changes the panel.
protocol ChangingCommand: MethodCommand {
    var change: ChangeOptions { get }
    /// The parameters of the method itself, without those of `ChangeOptions`.
    func changeParams() throws -> JSON.Object
    /// Whether the user wrote parameter names by hand, so that unknown ones cause a warning.
    var warnsOfUnknownMembers: Bool { get }
}

extension ChangingCommand {
    func params() throws -> JSON.Object { try changeParams().merging(change.params) }

    func text(_ result: JSON) -> String { ResultText.change(result) }
    var warnsOfUnknownMembers: Bool { false }

    func run() async throws { try await runChange() }

    func runChange() async throws { try await runChange(try params()) }

    func runChange(_ params: JSON.Object) async throws {
        if warnsOfUnknownMembers { try await common.warn(of: params, of: Self.method) }
        let result = try await common.change(Self.method, params, timeout: timeLimit)
        common.print(result, isRaw: isRaw, text: text)
    }
}

extension CommonOptions {
    /// Connects and introduces the client.
    ///
    /// - Parameter reason: why it changes something.
    func connect(reason: String? = nil) async throws -> Connection {
        try await attempting(reason: reason, within: timeLimit ?? Self.patience, isKept: true) { connection, _ in connection }
    }

    /// Connects, introduces the client, and reads something; again if the daemon is restarted meanwhile.
    ///
    /// - Parameter body: it changes nothing, so that it may be done twice.
    func reading<Answer>(reason: String? = nil, _ body: (Connection) async throws -> Answer) async throws -> Answer {
        try await reading(reason: reason, within: timeLimit ?? Self.patience, body)
    }

    /// How long a daemon that was lost is waited for where an answer is waited for without a limit: one that does not start any
    /// more never comes back.
    private static let patience = Duration.seconds(10)

    /// - Parameter limit: for all attempts together; `nil` for no limit.
    func reading<Answer>(
        reason: String? = nil, within limit: Duration?, _ body: (Connection) async throws -> Answer
    ) async throws -> Answer {
        try await attempting(reason: reason, within: limit) { connection, _ in try await body(connection) }
    }

    /// - Parameter isKept: whether the connection is for more, which has its own time.
    private func attempting<Answer>(
        reason: String?, within limit: Duration?, isKept: Bool = false,
        _ body: (Connection, _ left: Duration?) async throws -> Answer
    ) async throws -> Answer {
        try await Connection.repeating(timeout: limit, onConnectionLost: Output.connectionLost) { left in
            let limit = isKept ? timeLimit : timeLimit.map { min($0, left ?? $0) }
            let connection = try await Connection.open(path: socketPath, timeout: limit)
            _ = try await connection.call("daemon.hello", .hello(as: CommonOptions.clientName, because: reason))
            return try await body(connection, left)
        }
    }

    /// Calls a method. What reads is read again if the daemon is restarted meanwhile, and a change is repeated with its
    /// idempotency key. Other methods are not repeated: they may have been done.
    func call(
        _ method: String, _ params: JSON.Object, reason: String? = nil, timeout: Duration? = nil
    ) async throws -> JSON {
        let limit = timeout ?? timeLimit
        switch Catalogue.kind(of: method) {
        case .mutation where reason == nil: return try await change(method, params, timeout: limit)
        // A new wait would miss what changes while the daemon is away.
        case .query where params["for"]?["changed"] == nil:
            return try await attempting(reason: reason, within: limit ?? Self.patience) { connection, left in
                try await connection.call(method, params, timeout: limit == nil ? nil : left)
            }
        default: return try await connect(reason: reason).call(method, params, timeout: limit)
        }
    }

    /// Makes a change with an idempotency key, and repeats it if the connection is lost meanwhile.
    func change(_ method: String, _ params: JSON.Object, timeout: Duration? = nil) async throws -> JSON {
        try await Connection.callIdempotently(
            path: socketPath, name: CommonOptions.clientName, method, params, timeout: timeout ?? timeLimit,
            onConnectionLost: Output.connectionLost)
    }

    func print(_ result: JSON, isRaw: Bool = false, text: (JSON) -> String) {
        let text = json ? result.line : text(isRaw ? result : result.printable)
        if !text.isEmpty { Output.line(text) }
    }
}
