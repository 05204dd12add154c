import ArgumentParser
import FasciaClient
import FasciaModel
import FasciaWire

/// A subcommand that calls one method and prints its result.
protocol MethodCommand: AsyncParsableCommand {
    /// `toggle.set`
    static var method: String { get }
    var common: CommonOptions { get }

    func params() throws -> JSON.Object
    /// The result for people: no lines, or some, without the last line feed.
    func text(_ result: JSON) -> String
    /// Throws where the answer is, for all that it is one, that something was not done.
    func check(_ result: JSON) throws
    /// Whether `text` gets the result as it is, and not made fit for a terminal.
    var isRaw: Bool { get }
    /// How long the daemon may take; `nil` for as long as it takes.
    var timeLimit: Duration? { get }
}

extension MethodCommand {
    var timeLimit: Duration? { common.timeLimit }
    var isRaw: Bool { false }
    func params() -> JSON.Object { [:] }
    func text(_ result: JSON) -> String { "" }
    func check(_ result: JSON) {}

    func run() async throws {
        let params = try params()
        let connection = try await common.connect()
        let result = try await connection.call(Self.method, params, timeout: timeLimit)
        common.print(result, isRaw: isRaw, text: text)
        try check(result)
    }
}

/// A subcommand that changes the panel.
protocol ChangingCommand: MethodCommand {
    var change: ChangeOptions { get }
    /// The method's own parameters, without those that all changes have.
    func changeParams() throws -> JSON.Object
    /// Whether somebody has written the names of parameters by hand.
    var isHandwritten: Bool { get }
}

extension ChangingCommand {
    func params() throws -> JSON.Object {
        var params = try changeParams()
        for (name, value) in change.params.members { params[name] = value }
        return params
    }

    func text(_ result: JSON) -> String { ResultText.change(result) }
    var isHandwritten: Bool { false }

    func run() async throws {
        let params = try params()
        if isHandwritten { try await common.warn(of: params, of: Self.method) }
        let result = try await common.change(Self.method, params, timeout: timeLimit)
        common.print(result, isRaw: isRaw, text: text)
    }
}

extension CommonOptions {
    /// Connects and says who is calling.
    func connect() async throws -> Connection {
        let connection = try await Connection.open(path: socketPath, timeout: timeLimit)
        try await connection.hello(name: "fascia")
        return connection
    }

    /// Makes a change, and makes sure of it where the daemon goes and comes back over it.
    func change(_ method: String, _ params: JSON.Object, timeout: Duration? = nil) async throws -> JSON {
        try await Connection.callOnce(
            path: socketPath, name: "fascia", method, params, timeout: timeout ?? timeLimit
        ) { error in
            Output.error("fascia: \(Printable.text(error.message))")
            Output.error("fascia: waiting for it to come back")
        }
    }

    func print(_ result: JSON, isRaw: Bool = false, text: (JSON) -> String) {
        let text = json ? result.line : text(isRaw ? result : result.printable)
        if !text.isEmpty { Output.line(text) }
    }
}

extension JSON {
    /// The JSON text on one line; all that does not print is escaped.
    var line: String {
        var writer = JSONWriter()
        writer.write(self)
        return Printable.json(writer.text)
    }

    /// For people and for shell variables: a string as it is, anything else as JSON.
    var plain: String { stringValue ?? line }
}
