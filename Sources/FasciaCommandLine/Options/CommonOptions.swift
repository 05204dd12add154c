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
            "Maximum time for the daemon's answer in seconds; inf for no limit. 0 is no limit too, but lets wait check once.",
            valueName: "seconds")
    )
    var timeout: Double?

    func validate() throws {
        if socket == "" {
            throw ValidationError("--socket must not be empty: leave it out for the default")
        }
        if let timeout, !(0...1_000_000).contains(timeout), timeout != .infinity {
            throw ValidationError("--timeout must be between 0 and 1000000 seconds, or inf")
        }
    }

    static let defaultTimeout = 10.0

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
