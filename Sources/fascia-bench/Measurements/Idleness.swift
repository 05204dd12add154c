/// The cost of an idle daemon: private memory with one connection, and wake-ups with a hundred attached terminals.
struct Idleness {
    private let fascia: Server
    private let attach: String

    private static let sizes = [(80, 24), (40, 12), (120, 40), (20, 6), (200, 50)]

    init(_ servers: Servers) throws {
        fascia = try servers.fascia("idle")
        attach = try Servers.besideThisProgram("fascia")
    }

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        try client.call("daemon.status")
        let memory = Double(fascia.state.privateBytes) / 1e6
        report.add("an idle daemon's private memory", "MB", [("fascia", memory)])
        report.require("an idle daemon", "private megabytes:", memory, .atMost(8))

        try client.pushSwitches(2, "many", in: "form")
        let terminals = try (0..<100).map { number in
            let terminal = try LineClient(fascia.socket)
            let (columns, rows) = Self.sizes[number % Self.sizes.count]
            try terminal.call("terminal.attach", ["columns": .int(columns), "rows": .int(rows), "colors": "256"])
            _ = try terminal.notification("terminal.frame")
            return terminal
        }
        let program = try TerminalProgram(name: "fascia", arguments: [attach, "attach", "--socket", fascia.socket])
        let wakeUps = ProcessState.wakeUps(of: [fascia.state, program.state])
        withExtendedLifetime((terminals, program)) {}
        report.add("wake-ups in 3 s with 100 terminals attached", "", [("daemon and client", wakeUps)])
        report.require("100 idle terminals", "wake-ups:", wakeUps, .atMost(0))
    }
}
