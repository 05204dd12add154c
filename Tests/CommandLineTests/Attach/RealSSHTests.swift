import Foundation
import TestSupport
import Testing

/// `fascia attach --host` with the real ssh and sshd. ssh starts an sshd for each connection and talks to it over pipes
/// (`ProxyCommand sshd -i`), so no port and no configuration of this machine is used. Under CI sshd must be installed.
@Suite(
    .mustEnd,
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")
            || ProcessInfo.processInfo.environment["CI"] != nil))
struct RealSSHTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    private let user: String

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try SamplePanel.start()
        user = NSUserName()
        // sshd requires this directory when it runs as root; Debian's unit creates it.
        if geteuid() == 0 { mkdir("/run/sshd", 0o755) }
        for name in ["host", "user"] {
            _ = try runProcess(
                "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", directory[name]]
            ).checked()
        }
        let key = try String(contentsOfFile: directory["user.pub"], encoding: .utf8)
        try directory.write(key, to: "authorized")
        let host = try String(contentsOfFile: directory["host.pub"], encoding: .utf8)
        try directory.write("box \(host)", to: "known")
        try directory.write(
            """
            HostKey \(directory["host"])
            AuthorizedKeysFile \(directory["authorized"])
            PidFile none
            UsePAM no
            StrictModes no
            PermitRootLogin yes
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            AllowStreamLocalForwarding yes
            SetEnv PATH=\(Products.directory):/usr/bin:/bin FASCIA_SOCKET=\(daemon.socketPath)

            """, to: "sshd_config")
        try directory.write(
            """
            Host box
                ProxyCommand /usr/sbin/sshd -i -f \(directory["sshd_config"]) -E \(directory["log"])
                IdentityFile \(directory["user"])
                IdentitiesOnly yes
                UserKnownHostsFile \(directory["known"])
                StrictHostKeyChecking yes

            """, to: "ssh_config")
        try directory.write(
            "#!/bin/sh\necho $$ > \"\(directory["pid"])\"\nexec /usr/bin/ssh -F \"\(directory["ssh_config"])\" \"$@\"\n",
            to: "ssh")
        chmod(directory["ssh"], 0o755)
    }

    private func attach(_ arguments: String...) throws -> PseudoTerminal {
        try PseudoTerminal(Products.executable("fascia"), ["attach"] + arguments, environment: environment)
    }

    private var environment: [String: String] {
        // Only the other side knows the daemon's socket.
        [
            "PATH": "\(directory.path):/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "FASCIA_SOCKET": "/nowhere",
        ]
    }

    /// Adds sshd's log to the error of a failing test.
    private func withServerLog(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            let log = try? String(contentsOfFile: directory["log"], encoding: .utf8)
            throw TestFailure("\(error); sshd says: \(log ?? "nothing")")
        }
    }

    @Test func hostFindsTheSocketAndOperatesThePanel() throws {
        let terminal = try attach("--host", "\(user)@box")
        try withServerLog { _ = try terminal.output.wait(for: "The box") }
        try terminal.type(SamplePanel.openPizza)
        _ = try daemon.output("wait", "screen", "pizza")
        try terminal.output.wait(for: "Mushrooms")
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(terminal.isInCookedMode)
        #expect(try daemon.client().call("daemon.status")["terminals"] == [])
    }

    @Test func restartsOfTheDaemonAndOfSSHAreRetried() throws {
        let terminal = try attach("--host", "\(user)@box")
        try withServerLog { _ = try terminal.output.wait(for: "The box") }
        /// Waits until the box is shown again after at least this many status lines.
        func expectReconnected(_ times: Int) throws {
            try terminal.output.wait("the box again") { output in
                let lines = output.ranges(of: "q quits")
                return lines.count >= times && lines.last.map { output[$0.upperBound...].contains("The box") } ?? false
            }
        }
        func statusLines() -> Int { terminal.output.text.ranges(of: "q quits").count }
        try daemon.kill9()
        try terminal.output.wait(for: "Connection lost")
        let next = try DaemonProcess(in: daemon.directory)
        try expectReconnected(1)
        let before = statusLines()
        let text = try String(contentsOfFile: directory["pid"], encoding: .utf8)
        kill(try #require(Int32(text.dropLast())), SIGKILL)
        try expectReconnected(before + 1)
        try terminal.type(SamplePanel.openPizza)
        _ = try next.output("wait", "screen", "pizza")
    }

    @Test func linearModeOverSSH() throws {
        let result = try runProcess(
            Products.executable("fascia"), ["attach", "--host", "\(user)@box", "--linear"], input: "Pizza\nq\n",
            environment: environment)
        #expect(result.status == .exited(0), "\(result.error)")
        #expect(result.output.contains("Screen: The box, Pizza\n"))
    }

    @Test func aRejectedKeyIsReported() throws {
        try directory.write("", to: "authorized")
        let result = try runProcess(
            Products.executable("fascia"), ["attach", "--host", "\(user)@box"], environment: environment)
        #expect(result.status == .exited(3))
        #expect(result.error.contains("Permission denied (publickey)"), "\(result.error)")
    }
}
