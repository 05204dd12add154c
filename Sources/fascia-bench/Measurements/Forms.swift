import FasciaDocument

/// Forms of 100 toggles: the latency of a form's first frame, and of a key press that ten terminals of three sizes show.
struct Forms {
    private let fascia: Server
    private let rounds: Int

    private static let sizes = [(80, 24), (40, 12), (120, 40)]

    init(_ servers: Servers, rounds: Int) throws {
        fascia = try servers.fascia("forms")
        self.rounds = rounds
    }

    func run(into report: inout Report) throws {
        let client = try LineClient(fascia.socket)
        let first = try (0..<rounds).map { try firstFrame("form\($0)", client) }.median
        report.add("a form of 100 switches: attach to first frame", "ms", [("fascia", first)])
        report.require("first frame of a form of 100 switches", "milliseconds:", first, .atMost(10))
        let ten = try keys().median
        report.add("a key for 10 terminals of 3 sizes: to the last frame", "ms", [("fascia", ten)])
        report.require("a key for 10 terminals of 3 sizes", "milliseconds:", ten, .atMost(10))
    }

    /// Milliseconds from attaching to the first frame, for a screen that was not shown before.
    private func firstFrame(_ id: String, _ client: LineClient) throws -> Double {
        try client.pushSwitches(100, id, in: "form")
        let terminal = try LineClient(fascia.socket)
        return try ContinuousClock().measure {
            try terminal.call("terminal.attach", ["columns": 80, "rows": 24, "colors": "256"])
            _ = try terminal.notification("terminal.frame")
        } / .milliseconds(1)
    }

    /// Milliseconds from a key press in the first of ten terminals to the last terminal's frame, for each press.
    private func keys() throws -> [Double] {
        var id: JSON = .null
        let terminals = try (0..<10).map { number in
            let terminal = try LineClient(fascia.socket)
            let (columns, rows) = Self.sizes[number % Self.sizes.count]
            let attached = try terminal.call(
                "terminal.attach", ["columns": .int(columns), "rows": .int(rows), "colors": "256"])
            if number == 0 { id = attached["terminal"] ?? .null }
            _ = try terminal.notification("terminal.frame")
            return terminal
        }
        let key = LineClient.request(id: 99, "terminal.key", ["terminal": id, "key": "space"])
        return try (0..<rounds * 10).map { _ in
            try ContinuousClock().measure {
                try terminals[0].send(key)
                for terminal in terminals { _ = try terminal.notification("terminal.frame") }
            } / .milliseconds(1)
        }
    }
}

extension LineClient {
    /// Declares a group of options and pushes a screen with their toggles.
    ///
    /// - Parameter kind: the kind of the container node.
    func pushSwitches(_ count: Int, _ id: String, in kind: String) throws {
        let options = (0..<count).map { ["id": .string("o\($0)"), "title": .string("Option \($0)")] as JSON }
        try call("toggle.declare", ["group": ["id": .string(id), "options": .array(options)]])
        let rows = (0..<count).map { ["kind": "toggle", "bind": .string("\(id)/o\($0)")] as JSON }
        try call(
            "screen.put", ["screen": ["id": .string(id), "body": ["kind": .string(kind), "children": .array(rows)]]])
        try call("nav.push", ["screen": .string(id)])
    }
}
