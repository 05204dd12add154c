import FasciaModel
import Glibc

/// A list of 100 boxes in a pseudo-terminal of 80×24, operated with the same keys beside whiptail, dialog and Textual:
/// what a user waits for, and how many bytes go to the terminal. All is measured at the far side of the terminal.
struct Checklist {
    var fascia: Server
    /// The program of the command line, and the command that shows the list with Textual, if it is there.
    var attach: String
    var textual: String?
    var rounds: Int

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        try client.pushSwitches(100, "checklist", in: "list")
        let race = try TerminalRace(commands)
        // With each of them one box is ticked, then the next one is gone to and back, then one row is scrolled.
        try measure("tick one of 100 boxes", race, into: &report, mostBytes: 24) { _ in " " }
        try measure("move the focus", race, into: &report, mostBytes: 80) { $0.isMultiple(of: 2) ? Self.down : Self.up }
        _ = try race.press(40) { _ in Self.down }
        try measure("scroll a full list by one row", race, into: &report, mostBytes: 250) { _ in Self.down }
        try client.call("nav.pop")
    }

    /// As a terminal sends them that has been set to application mode, which whiptail and dialog do.
    private static let (down, up) = ("\u{1B}OB", "\u{1B}OA")

    private var commands: [(name: String, command: [String])] {
        var all = [("fascia", [attach, "attach", "--socket", fascia.socket])]
        for name in ["whiptail", "dialog"] where Servers.find(name) != nil {
            let boxes = (0..<100).flatMap { ["\($0)", "Option \($0)", "off"] }
            all.append((name, [name, "--checklist", "Options", "24", "80", "16"] + boxes))
        }
        if let textual { all.append(("textual", textual.split(separator: " ").map(String.init))) }
        return all.map { (name: $0.0, command: $0.1) }
    }

    private func measure(
        _ what: String, _ race: TerminalRace, into report: inout Report, mostBytes: Double,
        key: (Int) -> String
    ) throws {
        let figures = try race.press(rounds * 4, key)
        let names = race.names
        report.add("\(what): to the last byte, median", "µs", names.map { ($0, figures[$0]?.times.median ?? 0) })
        report.add("\(what): bytes, median", "B", names.map { ($0, figures[$0]?.bytes.median ?? 0) })
        guard let own = figures["fascia"] else { return }
        report.require(what, "bytes:", own.bytes.median, .atMost(mostBytes))
        for name in names.dropFirst() {
            guard let other = figures[name] else { continue }
            let ratio = own.times.median / other.times.median
            // A program that has all it knows in one process is the measure.
            if name == "whiptail" {
                report.require(what, "times whiptail's time:", ratio, .atMost(2))
            } else {
                report.add("\(what): time", "", [("of \(name)'s", ratio)])
            }
        }
    }
}
