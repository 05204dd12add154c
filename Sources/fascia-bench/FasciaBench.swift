import ArgumentParser
import CBench
import Glibc

@main
struct FasciaBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fascia-bench",
        abstract: "Measures fasciad beside a raw epoll echo, SQLite, Redis, D-Bus, mosquitto, and whiptail in tmux.",
        discussion: """
            All of them run on this machine, in the same run, in turns, under the same load. Most gates are ratios, so \
            the machine matters little; but nothing else should run on it meanwhile.

            Exit code: 0 if every gate is met, 1 if one is not.
            """,
        subcommands: [Run.self, Restarts.self, EchoServer.self, PropertyService.self], defaultSubcommand: Run.self)
}

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measure everything (the default).")

    @Flag(help: "Fewer requests and rounds: to see that everything works, not to compare.")
    var quick = false

    @Option(help: "The daemon to measure. Default: the one beside this program.")
    var daemon: String?

    @Option(
        help: """
            Only these parts: comparison, commands, bound, panel, durability, scaling, terminal, questions, forms, idle, fairness.
            """)
    var only: [Part] = Part.allCases

    enum Part: String, CaseIterable, ExpressibleByArgument {
        case comparison, commands, bound, panel, durability, scaling, terminal, questions, forms, idle, fairness
    }

    func run() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let servers = Servers(folder: folder, daemon: daemon)
        var isMet = true
        for part in only {
            var report = Report()
            try measure(part, servers, into: &report)
            // A whole run takes a while.
            print("\(part)\n\(report.text)\n")
            fflush(nil)
            isMet = isMet && report.isMet
        }
        if !isMet { throw ExitCode(1) }
    }

    private func measure(_ part: Part, _ servers: Servers, into report: inout Report) throws {
        let rounds = quick ? 1 : 5
        let share = quick ? 0.05 : 1
        switch part {
        case .comparison:
            try Comparison(servers, rounds: rounds, share: share).run(into: &report)
        case .commands:
            try CommandTimes(servers, rounds: rounds * 20)?.run(into: &report)
        case .bound:
            try BoundFlips(servers, rounds: rounds, share: share).run(into: &report)
        case .panel:
            try PolledSwitches(servers, seconds: quick ? 5 : 30).run(into: &report)
        case .durability:
            try Durability(servers, rounds: rounds, share: share)?.run(into: &report)
            try RecoveryTime(servers, share: share).run(into: &report)
        case .scaling:
            try Scaling(servers, rounds: rounds, share: share).run(into: &report)
        case .terminal:
            try Keys(servers, presses: rounds * 20).run(into: &report)
        case .questions: try QuestionStarts(rounds: rounds * 20).run(into: &report)
        case .forms:
            try Forms(servers, rounds: rounds * 4).run(into: &report)
        case .idle:
            try Idleness(servers).run(into: &report)
        case .fairness:
            try Fairness(servers, share: share).run(into: &report)
        }
    }
}

/// Runs the echo server that the daemon is compared with, in a process of its own.
struct EchoServer: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "echo-server", shouldDisplay: false)

    @Argument(help: "Where to listen.")
    var socket: String

    func run() throws {
        cbench_echo_serve(socket)
        throw BenchFailure("the echo failed: \(String(cString: strerror(errno)))")
    }
}

/// Runs the D-Bus service that the daemon is compared with, in a process of its own.
struct PropertyService: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "property-service", shouldDisplay: false)

    @Argument(help: "The socket of the message bus.")
    var socket: String

    func run() throws {
        let result = cbench_property_serve(socket)
        throw BenchFailure("the service failed: \(String(cString: strerror(-result)))")
    }
}
