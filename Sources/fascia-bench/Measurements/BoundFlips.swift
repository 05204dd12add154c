import FasciaDocument

/// The time from the flip of a bound switch until the user knows that it was carried out, with an agent that answers at once,
/// beside two round trips of the echo server with the same requests.
struct BoundFlips {
    private let rounds: Int
    private let count: Int
    private let servers: [Server]
    private let user, agent: LineClient
    private let echo: (user: LineClient, agent: LineClient)

    init(_ servers: Servers, rounds: Int, share: Double) throws {
        self.rounds = rounds
        count = max(100, Int(10_000 * share))
        let echoServer = try servers.echo("echo-bound")
        echo = (try LineClient(echoServer.socket), try LineClient(echoServer.socket))
        let server = try servers.fascia("bound")
        self.servers = [echoServer, server]
        (user, agent) = (try LineClient(server.socket), try LineClient(server.socket))
        try user.declareOptions(64, of: "bound")
        try agent.call("bind.claim", ["ids": ["bound/**"]])
        try user.call("watch.start", ["topics": ["confirmed:**"]])
    }

    func run(into report: inout Report) throws {
        var results: [(flip: Double, echo: Double)] = []
        for _ in 0..<rounds { results.append((try median(of: flip), try median(of: echoTwice))) }
        report.add(
            "the flip of a bound switch, carried out", "µs",
            [("echo", results.map(\.echo).median), ("fascia", results.map(\.flip).median)])
        report.require(
            "the flip of a bound switch", "times two round trips of the echo:",
            results.map { $0.flip / $0.echo }.median, .atMost(2.5))
    }

    private func median(of operation: (Int) throws -> Void) throws -> Double {
        for number in 0..<count / 10 { try operation(number) }
        return try (0..<count).map { number in
            try ContinuousClock().measure { try operation(number) } / .microseconds(1)
        }.median
    }

    private static let carryOut = Array(#""method":"carryOut""#.utf8)

    private static func flip(_ number: Int) -> [UInt8] {
        Array(#"{"id":1,"method":"toggle.flip","params":{"id":"bound/o\#(number % 64)"}}"#.utf8) + [UInt8(ascii: "\n")]
    }

    /// The agent's answer to a request.
    private static func answer(to request: [UInt8]) throws -> [UInt8] {
        // It begins with `{"jsonrpc":"2.0","id":`.
        let digits = request.dropFirst(22).prefix { $0 != UInt8(ascii: ",") }
        return Array(#"{"jsonrpc":"2.0","id":"#.utf8) + digits + Array(#","result":{}}"#.utf8) + [UInt8(ascii: "\n")]
    }

    private func flip(_ number: Int) throws {
        try user.send(Self.flip(number))
        var request: [UInt8]
        repeat {
            request = try agent.line()
            try agent.send(Self.answer(to: request))
            // Now and then the daemon asks whether the agent is there.
        } while !request.contains(Self.carryOut)
        // The reply, and the event.
        _ = try user.line()
        _ = try user.line()
    }

    private func echoTwice(_ number: Int) throws {
        try echo.user.send(Self.flip(number))
        _ = try echo.user.line()
        try echo.agent.send(Self.flip(number))
        _ = try echo.agent.line()
    }
}
