import FasciaDocument
import Glibc

/// What a style costs that a plugin in a process of its own draws.
struct Plugins {
    private let builtIn, isolated: Server
    private let rounds: Int

    private static let count = 100

    init(_ servers: Servers, rounds: Int) throws {
        let folder = try Servers.besideThisProgram("fasciad").split(separator: "/").dropLast()
        setenv("FASCIA_PLUGIN_PATH", "/" + folder.joined(separator: "/"), 1)
        builtIn = try servers.fascia("built-in")
        isolated = try servers.fascia("isolated")
        self.rounds = rounds
    }

    func run(into report: inout Report) throws {
        let clients = [try LineClient(builtIn.socket), try LineClient(isolated.socket)]
        try push("first", clients[1])
        try clients[1].call("environment.set", ["scope": [:], "values": ["toggleStyle": "neon"]])
        let load =
            try ContinuousClock().measure {
                try clients[1].call("plugin.load", ["id": "neon"])
                _ = try frame(isolated)
            } / .milliseconds(1)
        report.add("load a plugin and show its first frame", "ms", [("fascia", load)])
        report.require("load a plugin", "milliseconds to its first frame:", load, .atMost(100))

        var (cold, warm): ([[Double]], [[Double]]) = ([[], []], [[], []])
        for round in 0..<rounds {
            for (index, server) in [builtIn, isolated].enumerated() {
                // The plugin has not drawn these labels before.
                try push("form\(round)", clients[index])
                cold[index].append(try frame(server))
                for _ in 0..<5 { warm[index].append(try frame(server)) }
            }
        }
        let names = ["built-in", "plugin"]
        report.add("a frame of 100 new switches", "us", Array(zip(names, cold.map(\.median))))
        report.add("a frame of 100 known switches", "us", Array(zip(names, warm.map(\.median))))
        report.require(
            "a plugin draws 100 new switches", "microseconds more than built in:", cold[1].median - cold[0].median,
            .atMost(300))
        report.require(
            "a plugin draws 100 known switches", "percent more than built in:",
            (warm[1].median / warm[0].median - 1) * 100, .atMost(5))
        try idle(into: &report)
    }

    private func idle(into report: inout Report) throws {
        let terminal = try attach(isolated)
        let daemon = isolated.state
        let children = TextFile.read("/proc/\(daemon.process)/task/\(daemon.process)/children") ?? ""
        let hosts = children.split(separator: " ").compactMap { pid_t($0) }.map(ProcessState.init)
        guard !hosts.isEmpty else { throw BenchFailure("the plugin has no process") }
        let wakeUps = ProcessState.wakeUps(of: [daemon] + hosts)
        withExtendedLifetime(terminal) {}
        report.add("wake-ups in 3 s with a plugin", "", [("daemon and plugin", wakeUps)])
        report.require("an idle plugin", "wake-ups:", wakeUps, .atMost(0))
    }

    private func attach(_ server: Server) throws -> LineClient {
        let terminal = try LineClient(server.socket)
        try terminal.call(
            "terminal.attach", ["columns": 80, "rows": .int(Self.count + 10), "colors": "256"])
        _ = try terminal.notification("terminal.frame")
        return terminal
    }

    /// Microseconds from attaching to the first frame.
    private func frame(_ server: Server) throws -> Double {
        try ContinuousClock().measure { _ = try attach(server) } / .microseconds(1)
    }

    private func push(_ id: String, _ client: LineClient) throws {
        let options = (0..<Self.count).map { ["id": .string("o\($0)"), "title": .string("\(id) option \($0)")] as JSON }
        try client.call("toggle.declare", ["group": ["id": .string(id), "options": .array(options)]])
        let rows = (0..<Self.count).map { ["kind": "toggle", "bind": .string("\(id)/o\($0)")] as JSON }
        try client.call(
            "screen.put", ["screen": ["id": .string(id), "body": ["kind": "vstack", "children": .array(rows)]]])
        try client.call("nav.set", ["path": [["screen": .string(id)]]])
    }
}
