import ArgumentParser
import FasciaModel
import FasciaWire

struct Attach: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Show the panel in this terminal and operate it.",
        discussion: """
            Arrows and Tab move, Space and Enter operate, Esc and Backspace go back, q or Ctrl-C leaves; the mouse \
            works, too.
            """)

    @Option(help: Docs.help("terminal.attach", "mode"), completion: .list(["operate", "view"]), transform: parseMode)
    var mode: TerminalAttach.Mode?
    @Option(
        help: Docs.help("terminal.attach", "colors"), completion: .list(ColorDepth.allCases.map(\.rawValue)),
        transform: ColorDepth.parse)
    var colors: ColorDepth?
    @Option(
        help: Docs.help("terminal.attach", "scheme"),
        completion: .list(TerminalAttach.Scheme.allCases.map(\.rawValue)), transform: parseScheme)
    var scheme: TerminalAttach.Scheme?
    @Flag(inversion: .prefixedNo, help: Docs.help("terminal.attach", "status"))
    var status = true
    @OptionGroup var stack: StackOption
    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await AttachedTerminal(
            mode: mode, colors: colors, scheme: scheme, status: status, stack: stack.stack, common: common
        ).run()
    }

    @Sendable
    private static func parseScheme(_ argument: String) throws -> TerminalAttach.Scheme {
        guard let scheme = TerminalAttach.Scheme(rawValue: argument) else {
            throw ValidationError("\"\(argument)\" is no scheme of colours: it is one of dark, light")
        }
        return scheme
    }

    @Sendable
    private static func parseMode(_ argument: String) throws -> TerminalAttach.Mode {
        guard let mode = TerminalAttach.Mode(rawValue: argument) else {
            let names = TerminalAttach.Mode.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("\"\(argument)\" is no mode of a terminal: it is one of \(names)")
        }
        return mode
    }
}
