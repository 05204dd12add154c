import ArgumentParser
import FasciaClient
import FasciaDocument

/// The issues that the daemon reports.
struct Issues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issues", abstract: "List recent issues.",
        discussion: """
            One line for each: time, severity, reason and message. With --verbose its breadcrumbs follow: the entries from \
            the root, where an action was declared, its payload, and the last commands with their senders. With --json \
            each line is an object with all of that.
            """)

    @Flag(name: .shortAndLong, help: "Also print the breadcrumbs.")
    var verbose = false
    @Flag(name: .shortAndLong, help: "Print new issues as they are reported, until interrupted.")
    var follow = false
    @Option(help: ArgumentHelp("End after this many issues.", valueName: "count"))
    var count: Int?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
        if count != nil, !follow { throw ValidationError("--count needs --follow") }
    }

    func run() async throws {
        guard follow else {
            let connection = try await common.connect()
            let status = try await connection.call("daemon.status", [:], timeout: common.timeLimit)
            for issue in status["issues"]?.arrayValue ?? [] { print(issue) }
            return
        }
        var left = count ?? .max
        let watch = ReconnectingWatch(
            path: common.socketPath, topics: ["issue:*"], since: nil, snapshot: false, name: "fascia issues",
            timeout: common.timeLimit)
        for try await item in watch {
            switch item {
            case .started: break
            case .event(let event):
                for issue in IssueText.issues(in: event) {
                    print(issue)
                    left -= 1
                    if left == 0 { return }
                }
            case .gap(let gap): Output.error("fascia: \(EventText.gap(gap.printable))")
            case .lost(let error): Output.connectionLost(error)
            }
        }
    }

    private func print(_ issue: JSON) {
        guard !common.json else { return Output.line(issue.line) }
        Output.line(IssueText.line(issue.printable))
        if verbose { for line in IssueText.breadcrumbs(issue.printable) { Output.line("    " + line) } }
    }
}
