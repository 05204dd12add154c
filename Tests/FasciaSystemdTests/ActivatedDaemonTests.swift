import Testing
import TestSupport

/// The real daemon, started with valid and invalid descriptors and environments.
@Suite struct ActivatedDaemonTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func activate(_ options: [String]) throws -> RunningProcess {
        try RunningProcess(
            "/usr/bin/systemd-socket-activate",
            options + [
                try Products.executable("fasciad"), "--socket", directory["other"], "--state", directory["state"],
            ])
    }

    @Test func theFirstConnectionStartsItAndIsAnswered() throws {
        let path = directory["s"]
        let activator = try activate(["--listen=\(path)", "--fdname=fasciad.socket"])
        try activator.error.wait(for: "Listening on")
        let client = try LineClient(connectingTo: path)
        try client.send(#"{"id":1,"method":"daemon.status"}"#)
        #expect(try client.receiveLine().contains(#""id":1,"result":"#))
        activator.process.signal(15)
        #expect(try activator.process.waitForExit() == .exited(0))
    }

    @Test func aDatagramSocketIsRefusedWithAReason() throws {
        let path = directory["s"]
        let activator = try activate(["--datagram", "--listen=\(path)", "--fdname=fasciad.socket"])
        try activator.error.wait(for: "Listening on")
        _ = try runProcess("/usr/bin/socat", ["-u", "-", "UNIX-SENDTO:\(path)"], input: "x").checked()
        try activator.error.wait(for: #"("fasciad.socket") is a Unix socket of another type than stream"#)
        #expect(try activator.process.waitForExit() == .exited(1))
    }

    @Test func twoSocketsAreRefusedWithTheirNames() throws {
        let path = directory["s"]
        let activator = try activate(["--listen=\(path)", "--listen=\(path)2", "--fdname=a:b"])
        try activator.error.wait(for: "s2")
        let client = try LineClient(connectingTo: path)
        try activator.error.wait(for: "2 sockets were passed (a, b)")
        #expect(try activator.process.waitForExit() == .exited(1))
        withExtendedLifetime(client) {}
    }

    @Test func anEnvironmentThatMakesNoSenseIsRefusedWithAReason() throws {
        let script = "LISTEN_PID=$$ LISTEN_FDS=some exec \"$0\" --socket \"$1/s\" --state \"$1/state\""
        let result = try runProcess("/bin/sh", ["-c", script, try Products.executable("fasciad"), directory.path])
        #expect(result.status == .exited(1))
        #expect(result.error.contains(#"LISTEN_FDS="some" is not a number from 0 to 65536"#))
    }

    @Test func aWatchdogThatMakesNoSenseIsRefusedWithAReason() throws {
        let result = try runProcess(
            Products.executable("fasciad"), ["--socket", directory["s"], "--state", directory["state"]],
            environment: ["WATCHDOG_USEC": "soon"])
        #expect(result.status == .exited(1))
        #expect(result.error.contains(#"WATCHDOG_USEC="soon" with WATCHDOG_PID="" is not a time"#))
    }
}
