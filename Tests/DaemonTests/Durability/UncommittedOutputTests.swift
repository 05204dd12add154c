import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Nothing is sent before it is committed, also to a client that reads again in the middle of a turn.
@Suite(.mustEnd) struct UncommittedOutputTests {
    @Test func aWatcherThatReadsAgainSeesNothingThatIsNotCommitted() throws {
        // A run counts how many commits it takes to fill the watcher's socket. The next run ends at the one after.
        let directory = try TemporaryDirectory()
        let commits = try fill(DaemonProcess(in: directory)).commits
        let daemon = try DaemonProcess(environment: ["FASCIA_FAULT": "commit.before:\(commits + 1)"])
        let (client, watcher, count) = try fill(daemon)
        #expect(count == commits)
        // The change and the end of the wait are in one turn, in this order.
        try daemon.stop()
        try client.send("value.set", ["key": "n", "value": "uncommitted"])
        var lines: [String] = []
        while watcher.waitingBytes > 0, let line = try watcher.receiveLineOrEnd() { lines.append(line) }
        daemon.process.signal(SIGCONT)
        while let line = try watcher.receiveLineOrEnd() { lines.append(line) }
        #expect(try daemon.process.waitForExit() == .signalled(9))
        #expect(lines.count > commits / 2)
        #expect(!lines.contains { $0.contains("uncommitted") })
    }

    /// Changes a value until a watcher's socket is full, and a little more waits in the daemon.
    private func fill(_ daemon: DaemonProcess) throws -> (client: JSONClient, watcher: LineClient, commits: Int) {
        let (client, watcher) = (try daemon.client(), try daemon.client().lines)
        try watcher.send(#"{"id":1,"method":"watch.start","params":{"topics":["value:n"]}}"#)
        _ = try watcher.receiveLine()
        var (commits, waiting, extra) = (0, -1, 0)
        while extra < 4 {
            try client.call("value.set", ["key": "n", "value": .string(String(repeating: "x", count: 4_000) + "\(commits)")])
            commits += 1
            // The event has been sent before this is answered.
            _ = try client.sync()
            let bytes = watcher.waitingBytes
            if bytes == waiting { extra += 1 }
            waiting = bytes
        }
        return (client, watcher, commits)
    }
}
