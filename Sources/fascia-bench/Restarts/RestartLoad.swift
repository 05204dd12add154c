import Glibc

/// Clients with one connection each, served in one thread.
struct RestartLoad {
    private let socket: String
    private var clients: [RestartClient] = []
    private var connections: [LineClient] = []
    private var answers = 0
    private var reconnections = 0
    private var closedByRestarts = 0
    /// Maximum time without any answer or event, in milliseconds; what is still missing then counts as lost.
    private static let patience: Int32 = 30_000

    init(socket: String, clients count: Int) throws(BenchFailure) {
        self.socket = socket
        for index in 0..<count {
            var client = RestartClient(index: index)
            let connection = try LineClient(socket)
            try connection.send(Array((client.opening + client.ask()).utf8))
            clients.append(client)
            connections.append(connection)
        }
    }

    /// Runs the load until this many more requests are answered.
    mutating func run(requests: Int) throws(BenchFailure) {
        let goal = answers + requests
        while answers < goal {
            guard try serve(asking: true, patience: Self.patience) else { return }
        }
    }

    /// Runs the load while a command restarts the daemon.
    mutating func run(duringRestart command: String) throws(BenchFailure) {
        let before = closed
        try run(during: command)
        closedByRestarts += closed - before
    }

    /// Runs the load while a command kills the daemon.
    mutating func run(during command: String) throws(BenchFailure) {
        let program = try RestartCommand(command)
        while try !program.hasEnded() { _ = try serve(asking: true, patience: 5) }
    }

    private var closed: Int { clients.reduce(0) { $0 + $1.closed } }

    /// Waits for the pending answers and events.
    mutating func finish() throws(BenchFailure) {
        while clients.contains(where: { $0.isWaiting || $0.told < $0.answered }) {
            guard try serve(asking: false, patience: Self.patience) else { return }
        }
    }

    /// - Returns: whether any descriptor was ready in time.
    private mutating func serve(asking: Bool, patience: Int32) throws(BenchFailure) -> Bool {
        var entries = connections.indices.map { index in
            pollfd(fd: connections[index].descriptor, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&entries, nfds_t(entries.count), patience) > 0 else { return false }
        for index in entries.indices where entries[index].revents != 0 {
            guard let bytes = connections[index].available() else {
                try reconnect(index)
                continue
            }
            let before = clients[index].answered
            clients[index].receive(bytes)
            answers += clients[index].answered - before
            // If the connection has just been closed, `reconnect` sends the request again.
            if asking, !clients[index].isWaiting { try? connections[index].send(Array(clients[index].ask().utf8)) }
        }
        return true
    }

    private mutating func reconnect(_ index: Int) throws(BenchFailure) {
        clients[index].ends()
        connections[index] = try LineClient(socket)
        try? connections[index].send(Array(clients[index].opening.utf8))
        reconnections += 1
    }

    // MARK: - Outcome

    struct Outcome {
        var rows: [(String, Int)]
        var lost: [(String, Int)]
        var oddities: [String]

        var isClean: Bool { lost.allSatisfy { $0.1 == 0 } && oddities.isEmpty }

        var text: String {
            let width = (rows + lost).map(\.0.count).max() ?? 0
            return
                ((rows + lost).map { name, count in
                    name + String(repeating: " ", count: width - name.count + 2) + "\(count)"
                } + oddities.prefix(10)).joined(separator: "\n")
        }
    }

    func outcome(restarts: Int, kills: Int) -> Outcome {
        func sum(_ count: (RestartClient) -> Int) -> Int { clients.reduce(0) { $0 + count($1) } }
        var oddities = clients.flatMap(\.oddities)
        var lostChanges = 0
        do {
            let values = try LineClient(socket).call("value.get", ["prefix": "load/"])["values"]
            lostChanges = clients.count { values?[$0.key]?.intValue != $0.answered }
        } catch {
            oddities.append("\(error)")
        }
        return Outcome(
            rows: [
                ("restarts", restarts), ("kills", kills), ("clients", clients.count), ("answered requests", answers),
                ("events", sum(\.told)), ("connections that a new process took over", sum(\.resumed)),
                ("connections closed by kills", closed - closedByRestarts), ("reconnections", reconnections),
            ],
            lost: [
                ("connections closed by restarts", closedByRestarts), ("lost answers", sum(\.lostReplies)),
                ("doubled answers", sum(\.doubledReplies)), ("requests without an answer", sum { $0.isWaiting ? 1 : 0 }),
                ("lost changes", lostChanges), ("revisions that went back", sum(\.revisionsBack)),
                ("missed events", sum(\.missedEvents)),
                ("doubled events", sum(\.doubledEvents)), ("gaps", sum(\.gaps)),
            ], oddities: oddities)
    }
}
