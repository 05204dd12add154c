import ArgumentParser
import FasciaClient
import FasciaDocument

/// The issues that the daemon reports.
struct Issues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issues", abstract: "Tells what has gone wrong lately.",
        discussion: """
            One line for each: when, how serious, what kind, and what is wrong. With --verbose its breadcrumbs stand \
            below it: the entries from the root, where an action was declared, what went with it, and the last commands \
            with who sent them. With --json each line is an object with all of that.
            """)

    @Flag(name: .shortAndLong, help: "Tell what led there, too.")
    var verbose = false
    @Flag(name: .shortAndLong, help: "Go on with those that come, until it is interrupted.")
    var follow = false
    @Option(help: ArgumentHelp("End after so many new ones.", valueName: "count"))
    var count: Int?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
        if count != nil, !follow { throw ValidationError("--count goes with --follow") }
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
            case .lost(let error):
                Output.error("fascia: \(Printable.text(error.message))")
                Output.error("fascia: waiting for it to come back")
            }
        }
    }

    private func print(_ issue: JSON) {
        guard !common.json else { return Output.line(issue.line) }
        Output.line(IssueText.line(issue.printable))
        if verbose { for line in IssueText.breadcrumbs(issue.printable) { Output.line("    " + line) } }
    }
}
