import FasciaDocument
import Glibc
import TestSupport
import Testing

/// Descriptors that a client attaches to its lines. The last close of a socket that lingers takes as long as its sender likes,
/// and nobody else waits for that.
@Suite(.mustEnd) struct AttachedDescriptorTests {
    private let daemon: DaemonProcess
    private let (prober, attacker): (JSONClient, LineClient)

    init() throws {
        daemon = try DaemonProcess()
        (prober, attacker) = (try daemon.client(), try daemon.connect())
        _ = try prober.sync()
        try attacker.send(#"{"id":1,"method":"sync"}"#)
        _ = try attacker.receiveLine()
    }

    /// Sends a line with a lingering socket, to which the daemon has the last reference then.
    private func send(_ line: String) throws {
        let lingering = try LingeringSocket()
        // A kernel that can refuses it.
        if try attacker.send(line, with: lingering) {
            lingering.giveAway()
            #expect(
                try JSON(parsing: attacker.receiveLine())[at: "error/message"]
                    == "descriptors cannot be sent to the daemon: send lines only")
            #expect(try attacker.receiveLineOrEnd() == nil)
        }
        for _ in 1...3 { _ = try prober.sync() }
        withExtendedLifetime(lingering) {}
    }

    @Test(arguments: [#"{"id":2,"method":"sync"}"#, "half a line", ""]) func nobodyWaitsForTheirClose(_ line: String) throws {
        try send(line)
    }

    @Test func nobodyWaitsForTheirCloseIfNoDescriptorIsLeft() throws {
        let pid = String(daemon.id)
        let open = try runProcess("/bin/ls", ["/proc/\(pid)/fd"]).checked().output.split(separator: "\n").count
        _ = try runProcess("/usr/bin/prlimit", ["--pid", pid, "--nofile=\(open):"]).checked()
        try send(#"{"id":2,"method":"sync"}"#)
    }
}
