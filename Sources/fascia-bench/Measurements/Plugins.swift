import FasciaDocument
import Glibc

/// What it costs that a plugin in a process of its own draws a style: `ascii`, which draws a switch in the same cells as the
/// style that is built in, so that both frames are as long.
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
        try clients[1].call("environment.set", ["scope": [:], "values": ["toggleStyle": "ascii"]])
        let load =
            try ContinuousClock().measure {
                try clients[1].call("plugin.load", ["id": "ascii"])
                _ = try frame(isolated)
            } / .milliseconds(1)
        report.add("load a plugin and show its first frame", "ms", [("fascia", load)])
        report.require("load a plugin", "milliseconds to its first frame:", load, .atMost(100))

        // Processors differ in speed from time to time, as do those of a virtual machine.
        for server in [builtIn, isolated] { try server.state.keepOnOneProcessor() }
        var (cold, warm): ([[Double]], [[Double]]) = ([[], []], [[], []])
        var bytes: [[Double]] = [[], []]
        for round in 0..<rounds {
            for (index, server) in [builtIn, isolated].enumerated() {
                // The plugin has not drawn these labels before.
                try push("form\(round)", clients[index])
                cold[index].append(try frame(server))
            }
            for _ in 0..<5 { for (index, server) in [builtIn, isolated].enumerated() { warm[index].append(try frame(server)) } }
            for (index, server) in [builtIn, isolated].enumerated() { bytes[index].append(Double(try attach(server).bytes)) }
        }
        let names = ["built-in", "plugin"]
        report.add("a frame of 100 switches", "bytes", Array(zip(names, bytes.map(\.median))))
        report.require(
            "both styles draw the same cells", "percent between the bytes of their frames:",
            abs(bytes[1].median / bytes[0].median - 1) * 100, .atMost(2))
        report.add("a frame of 100 new switches", "us", Array(zip(names, cold.map(\.median))))
        report.add("a frame of 100 known switches", "us", Array(zip(names, warm.map(\.median))))
        report.require(
            "a plugin draws 100 new switches", "microseconds more than built in:", zip(cold[1], cold[0]).map(-).median,
            .atMost(300))
        report.require(
            "a plugin draws 100 known switches", "percent more than built in:",
            (zip(warm[1], warm[0]).map(/).median - 1) * 100, .atMost(5))
        try idle(into: &report)
    }

    private func idle(into report: inout Report) throws {
        let terminal = try attach(isolated).terminal
        let daemon = isolated.state
        let children = TextFile.read("/proc/\(daemon.process)/task/\(daemon.process)/children") ?? ""
        let hosts = children.split(separator: " ").compactMap { pid_t($0) }.map(ProcessState.init)
        guard !hosts.isEmpty else { throw BenchFailure("the plugin has no process") }
        let wakeUps = ProcessState.wakeUps(of: [daemon] + hosts)
        withExtendedLifetime(terminal) {}
        report.add("wake-ups in 3 s with a plugin", "", [("daemon and plugin", wakeUps)])
        report.require("an idle plugin", "wake-ups:", wakeUps, .atMost(0))
    }

    private func attach(_ server: Server) throws -> (terminal: LineClient, bytes: Int) {
        let terminal = try LineClient(server.socket)
        try terminal.call(
            "terminal.attach", ["columns": 80, "rows": .int(Self.count + 10), "colors": "256"])
        return (terminal, try terminal.notification("terminal.frame").bytes)
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
