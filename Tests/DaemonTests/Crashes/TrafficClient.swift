import FasciaModel
import TestSupport

/// One client of the model checker: it sends many requests before it reads their answers, and knows of each whether it
/// was answered.
///
/// What was answered is done. What was not answered may have been done or not, from the first on without a hole. With
/// keys, it is sent again, and then is done, once.
final class TrafficClient {
    let number: Int
    /// Whether its requests have keys.
    let usesKeys: Bool
    private(set) var expectation: Expectation
    /// What has been sent and not answered, in its order.
    private(set) var open: [(request: Expectation.Request, params: JSON)] = []
    private var ids: [Int] = []
    private(set) var connection: JSONClient?
    private var sent = 0
    /// The highest revision that it was told of.
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

    /// Sends some requests. Where the daemon has gone meanwhile, nobody knows what became of them.
    func send(_ count: Int, _ generator: inout SeededGenerator) {
        for _ in 0..<count {
            sent += 1
            // What is to be asked depends on what will be there when all that is open has been done.
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

    /// Reads the answers to what was sent, as many as come.
    ///
    /// - Returns: whether the daemon is still there.
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

    /// Hangs up, whatever is on its way.
    func drop() {
        connection = nil
        ids = []
    }

    // MARK: - Coming back

    /// Connects again, and holds what is there against what it expects.
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
