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
        try publish(client)
        let frame = try changeToFrame(client)
        report.add("a form of 100 switches: change to frame, median", "µs", [("fascia", frame)])
        report.require("a change of a form, to bytes", "milliseconds:", frame / 1_000, .atMost(2))

        var programs = [("fascia", try TerminalProgram(name: "fascia", arguments: [attach, "attach", "--socket", fascia.socket]))]
        if let textual {
            let words = textual.split(separator: " ").map(String.init)
            programs.append(("textual", try TerminalProgram(name: "textual", arguments: words)))
        }
        var figures: [String: (times: [Double], bytes: [Double])] = [:]
        for _ in 0..<(rounds * 4) {
            for (name, program) in programs {
                let (time, bytes) = try program.press(" ")
                figures[name, default: ([], [])].times.append(time)
                figures[name, default: ([], [])].bytes.append(Double(bytes))
            }
        }
        let names = programs.map(\.0)
        report.add(
            "a key that switches, to the last byte, median", "µs", names.map { ($0, figures[$0]?.times.median ?? 0) })
        report.add("its bytes, median", "B", names.map { ($0, figures[$0]?.bytes.median ?? 0) })
        if let own = figures["fascia"], let other = figures["textual"] {
            report.require(
                "a key in a form", "of Textual's time:", own.times.median / other.times.median, .atMost(1))
        }
        try client.call("nav.pop")
    }

    private func publish(_ client: LineClient) throws {
        let options = (0..<100).map { ["id": .string("o\($0)"), "title": .string("Option \($0)")] as JSON }
        try client.call("toggle.declare", ["group": ["id": "form", "options": .array(options)]])
        let rows = (0..<100).map { ["kind": "toggle", "bind": .string("form/o\($0)")] as JSON }
        try client.call("screen.put", ["screen": ["id": "form", "body": ["kind": "form", "children": .array(rows)]]])
        try client.call("nav.push", ["screen": "form"])
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
