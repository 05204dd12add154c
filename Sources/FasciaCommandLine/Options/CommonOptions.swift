import ArgumentParser
import FasciaAgent
import FasciaClient
import Glibc

/// The options of all commands.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The daemon's socket, instead of $FASCIA_SOCKET, $XDG_RUNTIME_DIR/fascia/fascia.sock or "
                + "/run/fascia/fascia.sock.", valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum time for the daemon's answer in seconds, $FASCIA_TIMEOUT or 10 by default; inf for no limit. 0 is no limit "
                + "too, but lets wait check once.",
            valueName: "seconds")
    )
    var timeout: Double?

    func validate() throws {
        if socket == "" {
            throw ValidationError("--socket must not be empty: leave it out for the default")
        }
        if let timeout, !Self.isTimeout(timeout) {
            throw ValidationError("--timeout must be between 0 and 1000000 seconds, or inf")
        }
        if let text = environmentVariable(Self.timeoutVariable), Double(text).map(Self.isTimeout) != true {
            throw ValidationError("\(Self.timeoutVariable) must be between 0 and 1000000 seconds, or inf, not \"\(text)\"")
        }
    }

    private static let timeoutVariable = "FASCIA_TIMEOUT"

    private static func isTimeout(_ seconds: Double) -> Bool { (0...1_000_000).contains(seconds) || seconds == .infinity }

    static var defaultTimeout: Double { environmentVariable(timeoutVariable).flatMap(Double.init) ?? 10 }

    var timeLimit: Duration? { timeLimit(default: Self.defaultTimeout) }

    func timeLimit(default seconds: Double?) -> Duration? {
        guard let seconds = timeout ?? seconds, seconds > 0, seconds.isFinite else { return nil }
        return .seconds(seconds)
    }

    /// Names the changes of this process in the history. `fascia on` sets it for its commands.
    static var clientName: String { environmentVariable(Rule.nameVariable) ?? "fascia" }

    var socketPath: String { SocketPath.resolve(option: socket, environment: environmentVariable) }
}

@Sendable
func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}
