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
        let params = try params()
        let connection = try await common.connect(reason: reason)
        let result = try await connection.call(Self.method, params, timeout: timeLimit)
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
        let connection = try await Connection.open(path: socketPath, timeout: timeLimit)
        _ = try await connection.call("daemon.hello", .hello(as: CommonOptions.clientName, because: reason))
        return connection
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
