import ArgumentParser
import CLinux
import FasciaDocument
import FasciaServer
import Glibc

/// `fasciad`: the daemon that owns a machine's panel.
@main
struct Fasciad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fasciad",
        abstract: "The daemon that owns a machine's panel.",
        discussion: """
            It stays in the foreground and logs to standard error, or to the journal when systemd starts it. It ends \
            with 0 when it is told to, 1 when it cannot start, 2 for a wrong command line, 4 when another daemon has \
            the socket or the state directory, and 5 when a newer version has written the state.
            """,
        version: Version.current)

    @Option(help: "The socket to listen on; systemd's own when it hands one over.")
    var socket: String?

    @Option(help: "The directory that holds the panel's state.")
    var state: String?

    @Flag(help: "Keep the state in memory only: it is gone when the daemon ends.")
    var ephemeral = false

    @Option(
        help: "How long what has happened is kept in the journal: a number with s, m, h, d or w; 30d where it is left out.",
        transform: Age.parse)
    var keepAge = Age(milliseconds: 30 * 86_400_000)

    @Option(
        help: "How much of it at most: a number of bytes, or one with K, M or G; 256M where it is left out.",
        transform: ByteCount.parse)
    var keepSize = ByteCount(bytes: 256 << 20)

    @Option(name: .customLong("plugin"), help: "A plugin to load at the start, by name. May be given several times.")
    var plugins: [String] = []

    @Option(help: "What terminals call it; the machine's name, where it is left out.")
    var name: String?

    @Option(help: "The longest line that a client may send, in bytes.")
    var maxLine = 1_048_576

    @Option(help: "The most connections at one time.")
    var maxClients = 1_000

    @Option(help: "The group whose members may only look, by its name or number.")
    var viewGroup = "fascia-view"

    @Option(
        help: "How much memory the panel's content may take: bytes, or a number with K, M or G; 128M where it is left out.",
        transform: ByteCount.parse)
    var panelBytes = ByteCount(bytes: 128 << 20)

    @Flag(help: "Have the service manager keep the connections for the next process (FileDescriptorStoreMax=).")
    var keepConnections = false

    @Option(help: "How long an app may take to answer an action, in seconds.")
    var actionTimeout = 5.0

    @Option(help: "How long somebody may pause between letters that go to what begins with them, in seconds.")
    var typingPause = 1.0

    func validate() throws {
        for (option, path) in [("--socket", socket), ("--state", state)] where path == "" {
            throw ValidationError("\(option) needs a path, and was empty: leave it out for the usual one")
        }
        guard (0.001...3_600).contains(actionTimeout) else {
            throw ValidationError("--action-timeout takes 0.001 to 3600 seconds, and was \(actionTimeout)")
        }
        guard (0...60).contains(typingPause) else {
            throw ValidationError("--typing-pause takes 0 to 60 seconds, and was \(typingPause)")
        }
        guard panelBytes.bytes >= 1 << 20 else {
            throw ValidationError("--panel-bytes takes at least 1M, and was \(panelBytes.bytes)")
        }
        guard (1_024...1_073_741_824).contains(maxLine) else {
            throw ValidationError("--max-line takes 1024 to 1073741824 bytes, and was \(maxLine)")
        }
        guard (1...1_000_000).contains(maxClients) else {
            throw ValidationError("--max-clients takes 1 to 1000000, and was \(maxClients)")
        }
    }

    func run() throws {
        var settings = Settings()
        settings.name = name ?? Fasciad.machine
        settings.lineLimit = maxLine
        settings.isEphemeral = ephemeral
        settings.clientLimit = maxClients
        settings.viewers = Peer.group(viewGroup)
        settings.keepsConnections = keepConnections
        settings.actionTimeout = .seconds(actionTimeout)
        settings.keepAge = keepAge.milliseconds
        settings.keepBytes = keepSize.bytes
        settings.panelBytes = panelBytes.bytes
        settings.typingPause = .seconds(typingPause)
        try settings.applyEnvironment()
        let service = try Service(
            socket: socket, state: state, plugins: plugins, settings: settings)
        try service.run()
    }

    /// The host name up to the first dot.
    private static var machine: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "fasciad" }
        let bytes = withUnsafeBytes(of: &name.nodename) { $0.prefix { $0 != 0 && $0 != UInt8(ascii: ".") } }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func main() {
        // If a standard descriptor is closed, the socket or a state file could get its number and receive the log.
        linux_hold_standard_descriptors(O_RDWR)
        // `state` is parsed as a root command of its own: as a subcommand it would inherit the daemon's options.
        let arguments = Array(CommandLine.arguments.dropFirst())
        let isState = arguments.first == StateCommand.configuration.commandName
        do throws(StartupError) {
            try run(isState, isState ? Array(arguments.dropFirst()) : arguments)
        } catch {
            fail("\(isState ? StateCommand.programName : "fasciad"): \(error.message)", error.code)
        }
    }

    private static func run(_ isState: Bool, _ arguments: [String]) throws(StartupError) {
        do {
            var command = try isState ? StateCommand.parseAsRoot(arguments) : parseAsRoot(arguments)
            try command.run()
        } catch let error as StartupError {
            throw error
        } catch {
            let (code, message) =
                isState
                ? (StateCommand.exitCode(for: error), StateCommand.fullMessage(for: error))
                : (exitCode(for: error), fullMessage(for: error))
            // The argument parser also throws for `--help` and `--version`, with exit status 0.
            guard code == .success else { fail(message, .usage) }
            try OutputFile.standard(message + "\n")
        }
    }

    private static func fail(_ message: String, _ code: StartupError.Code) -> Never {
        var text = Printable.text(message + "\n", keepsLines: true)
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        Glibc.exit(code.rawValue)
    }
}
