import FasciaDocument
import Glibc
import TestSupport
import Testing

/// The sheet of a command that runs while the daemon is killed and started again.
@Suite(.mustEnd) struct SheetRestartTests {
    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    /// A command that prints, waits until somebody writes to the pipe, and ends with its exit status.
    private let command = "echo begun 40 %; exit $(cat gate)"

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try DaemonProcess(in: directory)
        #expect(mkfifo(directory["gate"], 0o600) == 0)
        try directory.write(
            """
            panel: box
            title: Box
            screens:
              home:
                - button: Go
                  run: {shell: '\(command)'}

            """, to: "box.yaml")
    }

    private func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(
            "/bin/sh", ["-c", "cd \(directory.path); exec \"$0\" \"$@\"", Products.executable("fascia")] + arguments,
            environment: ["FASCIA_SOCKET": daemon.socketPath])
    }

    private func open(_ gate: String) throws { _ = try runProcess("/bin/sh", ["-c", "echo \(gate) >\(directory["gate"])"]) }

    private func restarted() throws -> DaemonProcess {
        try daemon.kill9()
        return try DaemonProcess(in: directory)
    }

    private func wait(_ daemon: DaemonProcess, _ text: String) throws {
        _ = try daemon.output("wait", "text", text, "--timeout", "inf")
    }

    /// The button is shown when somebody answers it.
    private func waitForSheet(_ daemon: DaemonProcess) throws {
        try wait(daemon, "─  40 %")
        try wait(daemon, "Cancel")
        while try daemon.output("render").contains("disconnected") {}
        let shown = try daemon.output("render")
        #expect(shown.contains("running"), "\(shown)")
        #expect(shown.components(separatedBy: "│  begun").count == 2, "\(shown)")
    }

    private func cancel(on daemon: DaemonProcess) throws {
        try waitForSheet(daemon)
        _ = try daemon.output("tap", "Cancel")
        try wait(daemon, "cancelled")
    }

    private func panel() throws -> RunningProcess {
        let agent = try start("panel", "run", directory["box.yaml"])
        try agent.output.wait(for: "running\n")
        return agent
    }

    @Test func aButtonsCommandGoesOnInItsSheet() throws {
        let agent = try panel()
        let tap = try start("tap", "Go", "--wait")
        try wait(daemon, "begun")
        let next = try restarted()
        try waitForSheet(next)
        // A second tap shows the same one.
        _ = try next.output("close")
        _ = try next.output("tap", "Go")
        try wait(next, "Cancel")
        try open("7")
        try wait(next, "failed: begun")
        #expect(try tap.process.waitForExit() == .exited(7), "\(tap.error.text)")
        #expect(try !next.output("render").contains("Cancel"))
        _ = agent
    }

    @Test func itIsCancelledAfterwards() throws {
        let agent = try panel()
        _ = try daemon.output("tap", "Go")
        try wait(daemon, "begun")
        let next = try restarted()
        try cancel(on: next)
        _ = agent
    }

    @Test func whatEndsMeanwhileIsTold() throws {
        let agent = try panel()
        _ = try daemon.output("tap", "Go")
        try wait(daemon, "begun")
        try daemon.kill9()
        try open("0")
        let next = try DaemonProcess(in: directory)
        try wait(next, "done")
        try wait(next, "begun 40 %")
        _ = agent
    }

    @Test func theCommandOfRunGoesOnInItsSheet() throws {
        let run = try start("run", "--title", "Go", "--", "sh", "-c", command)
        try wait(daemon, "begun")
        let next = try restarted()
        try waitForSheet(next)
        try open("7")
        #expect(try run.process.waitForExit() == .exited(7))
        try wait(next, "failed: begun")
        #expect(run.error.text.contains("the panel does not show the command until the daemon is back"))
    }

    /// It waits for no daemon.
    @Test func runEndsWithItsCommandWhileThereIsNoDaemon() throws {
        let run = try start("run", "--title", "Go", "--", "sh", "-c", command)
        try wait(daemon, "begun")
        try daemon.kill9()
        try run.error.wait(for: "until the daemon is back")
        try open("7")
        #expect(try run.process.waitForExit() == .exited(7))
    }

    @Test func theCommandOfAHandlerGoesOnInItsSheet() throws {
        let handle = try start("handle", "tools", "--title", "Tools", "--open", "Go=\(command)")
        _ = try daemon.output("wait", "screen", "tools", "--even-if-missing", "--timeout", "inf")
        _ = try daemon.output("tap", "Go")
        try wait(daemon, "begun")
        let next = try restarted()
        try cancel(on: next)
        _ = handle
    }
}
