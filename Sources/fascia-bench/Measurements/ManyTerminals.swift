import FasciaModel

/// A hundred attached terminals of five sizes: what a change takes, and what they take while nothing happens.
struct ManyTerminals {
    var fascia: Server
    /// The program of the command line.
    var attach: String

    private static let sizes = [(80, 24), (40, 12), (120, 40), (20, 6), (200, 50)]

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        try client.call("toggle.declare", ["group": ["id": "many", "options": [["id": "a"], ["id": "b"]]]])
        let rows: JSON = [["kind": "toggle", "bind": "many/a"], ["kind": "toggle", "bind": "many/b"]]
        try client.call("screen.put", ["screen": ["id": "many", "body": ["kind": "form", "children": rows]]])
        try client.call("nav.push", ["screen": "many"])
        let terminals = try (0..<100).map { number in
            let terminal = try LineClient(fascia.socket)
            let (columns, rows) = Self.sizes[number % Self.sizes.count]
            try terminal.call("terminal.attach", ["columns": .int(columns), "rows": .int(rows), "colors": "256"])
            _ = try terminal.notification("terminal.frame")
            return terminal
        }
        let before = try client.call("daemon.status")["work"]
        try client.call("toggle.set", ["id": "many/a", "on": true])
        for terminal in terminals { _ = try terminal.notification("terminal.frame") }
        let after = try client.call("daemon.status")["work"]
        func spent(_ what: String) -> Double {
            Double((after?[what]?.intValue ?? .max) - (before?[what]?.intValue ?? 0))
        }
        let all = ["scenes", "layouts", "pictures", "frames"]
        report.add("one change for 100 terminals of 5 sizes", "", all.map { ($0, spent($0)) })
        report.require("one change for 100 terminals", "layouts:", spent("layouts"), .atMost(5))

        let program = try TerminalProgram(name: "fascia", arguments: [attach, "attach", "--socket", fascia.socket])
        let wakeUps = ProcessState.wakeUps(of: [fascia.state, program.state])
        withExtendedLifetime((terminals, program)) {}
        report.add("wake-ups in 3 s with 100 terminals attached", "", [("daemon and client", wakeUps)])
        report.require("100 idle terminals", "wake-ups:", wakeUps, .atMost(0))
        try client.call("nav.pop")
    }
}
