import ArgumentParser
import CBench
import FasciaModel
import FasciaWire
import Glibc

@main
struct FasciaBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fascia-bench",
        abstract: "Measures fasciad beside a raw epoll echo and Redis.",
        discussion: """
            All of them run on this machine, in the same run, in turns, under the same load generator. What must hold \
            are mostly ratios, so that the machine does not matter much; but run it on one that has nothing else to do.

            Exit code: 0 where all targets are met, 1 where one is not.
            """,
        subcommands: [Run.self, Restarts.self, EchoServer.self], defaultSubcommand: Run.self)
}

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measure everything (the default).")

    @Flag(help: "Fewer requests and rounds: to see that everything works, not to compare.")
    var quick = false

    @Flag(help: "Print a JSON object instead of a table.")
    var json = false

    @Option(help: "The daemon to measure; the one beside this program where it is left out.")
    var daemon: String?

    @Option(help: "The command that shows the form of the bench with Textual; not compared where it is left out.")
    var textual: String?

    @Option(help: "The command that shows the checklist of the bench with Textual; not compared where it is left out.")
    var textualChecklist: String?

    @Option(help: "Only these parts: comparison, durability, scaling, master, form, keys, terminal, sizes, idle.")
    var only: [Part] = Part.allCases

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case comparison, durability, scaling, master, form, keys, terminal, sizes, idle
    }

    func run() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var report = Report()
        try measure(in: folder, into: &report)
        if json {
            var writer = JSONWriter()
            writer.write(report.json)
            print(writer.text)
        } else {
            print(report.text)
        }
        if !report.isMet { throw ExitCode(1) }
    }

    private func measure(in folder: TemporaryFolder, into report: inout Report) throws {
        let servers = Servers(folder: folder, daemon: daemon)
        let rounds = quick ? 1 : 5
        let share = quick ? 0.05 : 1
        let fascia = try servers.fascia("fascia")
        if only.contains(.idle) { try Idleness(fascia: fascia).run(into: &report) }
        if only.contains(.comparison) {
            try Comparison(servers, rounds: rounds, share: share).run(into: &report)
        }
        if only.contains(.durability) {
            try Durability(servers, folder: folder, rounds: rounds, share: share).run(into: &report)
            try Recovery(servers, share: share).run(into: &report)
        }
        if only.contains(.scaling) {
            let (small, large) = (try servers.fascia("small"), try servers.fascia("large"))
            try Scaling(small: small, large: large, rounds: rounds, share: share).run(into: &report)
        }
        if only.contains(.master) { try MasterFlip(fascia: fascia, rounds: rounds).run(into: &report) }
        if only.contains(.form) {
            // A command runs on the main thread.
            let run = { @MainActor in
                var form = Report()
                try FormUpdate(rounds: rounds).run(into: &form)
                return form
            }
            report.add(try MainActor.assumeIsolated(run))
        }
        if only.contains(.keys) {
            let attach = try Servers.besideThisProgram("fascia")
            try KeyPress(fascia: fascia, attach: attach, textual: textual, rounds: rounds).run(into: &report)
        }
        if only.contains(.terminal) {
            let attach = try Servers.besideThisProgram("fascia")
            try Checklist(fascia: fascia, attach: attach, textual: textualChecklist, rounds: rounds).run(into: &report)
            try ManyTerminals(fascia: fascia, attach: attach).run(into: &report)
        }
        if only.contains(.sizes) {
            try Sizes(fascia: fascia).run(into: &report)
            try Rows().run(into: &report)
        }
    }
}

/// What the echo is measured as: a process of its own.
struct EchoServer: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "echo-server", shouldDisplay: false)

    @Argument(help: "Where to listen.")
    var socket: String

    func run() throws {
        cbench_echo_serve(socket)
        throw BenchFailure("the echo failed: \(String(cString: strerror(errno)))")
    }
}
