import ArgumentParser
import Glibc

/// Counts what clients lose while the daemon is restarted and killed under load. There is no comparison: all losses, and
/// connections closed by a restart, must be 0. A kill closes the connections, and clients resume.
struct Restarts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Count what clients lose while a service is restarted and killed.",
        discussion: """
            Each client sets a value of its own, one request after the other, and watches it. Meanwhile the two \
            commands end the daemon by turns. Each must return when the next one is ready. A restart keeps the \
            connections; after a kill the clients connect again, and resume by cursor and idempotency key.

            Exit code: 0 where nothing was lost, 1 where something was.
            """)

    @Option(help: "The socket of the daemon.")
    var socket: String

    @Option(help: "How many clients.")
    var clients = 50

    @Option(help: "How often each of the two commands is run.")
    var rounds = 20

    @Option(help: "The command that restarts the daemon.")
    var restart: String

    @Option(help: "The command that kills it and waits for the next one.")
    var kill: String

    func run() throws {
        var load = try RestartLoad(socket: socket, clients: clients)
        for _ in 0..<rounds {
            // Requests between the commands, so that none of them hits an idle daemon.
            try load.run(requests: 20 * clients)
            try load.run(duringRestart: restart)
            try load.run(requests: 20 * clients)
            try load.run(during: kill)
        }
        try load.finish()
        let outcome = load.outcome(restarts: rounds, kills: rounds)
        print(outcome.text)
        if !outcome.isClean { throw ExitCode(1) }
    }
}
