import FasciaModel
import Glibc

/// A form of 100 switches in a terminal of 80×24: from a key to the last byte, beside Textual with the same form; and
/// from a line on the socket to the frame of an attached terminal.
struct KeyPress {
    var fascia: Server
    /// The program of the command line, and the command that shows the form with Textual, if it is there.
    var attach: String
    var textual: String?
    var rounds: Int

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        try client.pushSwitches(100, "form", in: "form")
        let frame = try changeToFrame(client)
        report.add("a form of 100 switches: change to frame, median", "µs", [("fascia", frame)])
        report.require("a change of a form, to bytes", "milliseconds:", frame / 1_000, .atMost(2))

        var commands = [(name: "fascia", command: [attach, "attach", "--socket", fascia.socket])]
        if let textual { commands.append(("textual", textual.split(separator: " ").map(String.init))) }
        let race = try TerminalRace(commands)
        let figures = try race.press(rounds * 4) { _ in " " }
        let names = race.names
        report.add(
            "a key that switches, to the last byte, median", "µs", names.map { ($0, figures[$0]?.times.median ?? 0) })
        report.add("its bytes, median", "B", names.map { ($0, figures[$0]?.bytes.median ?? 0) })
        if let own = figures["fascia"], let other = figures["textual"] {
            report.require(
                "a key in a form", "of Textual's time:", own.times.median / other.times.median, .atMost(1))
        }
        try client.call("nav.pop")
    }

    /// Microseconds from the request to the frame.
    private func changeToFrame(_ client: LineClient) throws -> Double {
        let terminal = try LineClient(fascia.socket)
        try terminal.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "256"])
        _ = try terminal.notification("terminal.frame")
        var times: [Double] = []
        for change in 0..<(rounds * 40) {
            let line = LineClient.request(id: 1, "toggle.set", ["id": "form/o1", "on": .bool(change.isMultiple(of: 2))])
            // A burst of changes makes one picture; this is about one change by itself.
            usleep(12_000)
            let time = try ContinuousClock().measure {
                try client.send(line)
                _ = try terminal.notification("terminal.frame")
            }
            _ = try client.line()
            times.append(time / .microseconds(1))
        }
        return times.median
    }
}
