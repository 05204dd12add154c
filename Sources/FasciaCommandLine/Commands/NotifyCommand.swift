import ArgumentParser
import FasciaClient
import FasciaDocument

struct NotifyCommand: MethodCommand {
    static let method = "ask.open"
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "Show a message at the panel until somebody has seen it.",
        discussion: "It does not wait: it is a question without an answer, which \"fascia ask list\" lists.")

    enum Severity: String, CaseIterable, ExpressibleByArgument {
        case info, warning, error
    }

    @Argument(help: "What it says.")
    var text: String
    @Option(help: ArgumentHelp("What stands in the title bar.", valueName: "text"))
    var title: String?
    @Option(help: "How serious it is, which the title says unless it is given.")
    var severity = Severity.info
    @Option(
        help: ArgumentHelp("Remove it after this time, if nobody has seen it; a day by default.", valueName: "time"),
        transform: AskOptions.duration)
    var expires = Duration.seconds(86_400)
    @Option(
        help: ArgumentHelp(
            "Only for these: user:NAME, group:NAME, terminal:NUMBER; several times for several.", valueName: "whom"))
    var to: [String] = []
    @OptionGroup var common: CommonOptions

    func params() -> JSON.Object {
        var params: JSON.Object = ["kind": "message", "text": .string(text), "keep": true]
        let word = severity == .info ? nil : severity.rawValue.prefix(1).uppercased() + severity.rawValue.dropFirst()
        params["title"] = (title ?? word).map { .string($0) }
        params["timeout"] = .double(min(max(0.001, expires / .seconds(1)), 2_592_000))
        if !to.isEmpty { params["to"] = .array(to.map { .string($0) }) }
        return params
    }
}
