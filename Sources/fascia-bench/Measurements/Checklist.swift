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
        try publish(client)
        var programs = try programs()
        // With each of them one box is ticked, then the next one is gone to and back, then one row is scrolled.
        try measure("tick one of 100 boxes", &programs, into: &report, mostBytes: 24) { _ in " " }
        try measure("move the focus", &programs, into: &report, mostBytes: 80) { $0.isMultiple(of: 2) ? Self.down : Self.up }
        for index in programs.indices { for _ in 0..<40 { _ = try programs[index].program.press(Self.down) } }
        try measure("scroll a full list by one row", &programs, into: &report, mostBytes: 250) { _ in Self.down }
        try client.call("nav.pop")
    }

    /// As a terminal sends them that has been set to application mode, which whiptail and dialog do.
    private static let (down, up) = ("\u{1B}OB", "\u{1B}OA")

    private struct Candidate {
        var name: String
        var program: TerminalProgram
    }

    private func programs() throws -> [Candidate] {
        var all = [("fascia", [attach, "attach", "--socket", fascia.socket])]
        for name in ["whiptail", "dialog"] where Servers.find(name) != nil {
            let boxes = (0..<100).flatMap { ["\($0)", "Option \($0)", "off"] }
            all.append((name, [name, "--checklist", "Options", "24", "80", "16"] + boxes))
        }
        if let textual { all.append(("textual", textual.split(separator: " ").map(String.init))) }
        return try all.map { Candidate(name: $0, program: try TerminalProgram(name: $0, arguments: $1)) }
    }

    private func measure(
        _ what: String, _ programs: inout [Candidate], into report: inout Report, mostBytes: Double,
        key: (Int) -> String
    ) throws {
        var figures: [String: (times: [Double], bytes: [Double])] = [:]
        for round in 0..<(rounds * 4) {
            for candidate in programs {
                let (time, bytes) = try candidate.program.press(key(round))
                figures[candidate.name, default: ([], [])].times.append(time)
                figures[candidate.name, default: ([], [])].bytes.append(Double(bytes))
            }
        }
        let names = programs.map(\.name)
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

    private func publish(_ client: LineClient) throws {
        let options = (0..<100).map { ["id": .string("o\($0)"), "title": .string("Option \($0)")] as JSON }
        try client.call("toggle.declare", ["group": ["id": "checklist", "options": .array(options)]])
        let rows = (0..<100).map { ["kind": "toggle", "bind": .string("checklist/o\($0)")] as JSON }
        try client.call(
            "screen.put", ["screen": ["id": "checklist", "body": ["kind": "list", "children": .array(rows)]]])
        try client.call("nav.push", ["screen": "checklist"])
    }
}
