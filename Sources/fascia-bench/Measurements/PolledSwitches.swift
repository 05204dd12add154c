import CBench
import Glibc

/// What the agent of a panel file costs that reads 1,000 switches every 10 seconds, without their commands.
struct PolledSwitches {
    private let server: Server
    private let agent: pid_t
    private let seconds: UInt32

    private static let count = 1_000

    init(_ servers: Servers, seconds: UInt32) throws {
        server = try servers.fascia("polled")
        self.seconds = seconds
        let (file, log) = (servers.folder.file("polled.yaml"), servers.folder.file("polled-agent.log"))
        try TextFile.write(Self.panel, to: file)
        setenv("FASCIA_SOCKET", server.socket, 1)
        let arguments = [try Servers.besideThisProgram("fascia"), "panel", "run", file]
        var pointers = arguments.map { UnsafePointer(strdup($0)) } + [nil]
        agent = cbench_spawn(&pointers, log)
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
        guard agent > 0 else { throw BenchFailure("cannot start the agent: \(String(cString: strerror(errno)))") }
        for _ in 0..<2_000 where TextFile.read(log)?.contains("running") != true { usleep(10_000) }
        guard TextFile.read(log)?.contains("running") == true else {
            throw BenchFailure("the agent does not run after 20 s:\n\(TextFile.read(log) ?? "")")
        }
    }

    private static var panel: String {
        var lines = ["panel: polled", "screens:", "  home:"]
        for group in 0..<count / 100 {
            lines += ["    - group: polled\(group)", "      options:"]
            for option in 0..<100 {
                lines.append(#"        o\#(option): {on: ["true"], off: ["true"], status: ["true"], every: 10s}"#)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    func run(into report: inout Report) throws {
        defer {
            kill(agent, SIGTERM)
            waitpid(agent, nil, 0)
        }
        // The first reading of all switches.
        sleep(12)
        let states = [("agent", ProcessState(process: agent)), ("daemon", server.state)]
        let before = states.map(\.1.wholeProcessorTime)
        sleep(seconds)
        let shares = zip(states, before).map { state, before in
            (state.0, (state.1.wholeProcessorTime - before) / Double(seconds) * 100)
        }
        report.add("1,000 switches read every 10 s, without their commands", "%", shares)
        report.require("1,000 switches read every 10 s", "percent of a processor:", shares[0].1, .atMost(2))
    }
}

extension ProcessState {
    /// Processor time in seconds, also that of threads that have ended, but not that of children.
    fileprivate var wholeProcessorTime: Double {
        // The name of the program, in parentheses, may contain anything.
        let fields = TextFile.read("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
