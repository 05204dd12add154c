import ArgumentParser
import FasciaClient
import FasciaDocument
import FasciaWire

/// The open issues, and what clears them.
struct Issues: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issues", abstract: "List open issues, or clear them.",
        discussion: """
            One line for each: number, time, severity, reason and message. With --verbose its breadcrumbs follow: the \
            entries from the root, where an action was declared, its payload, and the last commands with their senders. \
            With --json each line is an object with all of that.

            An issue is open until it is no longer true, it is cleared, or an hour has passed. \
            "fascia history --topic 'issue:*'" lists earlier ones.
            """)

    @Flag(name: .shortAndLong, help: "Also print the breadcrumbs.")
    var verbose = false
    @Flag(name: .shortAndLong, help: "Print new issues as they are reported, until interrupted.")
    var follow = false
    @Option(help: ArgumentHelp("End after this many issues.", valueName: "count"))
    var count: Int?
    @Option(
        defaultAsFlag: 0,
        help: ArgumentHelp(
            "Remove the issue with this number, or, without a number, all; from all terminals, too.", valueName: "number"))
    var clear: Int?
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let clear, clear < 0 { throw ValidationError("--clear must be the number of an issue, not \(clear)") }
        if clear != nil, follow { throw ValidationError("--clear contradicts --follow: leave one out") }
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
        if count != nil, !follow { throw ValidationError("--count needs --follow") }
    }

    func run() async throws {
        guard follow else {
            if let clear { return try await remove(clear) }
            let status = try await common.call("daemon.status", [:])
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

    /// - Parameter number: 0 for all.
    private func remove(_ number: Int) async throws {
        let params = JSON.Object(given: ["id": number == 0 ? nil : number])
        let result = try await common.call("issue.clear", params)
        common.print(result) { "\($0["cleared"]?.plain ?? "?") cleared" }
    }

    private func print(_ issue: JSON) {
        guard !common.json else { return Output.line(issue.line) }
        Output.line(IssueText.line(issue.printable))
        if verbose { for line in IssueText.breadcrumbs(issue.printable) { Output.line("    " + line) } }
    }
}
