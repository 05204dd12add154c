import ArgumentParser
import CLinux
import FasciaDocument
import FasciaPlugins
import FasciaServer
import FasciaSystemd
import FasciaWire
import Glibc

/// `fasciad`: the daemon that owns a machine's panel.
@main
struct Fasciad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fasciad",
        abstract: "The daemon that owns a machine's panel.",
        discussion: """
            It stays in the foreground and logs to standard error, or to the journal if systemd starts it.

            Exit status: 0 stopped as requested, 1 failure, 2 wrong usage, 4 another daemon uses the socket or the state \
            directory, 5 the state was written by a newer version.
            """,
        version: Version.current)

    @Option(help: "The path of the socket to listen on; ignored if systemd passes a socket.")
    var socket: String?

    @Option(help: "The directory for the panel's state.")
    var state: String?

    @Flag(help: "Keep the state in memory only; it is lost when the daemon stops.")
    var ephemeral = false

    @Option(
        help: "How long events are kept in the journal: a number with s, m, h, d or w (default: 30d).",
        transform: Age.parse)
    var keepAge = Age(milliseconds: 30 * 86_400_000)

    @Option(
        help: "How many bytes of events are kept: a number, or one with K, M or G (default: 256M).",
        transform: ByteCount.parse)
    var keepSize = ByteCount(bytes: 256 << 20)

    @Option(name: .customLong("plugin"), help: "The name of a plugin to load at startup. May be repeated.")
    var plugins: [String] = []

    @Option(
        name: .customLong("plugin-unconfined"),
        help: "The name of a plugin whose process is not confined. May be repeated.")
    var unconfinedPlugins: [String] = []

    @Option(help: "The path of the socket where systemd starts a process for each plugin (default: the daemon starts it).")
    var pluginService: String?

    @Option(help: "Maximum time for a plugin to measure or to draw the controls of a frame, in seconds.")
    var pluginTimeout = 0.025

    @Option(help: "The name of this daemon on terminals (default: the host name).")
    var name: String?

    @Option(help: "The maximum length of a line from a client, in bytes.")
    var maxLine = 1_048_576

    @Option(help: "The maximum number of connections.")
    var maxClients = 1_000

    @Option(help: "The group whose members may only view the panel: a name or a number.")
    var viewGroup = Self.defaultViewGroup

    /// Need not exist: then every user that can open the socket may operate the panel.
    private static let defaultViewGroup = "fascia-view"

    @Option(help: "The group whose members may also publish screens and carry out changes: a name or a number.")
    var authorGroup = Self.defaultAuthorGroup

    /// Need not exist: then only the daemon's user and root may do so.
    private static let defaultAuthorGroup = "fascia-author"

    @Option(
        help: """
            The file that says who may do what (default: /etc/fascia/access.yaml for root, else fascia/access.yaml in the user's \
            configuration). Without such a file, the groups decide.
            """)
    var access: String?

    @Option(
        help: "How many bytes of memory the panel's content may use: a number, or one with K, M or G (default: 128M).",
        transform: ByteCount.parse)
    var panelBytes = ByteCount(bytes: 128 << 20)

    @Flag(help: "Keep connections across restarts, in the service manager (needs FileDescriptorStoreMax=).")
    var keepConnections = false

    @Option(help: "Maximum time for an app to answer an action, in seconds.")
    var actionTimeout = 5.0

    @Option(help: "The maximum pause between letters that are typed to jump to an item, in seconds.")
    var typingPause = 1.0

    @Option(help: "How long a terminal shows why an input was refused, in seconds; an issue, six times as long.")
    var noticeTime = 10.0

    func validate() throws {
        for (option, path) in [("--socket", socket), ("--state", state), ("--access", access)] where path == "" {
            throw ValidationError("\(option) must not be empty: leave it out for the default")
        }
        guard (0.001...3_600).contains(actionTimeout) else {
            throw ValidationError("--action-timeout must be from 0.001 to 3600 seconds, not \(actionTimeout)")
        }
        guard (0.001...60).contains(pluginTimeout) else {
            throw ValidationError("--plugin-timeout must be from 0.001 to 60 seconds, not \(pluginTimeout)")
        }
        guard (0...60).contains(typingPause) else {
            throw ValidationError("--typing-pause must be from 0 to 60 seconds, not \(typingPause)")
        }
        guard (0.001...86_400).contains(noticeTime) else {
            throw ValidationError("--notice-time must be from 0.001 to 86400 seconds, not \(noticeTime)")
        }
        guard panelBytes.bytes >= 1 << 20 else {
            throw ValidationError("--panel-bytes must be at least 1M, not \(panelBytes.bytes)")
        }
        guard (1_024...1_073_741_824).contains(maxLine) else {
            throw ValidationError("--max-line must be from 1024 to 1073741824 bytes, not \(maxLine)")
        }
        for (option, group, usual) in [
            ("--view-group", viewGroup, Self.defaultViewGroup), ("--author-group", authorGroup, Self.defaultAuthorGroup),
        ] where group != usual && Peer.group(group) == nil {
            throw ValidationError(
                "\(option) names a group that does not exist: \"\(group)\". Make it with \"groupadd\", or name another one")
        }
        guard (1...1_000_000).contains(maxClients) else {
            throw ValidationError("--max-clients must be from 1 to 1000000, not \(maxClients)")
        }
    }

    func run() throws {
        var settings = Settings()
        settings.name = name ?? Fasciad.machine
        settings.lineLimit = maxLine
        settings.isEphemeral = ephemeral
        settings.clientLimit = maxClients
        settings.groups.viewers = Peer.group(viewGroup)
        settings.groups.authors = Peer.group(authorGroup)
        (settings.groups.viewersName, settings.groups.authorsName) = (viewGroup, authorGroup)
        settings.accessFile = Paths.accessFile(option: access)
        settings.keepsConnections = keepConnections
        settings.actionTimeout = .seconds(actionTimeout)
        settings.keepAge = keepAge.milliseconds
        settings.keepBytes = keepSize.bytes
        settings.panelBytes = panelBytes.bytes
        settings.typingPause = .seconds(typingPause)
        settings.noticeTime = .seconds(noticeTime)
        #if FASCIA_TESTING
            try settings.applyEnvironment()
        #endif
        let isolation = PluginIsolation(
            programs: Paths.pluginHosts, service: pluginService, unconfined: Set(unconfinedPlugins),
            patience: .seconds(pluginTimeout))
        let service = try Service(socket: socket, state: state, plugins: plugins, isolation: isolation, settings: settings)
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
        // A tool is parsed as a root command of its own: as a subcommand it would inherit the daemon's options.
        let arguments = Array(CommandLine.arguments.dropFirst())
        let tools: [(any ParsableCommand.Type, name: String)] = [
            (StateCommand.self, StateCommand.programName), (PluginCommand.self, PluginCommand.programName),
        ]
        let tool = tools.first { $0.0.configuration.commandName == arguments.first }
        let root: any ParsableCommand.Type = tool?.0 ?? Fasciad.self
        let socket = tool == nil ? PassedSocket() : nil
        do throws(StartupError) {
            try run(root, tool == nil ? arguments : Array(arguments.dropFirst()), socket)
        } catch {
            fail("\(tool?.name ?? "fasciad"): \(error.message)", error.code, socket)
        }
    }

    private static func run(
        _ root: any ParsableCommand.Type, _ arguments: [String], _ socket: PassedSocket?
    ) throws(StartupError) {
        do {
            var command = try root.parseAsRoot(arguments)
            try command.run()
        } catch let error as StartupError {
            throw error
        } catch {
            let (code, message) = (root.exitCode(for: error), root.fullMessage(for: error))
            // The argument parser also throws for `--help` and `--version`, with exit status 0.
            guard code == .success else { fail(message, .usage, socket) }
            try OutputFile.standard(message + "\n")
        }
    }

    private static func fail(_ message: String, _ code: StartupError.Code, _ socket: PassedSocket?) -> Never {
        if code.isForGood { socket?.end() }
        var text = Printable.text(message + "\n", keepsLines: true)
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        Glibc.exit(code.rawValue)
    }
}
