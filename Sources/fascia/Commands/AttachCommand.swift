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
            Arrows and Tab move, Space and Enter operate, Esc and Backspace go back, ? shows the keys, q or Ctrl-C \
            leaves; the mouse works, too. When the daemon goes away, the terminal waits for it and goes on where it was.

            --linear reads the screen as lines, says each change as one line and takes what to do as lines: for screen \
            readers, for terminals that cannot move their cursor, and for pipes.
            """)

    @Option(
        help: Docs.help("terminal.attach", "mode"), completion: TerminalAttach.Mode.completion,
        transform: TerminalAttach.Mode.parse(as: "mode of a terminal"))
    var mode: TerminalAttach.Mode?
    @Flag(help: "Only look: the same as --mode view.")
    var readOnly = false
    @Option(
        defaultAsFlag: 0,
        help: ArgumentHelp(
            "Show what another terminal shows, with its focus: its number in \"fascia status\", or without one "
                + "whichever was used last.", valueName: "terminal"))
    var follow: Int?
    @Flag(help: "Line by line, for screen readers, terminals without a cursor, and pipes.")
    var linear = false
    @Option(
        help: ArgumentHelp(
            "The daemon of another machine, by ssh; --socket is then a path there.", valueName: "user@host"))
    var host: String?
    @Option(
        help: Docs.help("terminal.attach", "colors"), completion: ColorDepth.completion,
        transform: ColorDepth.parse(as: "depth of colour"))
    var colors: ColorDepth?
    @Option(
        help: Docs.help("terminal.attach", "scheme"),
        completion: TerminalAttach.Scheme.completion, transform: TerminalAttach.Scheme.parse(as: "scheme of colours"))
    var scheme: TerminalAttach.Scheme?
    @Flag(inversion: .prefixedNo, help: Docs.help("terminal.attach", "status"))
    var status = true
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if readOnly, mode == .operate {
            throw ValidationError("--read-only and --mode operate say the opposite of each other: leave one out")
        }
        if let follow, follow < 0 { throw ValidationError("--follow takes the number of a terminal, not \(follow)") }
        if follow != nil, linear {
            throw ValidationError("--linear goes its own way: it cannot follow another terminal; leave --follow out")
        }
        if let host, host.isEmpty || host.hasPrefix("-") {
            throw ValidationError("--host needs the name of a machine, as ssh takes it, and was \"\(host)\"")
        }
    }

    func run() throws {
        let properties = TerminalProperties(environment: environmentVariable)
        let daemon = try place()
        let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        if !isTerminal, let follow {
            let number = follow == 0 ? "NUMBER" : String(follow)
            throw UsageError(
                "--follow needs a terminal to show it in, and standard input and output are none: "
                    + "\"fascia render --terminal \(number)\" prints what a terminal shows"
                    + (follow == 0 ? ", and \"fascia status\" has its number" : ""))
        }
        if !linear, !isTerminal {
            return try PanelPicture(
                daemon: daemon, stack: stack.stack ?? "main", size: Self.size, timeLimit: common.timeLimit
            ).run()
        }
        if linear || properties.kind == .dumb {
            if !linear {
                Output.error("fascia: TERM is \"\(environmentVariable("TERM") ?? "")\": line by line, as with --linear")
            }
            let session = LinearSession(
                stack: stack.stack ?? "main", place: daemon.name, operates: !readOnly && mode != .view)
            var loop = LinearLoop(session: session, daemon: daemon, isUnicode: properties.isUnicode)
            return try loop.run(timeLimit: common.timeLimit)
        }
        try AttachedTerminal(
            daemon: daemon, properties: properties, timeLimit: common.timeLimit, request: request(properties)
        ).run()
    }

    private func place() throws -> DaemonEndpoint {
        guard let host else { return .here(socket: common.socketPath) }
        return .remote(try RemoteSocket(host: host, socket: common.socket, timeLimit: common.timeLimit))
    }

    private func request(_ properties: TerminalProperties) -> JSON.Object {
        var request: JSON.Object = [
            "colors": .string((colors ?? properties.colors).rawValue), "unicode": .bool(properties.isUnicode),
            "scheme": .string((scheme ?? properties.scheme).rawValue), "status": .bool(status),
            "features": .array(properties.features.map { .string($0.rawValue) }),
        ]
        request.set("stack", stack.stack)
        request.set("mode", readOnly ? "view" : mode?.rawValue)
        request.set("follow", follow)
        request.set("tty", ttyname(STDIN_FILENO).map { String(cString: $0) })
        return request
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
