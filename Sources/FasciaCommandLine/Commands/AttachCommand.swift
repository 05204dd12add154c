import ArgumentParser
import FasciaDocument
import FasciaWire
import Glibc

/// Shows the panel in the terminal. A synchronous command, because it waits for terminal and daemon on one thread: an
/// idle terminal needs no thread pool and no wake-ups.
struct Attach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Show the panel in this terminal and operate it.",
        discussion: """
            Arrows and Tab move the focus, Space and Enter operate, Esc and Backspace go back, ? shows the keys, q or \
            Ctrl-C quits; the mouse works, too. If the connection is lost, the terminal waits for the daemon and resumes.

            --linear prints the screen and each change as lines, and reads commands as lines: for screen readers, for \
            terminals without cursor control, and for pipes.
            """)

    @Option(
        help: CatalogueHelp.help("terminal.attach", "mode"), completion: TerminalAttach.Mode.completion,
        transform: TerminalAttach.Mode.parse(as: "terminal mode"))
    var mode: TerminalAttach.Mode?
    @Flag(help: "View the panel without operating it, as with --mode view.")
    var readOnly = false
    @Option(
        defaultAsFlag: 0,
        help: ArgumentHelp(
            "Show what another terminal shows, with its focus: the one with this number in \"fascia status\", or, "
                + "without a number, the one last used.", valueName: "terminal"))
    var follow: Int?
    @Flag(help: "Use lines instead of a picture: for screen readers, terminals without cursor control, and pipes.")
    var linear = false
    @Option(
        help: ArgumentHelp(
            "Connect to a daemon on another machine over ssh; --socket is then a path there.", valueName: "user@host"))
    var host: String?
    @Option(
        help: CatalogueHelp.help("terminal.attach", "colors"), completion: ColorDepth.completion,
        transform: ColorDepth.parse(as: "colour depth"))
    var colors: ColorDepth?
    @Option(
        help: CatalogueHelp.help("terminal.attach", "scheme"),
        completion: TerminalScheme.completion, transform: TerminalScheme.parse(as: "colour scheme"))
    var scheme: TerminalScheme?
    @Flag(inversion: .prefixedNo, help: CatalogueHelp.help("terminal.attach", "status"))
    var status = true
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Use the mouse. Without it, the terminal selects text as ever. Not used by default in GNU screen, and with "
                + "FASCIA_MOUSE=off in the environment."))
    var mouse: Bool?
    /// Without completion, which has to be synchronous in a synchronous command.
    @Option(help: "The stack to show, which is created if it does not exist; main by default.")
    var stack: String?
    @Flag(help: "Navigate independently of the other terminals, over the same state, on a stack that ends with this terminal.")
    var own = false
    @OptionGroup var reason: ReasonOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if readOnly, mode == .operate {
            throw ValidationError("--read-only contradicts --mode operate: leave one out")
        }
        if let follow, follow < 0 { throw ValidationError("--follow must be the number of a terminal, not \(follow)") }
        if follow != nil, linear {
            throw ValidationError("--linear cannot follow another terminal: leave --follow out")
        }
        let contradiction =
            stack != nil ? "--stack" : follow != nil ? "--follow" : isReadOnly ? "--read-only" : nil
        if own, let contradiction { throw ValidationError("--own contradicts \(contradiction): leave one out") }
        if let host, host.isEmpty || host.hasPrefix("-") {
            throw ValidationError("--host must be a host name that ssh accepts, not \"\(host)\"")
        }
    }

    private var isReadOnly: Bool { readOnly || mode == .view }

    func run() throws {
        let properties = TerminalProperties(environment: environmentVariable)
        let daemon = try endpoint()
        let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        if !isTerminal, let follow {
            let number = follow == 0 ? "NUMBER" : String(follow)
            throw UsageError(
                "--follow needs a terminal as standard input and output: \"fascia render --terminal \(number)\" prints what a "
                    + "terminal shows"
                    + (follow == 0 ? ", and \"fascia status\" lists the numbers" : ""))
        }
        if !isTerminal, own, !linear { throw UsageError("--own needs a terminal as standard input and output") }
        if !linear, !isTerminal {
            return try PanelPicture(
                daemon: daemon, stack: stack ?? "main", size: Self.size,
                isUnicode: TerminalProperties.localeIsUnicode(environment: environmentVariable) ?? true,
                timeLimit: common.timeLimit
            ).run()
        }
        if linear || properties.kind == .dumb {
            if !linear {
                Output.error("fascia: TERM is \"\(environmentVariable("TERM") ?? "")\": using lines, as with --linear")
            }
            let session = LinearSession(
                stack: stack ?? "main", isOwn: own, daemonName: daemon.name, operates: !isReadOnly,
                reason: reason.reason, isRemote: daemon.isRemote)
            var loop = LinearLoop(session: session, daemon: daemon, isUnicode: properties.isUnicode)
            return try loop.run(timeLimit: common.timeLimit)
        }
        try AttachedTerminal(
            daemon: daemon, properties: properties, timeLimit: common.timeLimit, usesMouse: mouse ?? properties.usesMouse,
            request: request(properties), reason: reason.reason
        ).run()
    }

    private func endpoint() throws -> DaemonEndpoint {
        guard let host else { return .here(socket: common.socketPath) }
        return .remote(try RemoteSocket(host: host, socket: common.socket, timeLimit: common.timeLimit))
    }

    private func request(_ properties: TerminalProperties) -> JSON.Object {
        JSON.Object(given: [
            "stack": stack, "create": stack != nil && !isReadOnly ? true : nil, "own": own ? true : nil,
            "colors": (colors ?? properties.colors).rawValue, "unicode": properties.isUnicode,
            "scheme": (scheme ?? properties.scheme).rawValue, "status": status,
            "features": JSON.array(properties.features.map { .string($0.rawValue) }),
            "mode": readOnly ? "view" : mode?.rawValue, "follow": follow,
            "tty": ttyname(STDIN_FILENO).map { String(cString: $0) },
        ])
    }

    /// The size from `COLUMNS` and `LINES`, if there is no terminal.
    private static var size: TerminalSize {
        func number(_ name: String) -> Int? {
            environmentVariable(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return TerminalSize(
            columns: number("COLUMNS") ?? TerminalSize.usual.columns, rows: number("LINES") ?? TerminalSize.usual.rows)
    }
}
