import Foundation
import TestSupport
import Testing

/// `fascia attach --host` with a fake ssh, which forwards with socat on this machine.
@Suite(.mustEnd, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/socat")))
struct RemoteTests {
    private let directory: TemporaryDirectory

    /// Writes the fake ssh: `-L local:remote` forwards, and a command after the host is run.
    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(
            """
            #!/bin/sh
            echo "$@" >> "\(directory["calls"])"
            echo $$ > "\(directory["pid"])"
            forward= ; mode=
            while [ $# -gt 0 ]; do
                case "$1" in
                    -L) forward=$2; shift 2 ;;
                    -o) shift 2 ;;
                    --) shift; break ;;
                    *) shift ;;
                esac
            done
            host=$1; shift
            case "$host" in
                nobody) echo "ssh: Could not resolve hostname nobody" >&2; exit 255 ;;
                bare) if [ $# -gt 0 ]; then echo "sh: fascia: not found" >&2; exit 127; fi ;;
            esac
            if [ $# -gt 0 ]; then exec sh -c "$*"; fi
            rm -f "${forward%%:*}"
            exec socat "UNIX-LISTEN:${forward%%:*},fork" "UNIX-CONNECT:${forward#*:}"

            """, to: "ssh")
        chmod(directory["ssh"], 0o755)
    }

    private func environment(_ daemon: DaemonProcess) -> [String: String] {
        [
            "PATH": "\(directory.path):\(Products.directory):/usr/bin:/bin", "FASCIA_SOCKET": daemon.socketPath,
            "LANG": "C.UTF-8", "TERM": "xterm-256color",
        ]
    }

    private func calls() throws -> [String] {
        try String(contentsOfFile: directory["calls"], encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The path of the forwarded socket, in a temporary directory of its own.
    private func localSocket() throws -> String {
        let call = try #require(try calls().last { $0.contains("-L ") })
        let words = call.split(separator: " ")
        let forward = try #require(words.firstIndex(of: "-L").map { words[$0 + 1] })
        return String(forward.prefix { $0 != ":" })
    }

    @Test func hostFindsTheSocketAndCleansUp() throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--host", "ada@box"], environment: environment(daemon))
        try terminal.output.wait(for: "The box")
        #expect(try calls().first?.hasSuffix("-- ada@box fascia socket") == true)
        let local = try localSocket()
        try terminal.type(SamplePanel.openPizza)
        _ = try daemon.output("wait", "screen", "pizza")
        // A key counts for the picture that is shown when it is typed.
        try terminal.output.wait(for: "Mushrooms")
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
        #expect(terminal.isInCookedMode)
        #expect(!FileManager.default.fileExists(atPath: local))
        #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: local).deletingLastPathComponent().path))
        try waitForTheEnd()
    }

    /// Waits for the end of the fake ssh, which the client's or the kernel's signal ends.
    private func waitForTheEnd() throws {
        let text = try String(contentsOfFile: directory["pid"], encoding: .utf8)
        let process = try #require(Int32(text.dropLast()))
        while kill(process, 0) == 0 { sched_yield() }
    }

    @Test(arguments: [SIGTERM, SIGKILL]) func alsoAfterASignal(_ signal: Int32) throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--host", "box", "--socket", daemon.socketPath],
            environment: environment(daemon))
        try terminal.output.wait(for: "The box")
        #expect(try calls().count == 1, "with --socket nobody is asked")
        let local = try localSocket()
        terminal.process.signal(signal)
        #expect(try terminal.process.waitForExit() == .signalled(signal))
        try waitForTheEnd()
        // After SIGKILL the client cannot clean up.
        if signal != SIGKILL { #expect(!FileManager.default.fileExists(atPath: local)) }
    }

    @Test func linearModeOverSSH() throws {
        let daemon = try SamplePanel.start()
        let result = try runProcess(
            Products.executable("fascia"), ["attach", "--host", "box", "--linear"], input: "Pizza\nq\n",
            environment: environment(daemon))
        #expect(result.status == .exited(0))
        #expect(result.output.contains("Screen: The box, Pizza\n"))
    }

    @Test func sshErrorsAreReported() throws {
        let daemon = try SamplePanel.start()
        func attach(_ arguments: String...) throws -> ProcessResult {
            try runProcess(
                Products.executable("fascia"), ["attach"] + arguments, environment: environment(daemon))
        }
        let nobody = try attach("--host", "nobody")
        #expect(nobody.status == .exited(3), "the words are right, and there is no daemon")
        #expect(nobody.error == "fascia: ssh nobody: ssh: Could not resolve hostname nobody\n")
        let forwarding = try attach("--host", "nobody", "--socket", "/run/s")
        #expect(forwarding.error == "fascia: ssh nobody: ssh: Could not resolve hostname nobody\n")
        let bare = try attach("--host", "bare")
        #expect(
            bare.error
                == "fascia: cannot run fascia on bare (sh: fascia: not found): give the daemon's socket there with --socket\n")
        var alone = environment(daemon)
        alone["PATH"] = directory["none"]
        let without = try runProcess(
            Products.executable("fascia"), ["attach", "--host", "box"], environment: alone)
        #expect(without.status == .exited(2))
        #expect(
            without.error == "fascia: cannot start ssh, which --host needs (install openssh-client): No such file or "
                + "directory\n")
        let gone = try attach("--host", "box", "--socket", directory["none"])
        #expect(gone.status == .exited(3))
        #expect(gone.error.hasPrefix("fascia: no daemon at box:\(directory["none"]) ("))
    }

    /// What it has inherited does not matter.
    @Test func endsOfSSHAreNoticedWhereThoseOfChildrenAreIgnored() throws {
        let daemon = try SamplePanel.start()
        let bare = try runProcess(
            "/usr/bin/env", ["--ignore-signal=CHLD", Products.executable("fascia"), "attach", "--host", "bare"],
            environment: environment(daemon))
        #expect(bare.error.hasPrefix("fascia: cannot run fascia on bare (sh: fascia: not found)"), "\(bare.error)")
    }

    /// ssh replaces some of these by what this machine has in its environment, and ends the path at others.
    @Test(arguments: ["relative/s", "/run/a:b", "/run/%h", "/run/${HOME}/s", "/run/a b", "/run/~/s", "/run/ü", "/run/a,b"])
    func aPathThatIsNotPlainIsRefused(_ path: String) throws {
        let daemon = try SamplePanel.start()
        let rule = "the socket's path must be absolute, and have nothing but letters, digits and . _ - + @ in it"
        let given = try runProcess(
            Products.executable("fascia"), ["attach", "--host", "box", "--socket", path], environment: environment(daemon))
        #expect(given.status == .exited(2))
        #expect(given.error == "fascia: ssh cannot forward \(path): \(rule)\n")
        // What the other machine answers.
        try directory.write("#!/bin/sh\necho '\(path)'\n", to: "fascia")
        chmod(directory["fascia"], 0o755)
        let answered = try runProcess(
            Products.executable("fascia"), ["attach", "--host", "box"], environment: environment(daemon))
        #expect(answered.status == .exited(2))
        #expect(
            answered.error
                == "fascia: \"fascia socket\" on box has answered \"\(path)\": \(rule); give the daemon's socket there with "
                + "--socket\n")
        #expect(try calls().allSatisfy { !$0.contains("-L ") })
    }

    @Test func sshThatEndsIsStartedAgain() throws {
        let daemon = try SamplePanel.start()
        let terminal = try PseudoTerminal(
            Products.executable("fascia"), ["attach", "--host", "box"], environment: environment(daemon))
        try terminal.output.wait(for: "The box")
        let text = try String(contentsOfFile: directory["pid"], encoding: .utf8)
        // Kills the listening socat and its child for the connection.
        let ssh = try #require(Int32(text.dropLast()))
        let children = try String(contentsOfFile: "/proc/\(ssh)/task/\(ssh)/children", encoding: .utf8)
        for process in children.split(separator: " ").compactMap({ Int32($0) }) + [ssh] { kill(process, SIGKILL) }
        try terminal.output.wait("the box again") { output in
            output.ranges(of: "ssh box").last.map { output[$0.upperBound...].contains("The box") } ?? false
        }
        // ssh must not ask for a password while the terminal shows a picture.
        #expect(try calls().last?.contains("BatchMode=yes") == true)
        try terminal.type("q")
        #expect(try terminal.process.waitForExit() == .exited(0))
    }
}
