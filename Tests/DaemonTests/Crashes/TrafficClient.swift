import FasciaDocument
import TestSupport

/// A client of the model checker. It sends many requests before it reads the replies, and records which were answered.
///
/// Answered requests have been executed. Of the unanswered ones any number from the first on may have been executed,
/// without omissions. With idempotency keys they are sent again and must then have been executed exactly once.
final class TrafficClient {
    let number: Int
    /// Whether its requests have idempotency keys.
    let usesKeys: Bool
    private(set) var expectation: Expectation
    /// Unanswered requests in the order in which they were sent.
    private(set) var open: [(request: Expectation.Request, params: JSON)] = []
    private var ids: [Int] = []
    private(set) var connection: JSONClient?
    private var sent = 0
    /// The highest revision in a reply.
    private(set) var revision = 0
    private(set) var answered = 0
    private(set) var repeated = 0

    init(number: Int) {
        self.number = number
        usesKeys = number % 2 == 0
        expectation = Expectation(client: number)
    }

    func setUp(_ daemon: DaemonProcess) throws {
        let connection = try daemon.client()
        let options = Expectation.options.map { JSON.object(["id": .string($0)]) }
        try connection.call(
            "toggle.declare", ["group": ["id": .string(expectation.group), "options": .array(options)]])
        try connection.call("nav.set", ["stack": .string(expectation.stackName), "path": [["screen": "root"]]])
        self.connection = connection
    }

    // MARK: - Traffic

    /// Sends random requests. Errors are ignored: if the daemon has ended, the requests stay unanswered.
    func send(_ count: Int, _ generator: inout SeededGenerator) {
        for _ in 0..<count {
            sent += 1
            // New requests must be valid after all unanswered ones have been executed.
            var then = expectation
            for (request, _) in open { then.execute(request) }
            let request = then.request(number: sent, &generator)
            var params = request.params.objectValue ?? [:]
            if usesKeys { params["once"] = .string("client \(number), request \(sent)") }
            if Int.random(in: 0..<6, using: &generator) == 0 { params["durable"] = true }
            open.append((request, .object(params)))
            guard let connection, let id = try? connection.send(request.method, .object(params)) else { continue }
            ids.append(id)
        }
    }

    /// Reads the replies to all requests sent.
    ///
    /// - Returns: False if the daemon has ended.
    func receive() throws -> Bool {
        guard let connection else { return false }
        while let id = ids.first {
            guard let line = try? connection.lines.receiveLineOrEnd() else {
                self.connection = nil
                return false
            }
            let reply = try JSON(parsing: line)
            guard reply["id"] == .int(id), let revision = reply[at: "result/revision"]?.intValue else {
                throw TestFailure("client \(number): \(open[0].request.method) \(open[0].params.text): \(line)")
            }
            guard revision >= self.revision else {
                throw TestFailure("client \(number): revision \(revision) after \(self.revision)")
            }
            self.revision = revision
            ids.removeFirst()
            expectation.execute(open.removeFirst().request)
            answered += 1
        }
        return true
    }

    /// Disconnects without waiting for replies.
    func drop() {
        connection = nil
        ids = []
    }

    // MARK: - Coming back

    /// Reconnects and compares the state with the expectation.
    func comeBack(_ daemon: DaemonProcess) throws {
        let connection = try daemon.client()
        self.connection = connection
        ids = []
        let revision = try connection.sync()
        guard revision >= self.revision else {
            throw TestFailure("client \(number): the panel is at \(revision) and was at \(self.revision)")
        }
        let found = try expectation.found(connection)
        var candidate = expectation
        var done = found == candidate ? 0 : nil
        for (index, (request, _)) in open.enumerated() where done == nil {
            candidate.execute(request)
            if found == candidate { done = index + 1 }
        }
        guard done != nil else {
            throw TestFailure(
                "client \(number): what is there is what no number of its \(open.count) unanswered requests makes of "
                    + "what was acknowledged:\nthere: \(found)\nacknowledged: \(expectation)\n"
                    + "unanswered: \(open.map { "\($0.request.method) \($0.params.text)" }.joined(separator: "\n"))")
        }
        if usesKeys { try sendAgain(connection) } else { expectation = candidate }
        open = []
        guard try expectation.found(connection) == expectation else {
            throw TestFailure("client \(number): what was sent again was not done exactly once")
        }
    }

    private func sendAgain(_ connection: JSONClient) throws {
        while let (request, params) = open.first {
            let result = try connection.call(request.method, params)
            guard let revision = result.revision else { throw TestFailure("no result: \(result.text)") }
            self.revision = max(self.revision, revision)
            expectation.execute(open.removeFirst().request)
            repeated += 1
        }
    }
}
