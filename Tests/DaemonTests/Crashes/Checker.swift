import FasciaModel
import Glibc
import TestSupport

/// Random traffic of several clients over real sockets, which is cut off again and again; after each time, what is
/// there is held against what is expected.
final class Checker {
    enum Interruption: Hashable, CustomStringConvertible {
        /// Clients and watchers hang up in the midst of it.
        case drop
        /// SIGKILL at a random moment.
        case kill
        /// The daemon dies at a named place.
        case fault(String)

        var description: String {
            switch self {
            case .drop: "hang up"
            case .kill: "kill -9"
            case .fault(let name): name
            }
        }
    }

    /// How often, and what it met.
    struct Tally {
        var times = 0
        /// The daemon never got to the named place, and was killed where it was.
        var missed = 0
        var answered = 0
        var unanswered = 0
    }

    private var daemon: DaemonProcess
    private let directory: TemporaryDirectory
    private let arguments: [String]
    private var clients: [TrafficClient] = []
    private var watchers: [TrafficWatcher] = []
    private var generator: SeededGenerator
    private let epoch: String
    private(set) var tallies: [Interruption: Tally] = [:]

    init(seed: UInt64, clients count: Int = 4, arguments: [String] = []) throws {
        generator = SeededGenerator(seed: seed)
        self.arguments = arguments
        directory = try TemporaryDirectory()
        daemon = try DaemonProcess(in: directory, arguments: arguments)
        for number in 1...count {
            let client = TrafficClient(number: number)
            try client.setUp(daemon)
            clients.append(client)
        }
        for _ in 1...2 { watchers.append(try TrafficWatcher(daemon)) }
        epoch = watchers[0].epoch
    }

    /// One life of a daemon: traffic, its end, another one over the same state, and the comparison.
    func run(_ interruption: Interruption) throws {
        var environment: [String: String] = [:]
        if case .fault(let name) = interruption {
            // Not the first time that it gets there, as a rule.
            environment["FASCIA_FAULT"] = "\(name):\(Int.random(in: 1...Self.reach(name), using: &generator))"
            try end()
            try begin(environment)
        }
        let rounds = Int.random(in: 1...6, using: &generator)
        var isThere = true
        for _ in 1...rounds where isThere {
            for client in clients { client.send(Int.random(in: 0...8, using: &generator), &generator) }
            for client in clients where Bool.random(using: &generator) {
                isThere = try client.receive() && isThere
            }
            if isThere, Int.random(in: 0..<4, using: &generator) == 0 { _ = try? watchers[0].catchUp() }
        }
        let answered = clients.reduce(0) { $0 + $1.answered }
        switch interruption {
        case .drop:
            for client in clients { client.drop() }
            for watcher in watchers { try watcher.drop() }
            // What they have sent may still be on its way until the daemon has seen them go.
            try daemon.client().wait(forClients: 1)
            try resume()
        case .kill:
            for client in clients { client.send(Int.random(in: 0...8, using: &generator), &generator) }
            try end()
            try begin()
        case .fault:
            if isThere {
                // It has more to do before it may get there.
                for client in clients { _ = try client.receive() }
            }
            if !daemon.process.hasEnded { tallies[interruption, default: Tally()].missed += 1 }
            try end()
            try begin()
        }
        tallies[interruption, default: Tally()].times += 1
        tallies[interruption, default: Tally()].answered += answered
    }

    /// How many times a place may be gone past before the daemon dies there.
    private static func reach(_ fault: String) -> Int {
        fault.hasPrefix("append") || fault.hasPrefix("reply") ? 60 : fault.hasPrefix("commit") ? 8 : 2
    }

    private func end() throws {
        try daemon.kill9()
        for client in clients {
            // What it said before it ended counts.
            _ = try client.receive()
            client.drop()
        }
        for watcher in watchers { try watcher.takeRest() }
    }

    private func begin(_ environment: [String: String] = [:]) throws {
        daemon = try DaemonProcess(in: directory, arguments: arguments, environment: environment)
        try resume()
    }

    private func resume() throws {
        for client in clients { try client.comeBack(daemon) }
        for watcher in watchers { try watcher.comeBack(daemon) }
        guard watchers.allSatisfy({ $0.epoch == epoch }) else { throw TestFailure("another epoch than \(epoch)") }
    }

    // MARK: - What came of it

    var answered: Int { clients.reduce(0) { $0 + $1.answered } }
    var repeated: Int { clients.reduce(0) { $0 + $1.repeated } }
    var events: Int { watchers.reduce(0) { $0 + $1.events } }
    var gaps: Int { watchers.reduce(0) { $0 + $1.gaps } }
}
