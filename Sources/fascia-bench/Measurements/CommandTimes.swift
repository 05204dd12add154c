import CBench
import Glibc

/// The processor time of `fascia get` as a process, which scripts call in loops, beside `busctl get-property`.
struct CommandTimes {
    private let fascia, bus, service: Server
    private let rounds: Int

    /// `nil` if busctl or dbus-daemon are not installed.
    init?(_ servers: Servers, rounds: Int) throws {
        guard Servers.find("busctl") != nil, let bus = try servers.bus("dbus-commands") else { return nil }
        (self.bus, self.rounds) = (bus, rounds)
        service = try servers.service(on: bus)
        fascia = try servers.fascia("commands")
    }

    func run(into report: inout Report) throws {
        try LineClient(fascia.socket).call("value.set", ["key": "v", "value": 1])
        let get = [try Servers.besideThisProgram("fascia"), "get", "v", "--socket", fascia.socket]
        let busctl = [
            Servers.find("busctl") ?? "", "--address", "unix:path=\(bus.socket)", "get-property", CBENCH_INTERFACE, "/o0",
            CBENCH_INTERFACE, "On",
        ]
        var times: [(fascia: Double, bus: Double)] = []
        for _ in 0..<rounds {
            times.append((try Server.processorTime(get), try Server.processorTime(busctl)))
        }
        report.add(
            "a value as a process: processor time", "µs",
            [("busctl get-property", times.map(\.bus).median), ("fascia get", times.map(\.fascia).median)])
        report.require(
            "fascia get", "times the processor time of busctl:", times.map { $0.fascia / $0.bus }.median, .atMost(1.5))
    }
}
