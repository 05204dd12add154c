/// A list of 100 rows in a pseudo-terminal of 80×24, operated with the same keys as whiptail, and as whiptail in tmux, a
/// common way to share a terminal menu. Everything is measured at the master side of the terminal.
struct Keys {
    private let fascia: Server
    private let commands: [(name: String, command: [String])]
    private let presses: Int
    private let tmuxSocket: String

    private static let (down, up) = ("\u{1B}OB", "\u{1B}OA")

    init(_ servers: Servers, presses: Int) throws {
        self.presses = presses
        fascia = try servers.fascia("keys")
        tmuxSocket = servers.folder.file("tmux.sock")
        let attach = try Servers.besideThisProgram("fascia")
        var commands = [("fascia", [attach, "attach", "--socket", fascia.socket])]
        let boxes = (0..<100).flatMap { ["\($0)", "Option \($0)", "off"] }
        let whiptail = ["whiptail", "--checklist", "Options", "24", "80", "16"] + boxes
        if Servers.find("whiptail") != nil {
            commands.append(("whiptail", whiptail))
            if Servers.find("tmux") != nil {
                let tmux = ["tmux", "-S", tmuxSocket, "-f", "/dev/null"]
                commands.append(("whiptail in tmux", tmux + ["new-session"] + whiptail + [";", "set", "status", "off"]))
            }
        }
        self.commands = commands
    }

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        try client.pushSwitches(100, "checklist", in: "list")
        defer { endTmux() }
        let race = try TerminalRace(commands)
        try measure("tick one of 100 rows", race, into: &report) { _ in " " }
        try measure("move the focus", race, into: &report) { $0.isMultiple(of: 2) ? Self.down : Self.up }
        // Moves to the last visible row, so that each further key scrolls.
        _ = try race.press(22) { _ in Self.down }
        try measure("scroll by one row", race, into: &report) { $0 / 60 % 2 == 0 ? Self.down : Self.up }
    }

    private func measure(
        _ what: String, _ race: TerminalRace, into report: inout Report, key: (Int) -> String
    ) throws {
        let figures = try race.press(presses, key)
        func row(_ name: String, _ unit: String, _ value: (TerminalRace.Figures) -> Double) {
            report.add("\(what): \(name)", unit, race.names.map { ($0, figures[$0].map(value) ?? 0) })
        }
        row("to the last byte, median", "µs") { $0.times.median }
        row("to the last byte, 99 %", "µs") { $0.times.percentile(0.99) }
        row("bytes, median", "B") { $0.bytes.median }
        guard let own = figures["fascia"] else { return }
        report.require(what, "milliseconds, 99 %:", own.times.percentile(0.99) / 1_000, .atMost(4))
        if let tmux = figures["whiptail in tmux"] {
            report.require(
                what, "times the median of whiptail in tmux:", own.times.median / tmux.times.median, .atMost(2.5))
        }
    }

    private func endTmux() {
        guard let tmux = Servers.find("tmux") else { return }
        try? Server.runOnce([tmux, "-S", tmuxSocket, "kill-server"])
    }
}
