import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Clients that misbehave do not disturb others.
@Suite struct ManyClientsTests {
    @Test func silentClientDisturbsNoOther() throws {
        let daemon = try DaemonProcess()
        let silent = try (1...50).map { _ in try daemon.connect() }
        let client = try daemon.client()
        #expect(try client.sync() == 0)
        #expect(try client.call("daemon.status")[at: "counts/clients"] == 51)
        withExtendedLifetime(silent) {}
    }

    @Test func halfALineAndThenTheEndDoesNothing() throws {
        let (daemon, client) = try Fixture.panel()
        for half in ["{\"id\":1,\"method\":\"toggle.set\",\"params\":{\"id\":\"extras\",", "{", "\u{1F355}", "["] {
            var leaving: LineClient? = try daemon.connect()
            try leaving?.sendBytes(Array(half.utf8))
            leaving = nil
        }
        try waitUntil(client, "counts/clients", is: 1)
        #expect(try client.sync() == 1)
    }

    /// A client that is killed leaves no watch, terminal or wait behind.
    @Test func aKilledClientIsForgotten() throws {
        let (daemon, client) = try Fixture.panel()
        let requests: [JSON] = [
            ["id": 1, "method": "watch.start"],
            ["id": 2, "method": "terminal.attach", "params": ["columns": 40, "rows": 10, "colors": "none"]],
            ["id": 3, "method": "ui.wait", "params": ["for": ["screen": "never"], "timeout": 3_600]],
        ]
        for _ in 1...3 {
            let other = try RunningProcess("/usr/bin/socat", ["-", "UNIX-CONNECT:\(daemon.socketPath)"])
            for request in requests { try other.send(request.text + "\n") }
            try other.output.wait(for: "terminal.frame")
            #expect(try client.call("daemon.status")[at: "counts/terminals"] == 1)
            other.process.signal(SIGKILL)
            try other.process.waitForExit()
            try waitUntil(client, "counts/clients", is: 1)
            try client.call("toggle.flip", ["id": "extras"])
        }
        let counts = try #require(try client.call("daemon.status")["counts"])
        #expect(counts["watches"] == 0)
        #expect(counts["terminals"] == 0)
    }

    @Test func overTheLimitOfConnectionsThereIsAnErrorThatSaysSo() throws {
        let daemon = try DaemonProcess(arguments: ["--max-clients", "3"])
        var clients = try (1...3).map { _ in try daemon.client() }
        for client in clients { #expect(try client.sync() == 0) }
        let refused = try daemon.connect()
        let reply = try JSON(parsing: refused.receiveLine())
        #expect(reply["id"] == .null)
        #expect(reply[at: "error/code"] == -32008)
        #expect(reply[at: "error/data"] == ["reason": "limit", "limit": "clients", "value": 3])
        #expect(reply[at: "error/message"]?.stringValue?.contains("--max-clients") == true)
        #expect(try refused.receiveLineOrEnd() == nil)
        // The other clients continue, and there is room again once one of them disconnects.
        #expect(try clients[0].sync() == 0)
        clients.removeLast()
        try waitUntil(clients[0], "counts/clients", is: 2)
        #expect(try daemon.client().sync() == 0)
    }

    /// A client refused by the connection limit uses no resources, even if it never reads, keeps writing and stays
    /// connected.
    @Test func refusedClientsUseNoResources() throws {
        let daemon = try DaemonProcess(arguments: ["--max-clients", "1"])
        let client = try daemon.client()
        _ = try client.sync()
        for _ in 1...20 {
            let refused = try daemon.connect()
            _ = try? refused.sendAvailable(Array(repeating: UInt8(ascii: "x"), count: 10_000)[...])
            #expect(try client.sync() == 0)
        }
        #expect(try client.call("daemon.status")[at: "counts/clients"] == 1)
    }

    @Test func fewerDescriptorsThanClientsIsNotTheEnd() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let pid = String(daemon.id)
        let open = try runProcess("/bin/ls", ["/proc/\(pid)/fd"]).checked().output.split(separator: "\n").count
        _ = try runProcess("/usr/bin/prlimit", ["--pid", pid, "--nofile=\(open + 5):"]).checked()
        var others: [JSONClient] = []
        for _ in 1...20 { others.append(try daemon.client()) }
        #expect(try client.sync() == 0)
        others = []
        try waitUntil(client, "counts/clients", is: 1)
        _ = try runProcess("/usr/bin/prlimit", ["--pid", pid, "--nofile=1024:"]).checked()
        #expect(try daemon.client().sync() == 0)
    }
}
