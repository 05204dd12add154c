import FasciaStore
import Glibc
import TestSupport

/// Sends random traffic of several clients over real sockets, interrupts it repeatedly, and compares the state with the
/// expected one after each interruption.
final class Checker {
    enum Interruption: Hashable, CustomStringConvertible {
        /// All clients and watchers disconnect during the traffic.
        case drop
        /// SIGKILL at a random moment.
        case kill
        /// The daemon crashes at a named fault point.
        case fault(String)

        var description: String {
            switch self {
            case .drop: "hang up"
            case .kill: "kill -9"
            case .fault(let name): name
            }
        }
    }

    /// Statistics of one kind of interruption.
    private struct Tally {
        var times = 0
        /// The daemon did not reach the fault point and ended otherwise.
        var missed = 0
        var answered = 0
        /// Requests that were sent again and then answered.
        var repeated = 0
        var events = 0
    }

    private var daemon: DaemonProcess
    private let directory: TemporaryDirectory
    private let arguments: [String]
    private let environment: [String: String]
    private var clients: [TrafficClient] = []
    private var watchers: [TrafficWatcher] = []
    private var generator: SeededGenerator
    private let epoch: String
    private var tallies: [Interruption: Tally] = [:]

    init(seed: UInt64, clients count: Int = 4, arguments: [String] = [], environment: [String: String] = [:]) throws {
        generator = SeededGenerator(seed: seed)
        self.arguments = arguments
        self.environment = environment
        directory = try TemporaryDirectory()
        daemon = try DaemonProcess(in: directory, arguments: arguments, environment: environment)
        for number in 1...count {
            let client = TrafficClient(number: number)
            try client.setUp(daemon)
            clients.append(client)
        }
        for _ in 1...2 { watchers.append(try TrafficWatcher(daemon)) }
        epoch = watchers[0].epoch
    }

    /// Traffic, an interruption, a restart on the same state, and the comparison.
    func run(_ interruption: Interruption) throws {
        let before = (answered, repeated, events)
        var tally = tallies[interruption] ?? Tally()
        switch interruption {
        case .drop:
            _ = try traffic()
            for client in clients { client.drop() }
            for watcher in watchers { try watcher.drop() }
            // Requests are in flight until the daemon has noticed the disconnections.
            try daemon.client().wait(forClients: 1)
            try resume()
        case .kill:
            if try traffic() {
                for client in clients { client.send(Int.random(in: 0...8, using: &generator), &generator) }
            }
            try end()
            try begin()
        case .fault(let name):
            try end()
            // The daemon crashes the n-th time that it reaches the fault point.
            let times = Int.random(in: 1...Self.reach(name), using: &generator)
            do {
                try begin(["FASCIA_FAULT": "\(name):\(times)"])
                var isThere = try traffic()
                for _ in 1...4 where isThere {
                    isThere = try traffic()
                    for client in clients where isThere { isThere = try client.receive() }
                }
                // An orderly end writes a snapshot, so it may still reach the fault point.
                if try daemon.terminate() == .exited(0) { tally.missed += 1 }
            } catch {
                // The daemon may crash during its start or during the comparison.
                guard (try? daemon.process.waitForExit()) != nil else { throw error }
            }
            try end()
            try begin()
        }
        tally.times += 1
        tally.answered += answered - before.0
        tally.repeated += repeated - before.1
        tally.events += events - before.2
        tallies[interruption] = tally
    }

    /// - Returns: False if the daemon has ended.
    private func traffic() throws -> Bool {
        for _ in 1...Int.random(in: 1...6, using: &generator) {
            for client in clients { client.send(Int.random(in: 0...8, using: &generator), &generator) }
            for client in clients where Bool.random(using: &generator) {
                guard try client.receive() else { return false }
            }
        }
        return true
    }

    /// The maximum for how often a fault point is reached before the daemon crashes there.
    private static func reach(_ fault: String) -> Int {
        switch fault.prefix(while: { $0 != "." }) {
        case "commit", "reply": 60
        case "sync": 8
        case "compaction": 3
        default: 1
        }
    }

    private func end() throws {
        try daemon.kill9()
        for client in clients {
            // Replies sent before the end count as acknowledged.
            _ = try client.receive()
            client.drop()
        }
        for watcher in watchers { try watcher.takeRest() }
    }

    private func begin(_ fault: [String: String] = [:]) throws {
        daemon = try DaemonProcess(
            in: directory, arguments: arguments, environment: environment.merging(fault) { $1 })
        try resume()
    }

    private func resume() throws {
        for client in clients { try client.comeBack(daemon) }
        for watcher in watchers { try watcher.comeBack(daemon) }
        guard watchers.allSatisfy({ $0.epoch == epoch }) else { throw TestFailure("another epoch than \(epoch)") }
    }

    // MARK: - What came of it

    /// Number of crashes at a fault point.
    func reached(_ fault: FaultPoint) -> Int {
        tallies[.fault(fault.rawValue)].map { $0.times - $0.missed } ?? 0
    }

    var answered: Int { clients.reduce(0) { $0 + $1.answered } }
    var repeated: Int { clients.reduce(0) { $0 + $1.repeated } }
    var events: Int { watchers.reduce(0) { $0 + $1.events } }
    var gaps: Int { watchers.reduce(0) { $0 + $1.gaps } }

    func table(seed: UInt64) -> String {
        func row(_ cells: [String]) -> String {
            zip(cells, [20, 7, 9, 10, 10, 9]).map { cell, width in
                String(repeating: " ", count: max(0, width - cell.count)) + cell
            }.joined(separator: " ")
        }
        var lines = [row(["end", "times", "reached", "answered", "repeated", "events"])]
        for (end, tally) in tallies.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            lines.append(
                row([
                    "\(end)", "\(tally.times)", "\(tally.times - tally.missed)", "\(tally.answered)",
                    "\(tally.repeated)", "\(tally.events)",
                ]))
        }
        let times = tallies.values.reduce(0) { $0 + $1.times }
        lines.append(row(["all", "\(times)", "", "\(answered)", "\(repeated)", "\(events)"]))
        lines.append("FASCIA_SEED=\(seed), epoch \(epoch), \(gaps) gaps, nothing lost, nothing half done, nothing twice")
        return lines.joined(separator: "\n")
    }
}
